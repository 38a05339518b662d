package io.pando.client.fs.open;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Random histories of programs on mounts that share files. Every read is explained by the writes
 * before it, all calls end, nothing stays dirty, and the server knows the sizes of the objects.
 */
class OpenFilesRandomTest {
  private int reads;
  private int writes;
  private int lost;
  private int errors;

  private void play(long seed, int mounts, boolean troubles) {
    FilesHistory history = new FilesHistory(seed, mounts, troubles);
    try {
      history.play(250);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
    reads += history.reads;
    writes += history.writes;
    lost += history.lost();
    errors += history.errors;
  }

  @Test
  void aMountAloneReadsWhatItWrote() {
    for (long seed = 1; seed <= 4; seed++) {
      play(seed, 1, false);
    }
    assertThat(errors).isZero();
    assertThat(writes).isGreaterThan(100);
  }

  @Test
  void mountsReadWhatOthersWrote() {
    for (long seed = 1_001; seed <= 1_006; seed++) {
      play(seed, 2 + (int) (seed % 2), false);
    }
    assertThat(lost).isZero();
    assertThat(errors).isZero();
    assertThat(reads).isGreaterThan(200);
  }

  @Test
  void lostSessionsLoseOnlyWhatWasDirty() {
    for (long seed = 2_001; seed <= 2_008; seed++) {
      play(seed, 3, true);
    }
    assertThat(lost).isGreaterThan(4);
    assertThat(reads).isGreaterThan(200);
  }
}
