package io.pando.mds.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Ino;
import io.pando.fs.session.InoRange;
import org.junit.jupiter.api.Test;

/** Random histories with crashes: changes are done once, and numbers belong to one session. */
class SessionsTest {
  private static final int SEEDS = 30;

  @Test
  void repeatedChangesAreDoneOnceAndNumbersAreNeverUsedTwice() {
    int repeated = 0;
    int crashes = 0;
    int ended = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      SessionWorld world = new SessionWorld(seed);
      try {
        for (int i = 0; i < 1_200; i++) {
          world.step();
        }
        world.settle();
        world.restart();
      } catch (AssertionError broken) {
        throw new AssertionError("seed " + seed, broken);
      }
      repeated += world.repeated();
      crashes += world.crashes();
      ended += world.ended();
    }
    assertThat(crashes).isGreaterThan(SEEDS);
    assertThat(repeated).isGreaterThan(SEEDS / 2);
    assertThat(ended).isGreaterThan(SEEDS / 2);
  }

  @Test
  void rangesAreDividedByUse() {
    NumberSet set = new NumberSet();
    set.add(new InoRange(new Ino(10), 5));
    set.add(new InoRange(new Ino(20), 1));
    assertThat(set.remove(new Ino(12))).isTrue();
    assertThat(set.remove(new Ino(12))).isFalse();
    assertThat(set.remove(new Ino(15))).isFalse();
    assertThat(set.remove(new Ino(20))).isTrue();
    assertThat(set.contains(new Ino(9))).isFalse();
    assertThat(set.size()).isEqualTo(4);
    assertThat(set.ranges())
        .containsExactly(new InoRange(new Ino(10), 2), new InoRange(new Ino(13), 2));
  }
}
