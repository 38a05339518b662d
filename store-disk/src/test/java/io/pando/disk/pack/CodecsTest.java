package io.pando.disk.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Compression;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CodecsTest {
  private static final List<Compression> WAYS = List.of(Compression.LZ4, Compression.ZSTD);

  @TempDir Path folder = Path.of("set by JUnit");

  /** Bytes that compress better the shorter their period is. */
  private static byte[] bytes(Random64 random, int length, int period) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    for (int i = period; i < length; i++) {
      bytes[i] = random.oneIn(50) ? bytes[i] : bytes[i - period];
    }
    return bytes;
  }

  @Test
  void whatOnePacksAllUnpack() throws IOException {
    List<Codecs> all = List.of(Codecs.portable(), Codecs.beside(folder));
    Random64 random = new Random64(4);
    for (int round = 0; round < 200; round++) {
      byte[] bytes = bytes(random, 1 + random.nextInt(70_000), 1 + random.nextInt(5_000));
      for (Compression how : WAYS) {
        for (Codecs packing : all) {
          byte[] packed = new byte[80_000];
          int length = packing.of(how).pack(bytes, packed);
          assertThat(length).isPositive().isLessThan(bytes.length + 600);
          for (Codecs unpacking : all) {
            byte[] back = new byte[bytes.length];
            assertThat(unpacking.of(how).unpack(packed, length, back)).isTrue();
            assertThat(back).isEqualTo(bytes);
          }
        }
      }
    }
  }

  @Test
  void whatHasNoRoomIsSaidToHaveNone() throws IOException {
    byte[] bytes = bytes(new Random64(5), 8192, 8192);
    for (Codecs codecs : List.of(Codecs.portable(), Codecs.beside(folder))) {
      for (Compression how : WAYS) {
        assertThat(codecs.of(how).pack(bytes, new byte[4096])).isNegative();
      }
    }
  }

  @Test
  void rubbishIsToldAndHurtsNobody() throws IOException {
    Random64 random = new Random64(6);
    byte[] bytes = bytes(random, 20_000, 700);
    for (Codecs codecs : List.of(Codecs.portable(), Codecs.beside(folder))) {
      for (Compression how : WAYS) {
        byte[] packed = new byte[30_000];
        int length = codecs.of(how).pack(bytes, packed);
        byte[] longer = new byte[bytes.length + 1];
        assertThat(codecs.of(how).unpack(packed, length, longer)).isFalse();
        assertThat(codecs.of(how).unpack(packed, length - 1, new byte[bytes.length])).isFalse();
        for (int round = 0; round < 500; round++) {
          byte[] bad = packed.clone();
          bad[random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
          byte[] back = new byte[bytes.length];
          boolean taken = codecs.of(how).unpack(bad, length, back);
          assertThat(taken && back.length != bytes.length).isFalse();
        }
      }
    }
  }

  /** Formats that were ever written must stay readable. */
  @Test
  void whatWasPackedLongAgoIsUnpacked() throws IOException {
    byte[] expected = new byte[300];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = (byte) (i % 7 * i % 5);
    }
    for (Codecs codecs : List.of(Codecs.portable(), Codecs.beside(folder))) {
      assertThat(
              unpacked(
                  codecs.of(Compression.LZ4),
                  "f30500010404010001000303000400030000020102000600100212000017000f2300f0500002010200"))
          .isEqualTo(expected);
      assertThat(
              unpacked(
                  codecs.of(Compression.ZSTD),
                  "28b52ffd602c001d0100b800010404010001000303000400030000020102000200040300054629a0130fc90a13"))
          .isEqualTo(expected);
    }
  }

  private static byte[] unpacked(Codec codec, String hex) {
    byte[] packed = HexFormat.of().parseHex(hex);
    byte[] bytes = new byte[300];
    assertThat(codec.unpack(packed, packed.length, bytes)).isTrue();
    return bytes;
  }

  @Test
  void nativePartsAreUnpackedOnce() throws IOException {
    Codecs.beside(folder);
    List<Path> first = files();
    Codecs.beside(folder);
    assertThat(files()).isEqualTo(first).hasSizeLessThanOrEqualTo(2);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }
}
