package io.pando.erasure.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StripeLayoutTest {
  /** For each data fragment, the offsets in the object of its bytes, byte by byte. */
  private static List<List<Long>> byHand(StripeLayout layout, long objectBytes) {
    List<List<Long>> fragments = new ArrayList<>();
    for (int index = 0; index < layout.k(); index++) {
      fragments.add(new ArrayList<>());
    }
    for (long offset = 0; offset < objectBytes; offset++) {
      fragments.get((int) (offset / layout.unit() % layout.k())).add(offset);
    }
    return fragments;
  }

  @Test
  void fragmentsHaveTheBytesOfTheirUnits() {
    Random64 random = new Random64(1);
    for (int round = 0; round < 300; round++) {
      StripeLayout layout = new StripeLayout(1 + random.nextInt(5), 1 + random.nextInt(6));
      int size = random.nextInt(80);
      List<List<Long>> fragments = byHand(layout, size);
      ByteRange part = range(random, size);
      for (int index = 0; index < layout.k(); index++) {
        List<Long> offsets = fragments.get(index);
        assertThat(layout.fragmentBytes(index, size)).isEqualTo(offsets.size());
        for (int at = 0; at < offsets.size(); at++) {
          assertThat(layout.objectOffset(index, at)).isEqualTo(offsets.get(at));
        }
        ByteRange ofFragment = layout.fragmentRange(index, part);
        assertThat(offsets.subList((int) ofFragment.offset(), (int) ofFragment.end()))
            .isEqualTo(
                offsets.stream()
                    .filter(offset -> offset >= part.offset() && offset < part.end())
                    .toList());
        List<Long> pieces = new ArrayList<>();
        for (ByteRange piece : layout.objectRanges(index, ofFragment)) {
          assertThat(piece.length()).isBetween(1L, (long) layout.unit());
          for (long offset = piece.offset(); offset < piece.end(); offset++) {
            pieces.add(offset);
          }
        }
        assertThat(pieces)
            .isEqualTo(offsets.subList((int) ofFragment.offset(), (int) ofFragment.end()));
      }
      assertThat(layout.parityBytes(size)).isEqualTo(fragments.getFirst().size());
      assertThat(layout.stripes(size))
          .isEqualTo((size + layout.stripeBytes() - 1) / layout.stripeBytes());
    }
  }

  private static ByteRange range(Random64 random, int size) {
    int from = random.nextInt(size + 1);
    return new ByteRange(from, random.nextInt(size - from + 1));
  }

  @Test
  void emptyPartsAreLeftOut() {
    StripeLayout layout = new StripeLayout(3, 4);
    assertThat(layout.fragmentRanges(new ByteRange(5, 6)))
        .containsExactly(
            new DataRange(1, new ByteRange(1, 3)), new DataRange(2, new ByteRange(0, 3)));
    assertThat(layout.fragmentRanges(new ByteRange(5, 0))).isEmpty();
  }

  @Test
  void sizesBeyondAnIntAreRight() {
    StripeLayout layout = new StripeLayout(4, 16 << 10);
    long size = (1L << 40) + 5;
    assertThat(layout.fragmentBytes(0, size)).isEqualTo((1L << 38) + 5);
    assertThat(layout.fragmentBytes(3, size)).isEqualTo(1L << 38);
    assertThat(layout.objectOffset(0, (1L << 38) + 4)).isEqualTo(size - 1);
  }

  @Test
  void layoutNeedsDataFragmentsAndUnits() {
    assertThatThrownBy(() -> new StripeLayout(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StripeLayout(1, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
