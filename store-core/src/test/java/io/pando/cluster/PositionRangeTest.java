package io.pando.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PositionRangeTest {
  /** Parses ranges of unsigned numbers in printed form. */
  private static List<PositionRange> ranges(String text) {
    return Arrays.stream(text.split(" ", -1)).map(PositionRangeTest::range).toList();
  }

  private static PositionRange range(String text) {
    String[] bounds = text.split("-", 2);
    return new PositionRange(
        Integer.parseUnsignedInt(bounds[0], 16), Integer.parseUnsignedInt(bounds[1], 16));
  }

  @ParameterizedTest
  @CsvSource({
    // A single range, and two with positions between them, in either order.
    "00000005-00000009, 00000005-00000009",
    "00000005-00000009 0000000b-0000000c, 00000005-00000009 0000000b-0000000c",
    "0000000b-0000000c 00000005-00000009, 00000005-00000009 0000000b-0000000c",
    // Adjacent ranges, and one inside the other.
    "0000000a-0000000c 00000005-00000009, 00000005-0000000c",
    "00000005-00000009 00000009-0000000c, 00000005-0000000c",
    "00000005-00000009 00000008-0000000c, 00000005-0000000c",
    "00000005-00000009 00000006-00000008, 00000005-00000009",
    "00000005-00000009 00000005-00000009, 00000005-00000009",
    "00000005-00000009 00000005-0000000c, 00000005-0000000c",
    "00000005-00000009 00000006-00000008 0000000a-0000000a, 00000005-0000000a",
    // Across the middle, where signed numbers would wrap around, and to the end.
    "80000000-80000001 00000005-7fffffff, 00000005-80000001",
    "80000000-80000001 00000005-7ffffffe, 00000005-7ffffffe 80000000-80000001",
    "ffffffff-ffffffff 00000000-00000000, 00000000-00000000 ffffffff-ffffffff",
    "00000005-ffffffff 00000000-00000004, 00000000-ffffffff",
    "00000000-ffffffff 00000007-00000009, 00000000-ffffffff",
  })
  void rangesAreJoinedToAsFewAsTheyTake(String before, String after) {
    assertThat(PositionRange.joined(ranges(before))).isEqualTo(ranges(after));
  }

  @Test
  void ofNoneNothingIsJoined() {
    assertThat(PositionRange.joined(List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "00000005-00000005, 1",
    "00000005-00000009, 5",
    "7fffffff-80000000, 2",
    "00000000-ffffffff, 4294967296",
  })
  void itsSizeCountsBothBounds(String range, long size) {
    assertThat(range(range).size()).isEqualTo(size);
  }

  @Test
  void itContainsBothBoundsAndWhatLiesBetween() {
    PositionRange range = range("7ffffffe-80000001");
    for (String inside : List.of("7ffffffe", "7fffffff", "80000000", "80000001")) {
      assertThat(range.contains(Integer.parseUnsignedInt(inside, 16))).as(inside).isTrue();
    }
    for (String outside : List.of("00000000", "7ffffffd", "80000002", "ffffffff")) {
      assertThat(range.contains(Integer.parseUnsignedInt(outside, 16))).as(outside).isFalse();
    }
    assertThat(PositionRange.ALL.contains(0)).isTrue();
    assertThat(PositionRange.ALL.contains(-1)).isTrue();
    assertThat(range).hasToString("7ffffffe-80000001");
  }
}
