package io.pando.merkle;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.pando.bytes.Payload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import net.openhft.hashing.LongHashFunction;
import org.junit.jupiter.api.Test;

/**
 * Digests are stored and compared between OSDs, so both libraries must always compute the same
 * values: those of a table, for every length up to 1,024 bytes and several seeds.
 */
class HashVectorsTest {
  private static final long[] SEEDS = {0, 1, -1, 0x1234_5678_9ABC_DEF0L, Long.MIN_VALUE};
  private static final int MOST = 1024;
  private static final int OFFSET = 3;

  private final byte[] input = input(0);
  private final byte[] shifted = input(OFFSET);

  private static byte[] input(int offset) {
    byte[] made = new byte[offset + MOST];
    for (int i = 0; i < MOST; i++) {
      made[offset + i] = (byte) ((i * 0x9E3779B1) >>> 24);
    }
    return made;
  }

  private static List<long[]> table() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    HashVectorsTest.class.getResourceAsStream("/xxh3/vectors.txt")),
                StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line ->
              Arrays.stream(line.split(" "))
                  .mapToLong(word -> Long.parseUnsignedLong(word, 16))
                  .toArray())
          .toList();
    }
  }

  @Test
  void bothLibrariesComputeTheTable() throws IOException {
    List<long[]> table = table();
    assertThat(table).hasSize(MOST + 1);
    for (int length = 0; length <= MOST; length++) {
      for (int i = 0; i < SEEDS.length; i++) {
        long expected = table.get(length)[i];
        LongHashFunction function = LongHashFunction.xx3(SEEDS[i]);
        String what = "seed %d, %d bytes".formatted(SEEDS[i], length);
        assertThat(function.hashBytes(input, 0, length)).as(what).isEqualTo(expected);
        assertThat(function.hashBytes(shifted, OFFSET, length)).as(what).isEqualTo(expected);
        HashStream64 stream = Hashing.xxh3_64(SEEDS[i]).hashStream();
        stream.putBytes(input, 0, length / 3).putBytes(input, length / 3, length - length / 3);
        assertThat(stream.getAsLong()).as(what).isEqualTo(expected);
      }
    }
  }

  @Test
  void blocksAreDigestedSo() throws IOException {
    List<long[]> table = table();
    for (int i = 0; i < SEEDS.length; i++) {
      BlockHash hash = new BlockHash(SEEDS[i]);
      for (int length = 0; length <= MOST; length++) {
        assertThat(hash.ofBytes(Payload.wrap(Arrays.copyOf(input, length))))
            .isEqualTo(table.get(length)[i]);
      }
    }
  }
}
