package io.pando.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangedRowsTest {
  private static List<ByteRange> ranges(Random64 random) {
    List<ByteRange> ranges = new ArrayList<>();
    int count = random.nextInt(16);
    for (int i = 0; i < count; i++) {
      ranges.add(new ByteRange(random.nextInt(200), random.nextInt(random.oneIn(4) ? 40 : 6)));
    }
    return ranges;
  }

  private static BitSet bits(List<ByteRange> ranges) {
    BitSet bits = new BitSet();
    ranges.forEach(range -> bits.set((int) range.offset(), (int) range.end()));
    return bits;
  }

  private static int gapsIn(BitSet bits) {
    int gaps = 0;
    for (int at = bits.nextSetBit(0); at >= 0; gaps++) {
      at = bits.nextSetBit(bits.nextClearBit(at));
    }
    return gaps;
  }

  @Test
  void aUnionHasTheBytesOfAllRangesInAsFewAsPossible() {
    for (int seed = 1; seed <= 2_000; seed++) {
      Random64 random = new Random64(seed);
      List<ByteRange> some = ranges(random);
      List<ByteRange> others = ranges(random);
      BitSet expected = bits(some);
      expected.or(bits(others));
      ChangedRows union = ChangedRows.of(some).with(ChangedRows.of(others));
      assertThat(bits(union.ranges())).isEqualTo(expected);
      assertThat(union.bytes()).isEqualTo(expected.cardinality());
      assertThat(union.ranges()).hasSize(gapsIn(expected));
      assertThat(ChangedRows.of(others).with(ChangedRows.of(some))).isEqualTo(union);
    }
  }

  @Test
  void fewerRangesCoverTheSameAndAddTheSmallestGaps() {
    for (int seed = 1; seed <= 2_000; seed++) {
      Random64 random = new Random64(seed);
      ChangedRows all = ChangedRows.of(ranges(random));
      int most = 1 + random.nextInt(6);
      ChangedRows few = all.inAtMost(most);
      assertThat(few.ranges()).hasSize(Math.min(most, all.ranges().size()));
      BitSet left = bits(all.ranges());
      left.andNot(bits(few.ranges()));
      assertThat(left.isEmpty()).as("%s is all of %s", few, all).isTrue();
      List<Long> gaps = new ArrayList<>();
      for (int i = 1; i < all.ranges().size(); i++) {
        gaps.add(all.ranges().get(i).offset() - all.ranges().get(i - 1).end());
      }
      long added =
          gaps.stream()
              .sorted()
              .limit(all.ranges().size() - few.ranges().size())
              .mapToLong(g -> g)
              .sum();
      assertThat(few.bytes()).isEqualTo(all.bytes() + added);
    }
  }

  @Test
  void rangesAreInOrderAndApart() {
    assertThat(new ChangedRows(List.of(new ByteRange(0, 1), new ByteRange(2, 1))).bytes())
        .isEqualTo(2);
    assertThatThrownBy(() -> new ChangedRows(List.of(new ByteRange(0, 2), new ByteRange(2, 1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ChangedRows(List.of(new ByteRange(4, 2), new ByteRange(0, 1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ChangedRows(List.of(new ByteRange(4, 0))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
