package io.pando.mds.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.mds.work.MdsCount;
import org.junit.jupiter.api.Test;

/** Random histories of several clients with crashes of the server. */
class RankServiceTest {
  private static final int SEEDS = 60;

  @Test
  void sessionsAreShownDurableChangesAndCachesAreTrue() {
    int answers = 0;
    int lives = 0;
    int deaths = 0;
    long evicted = 0;
    long purged = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      ServiceWorld world = new ServiceWorld(seed, 3);
      try {
        for (int i = 0; i < 2_000; i++) {
          world.step();
        }
        world.settle();
        world.closeAll();
      } catch (AssertionError | RuntimeException broken) {
        throw new AssertionError("seed " + seed, broken);
      }
      answers += world.answersGiven();
      lives += world.lives();
      deaths += world.deaths();
      evicted += world.figures().counted(MdsCount.DROPPED_ROWS);
      purged += world.purged();
    }
    assertThat(answers).isGreaterThan(SEEDS * 50);
    assertThat(lives).isGreaterThan(SEEDS * 2);
    assertThat(deaths).isGreaterThan(SEEDS / 2);
    assertThat(evicted).isGreaterThan(SEEDS * 2);
    assertThat(purged).isGreaterThan(SEEDS);
  }
}
