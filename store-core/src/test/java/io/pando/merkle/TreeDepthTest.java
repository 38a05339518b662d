package io.pando.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeDepthTest {
  /** The paper's example: 250,000 objects use about 23,000 leaves. */
  @Test
  void leavesAreUsedAsThePaperSays() {
    assertThat(TreeDepth.objectsToUse(14)).isBetween(168_000L, 169_000L);
    assertThat(TreeDepth.objectsToUse(15)).isBetween(359_000L, 361_000L);
    assertThat(TreeDepth.DEFAULT.of(250_000)).isEqualTo(15);
  }

  @Test
  void moreObjectsHaveADeeperTree() {
    int before = TreeDepth.DEFAULT.of(0);
    assertThat(before).isEqualTo(TreeDepth.LEAST);
    for (long objects = 1; objects < 1L << 40; objects *= 2) {
      int depth = TreeDepth.DEFAULT.of(objects);
      assertThat(depth).isBetween(before, before + 1);
      before = depth;
    }
    assertThat(before).isEqualTo(TreeDepth.MOST);
    assertThat(TreeDepth.DEFAULT.of(Long.MAX_VALUE)).isEqualTo(TreeDepth.MOST);
  }

  @Test
  void aLeafHasSomeObjects() {
    for (long objects = 8_000; objects < 5_000_000; objects += objects / 7) {
      long each = objects >> TreeDepth.DEFAULT.of(objects);
      assertThat(each).isBetween(2L, 16L);
    }
  }

  @Test
  void depthStaysAsLongAsItIsNearlyRight() {
    int now = TreeDepth.DEFAULT.of(100_000);
    assertThat(TreeDepth.DEFAULT.of(250_000, now)).isEqualTo(now);
    assertThat(TreeDepth.DEFAULT.of(20_000, now)).isEqualTo(now);
    assertThat(TreeDepth.DEFAULT.of(600_000, now)).isEqualTo(TreeDepth.DEFAULT.of(2_400_000));
    assertThat(TreeDepth.DEFAULT.of(100, now)).isEqualTo(TreeDepth.LEAST);
    assertThat(TreeDepth.DEFAULT.of(Long.MAX_VALUE, TreeDepth.MOST)).isEqualTo(TreeDepth.MOST);
    for (long objects = 1; objects < 1L << 30; objects += 1 + objects / 3) {
      int then = TreeDepth.DEFAULT.of(objects, now);
      assertThat(TreeDepth.DEFAULT.of(objects, then)).isEqualTo(then);
    }
  }

  @Test
  void boundsHoldWhateverThereIs() {
    TreeDepth fixed = new TreeDepth(12, 12);
    TreeDepth flat = new TreeDepth(0, 3);
    for (long objects = 0; objects < 1L << 30; objects += 1 + objects / 3) {
      assertThat(fixed.of(objects)).isEqualTo(12);
      assertThat(fixed.of(objects, 10)).isEqualTo(12);
      assertThat(fixed.of(objects, 14)).isEqualTo(12);
      assertThat(flat.of(objects, 5)).isLessThanOrEqualTo(3);
    }
    assertThat(flat.of(0)).isZero();
    assertThat(flat.of(30)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"0,21", "21,21", "-1,5", "6,5"})
  void boundsAreInOrderAndWithinWhatTreesCanBe(int least, int most) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TreeDepth(least, most))
        .withMessage("depth of trees: " + least + " to " + most);
  }
}
