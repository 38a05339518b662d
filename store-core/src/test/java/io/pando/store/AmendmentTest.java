package io.pando.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmendmentTest {
  @ParameterizedTest
  @CsvSource({
    "0, 100, 100, ''", // the whole object
    "0, 50, 100, '0'",
    "50, 50, 100, '0'",
    "10, 10, 100, '0'",
    "100, 10, 100, ''", // behind a whole block
    "-1, 10, 150, '1'",
    "-1, 10, 200, ''",
    "50, 200, 300, '0 2'",
    "100, 100, 300, ''",
    "100, 150, 250, ''",
    "350, 10, 300, ''", // beyond the end
    "350, 10, 320, '3'"
  })
  void blocksThatKeepBytes(long offset, long length, long size, String kept) {
    List<Long> expected =
        Arrays.stream(kept.split(" ")).filter(it -> !it.isEmpty()).map(Long::valueOf).toList();
    assertThat(new ObjectQuery.Amendment(offset, length).keptBlocks(size, 100)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {39, 40, 41})
  void asByCountingBytes(int size) {
    int block = 10;
    for (int from = 0; from <= size + 12; from++) {
      for (int length = 1; length < 30; length++) {
        int first = from;
        int end = from + length;
        List<Long> kept =
            LongStream.range(0, (size + block - 1) / block)
                .filter(it ->
                    LongStream.range(it * block, Math.min(size, (it + 1) * block))
                        .anyMatch(at -> at < first || at >= end))
                .filter(it -> it * block < end && (it + 1) * block > first)
                .boxed()
                .toList();
        assertThat(new ObjectQuery.Amendment(from, length).keptBlocks(size, block))
            .as("%d+%d of %d", from, length, size)
            .isEqualTo(kept);
      }
    }
  }
}
