package io.pando.mds.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Random histories, compared with a model of POSIX. */
class NamesRandomTest {
  private int missing;
  private int crashes;
  private int changes;
  private int errors;

  private void run(long seed, int steps) {
    RandomRequests requests = new RandomRequests(seed);
    try {
      requests.run(steps);
    } catch (AssertionError | RuntimeException failed) {
      throw new AssertionError("seed " + seed + ": " + failed.getMessage(), failed);
    }
    missing += requests.world().missing();
    crashes += requests.crashes();
    changes += requests.changes();
    errors += requests.errors();
  }

  @Test
  void answersAreThoseOfTheModel() {
    for (long seed = 1; seed <= 120; seed++) {
      run(seed, 120);
    }
    assertThat(missing).as("rows that were read").isGreaterThan(3_000);
    assertThat(crashes).isGreaterThan(150);
    assertThat(changes).isGreaterThan(2_500);
    assertThat(errors).isGreaterThan(2_000);
  }

  /** In the first four, directories of which others were on their way were exchanged. */
  @Test
  void alsoInLongHistories() {
    for (long seed : new long[] {5_019, 5_049, 5_052, 5_059, 1, 2, 3, 4, 5, 6}) {
      run(seed, 600);
    }
    assertThat(changes).isGreaterThan(1_000);
  }
}
