package io.pando.client.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.random.Random64;
import org.junit.jupiter.api.Test;

/**
 * Mounts that share a few names, under a server that fails, streams that end, and mounts that are
 * cut off. What a mount answers by itself is what the server would answer at that moment.
 */
class FileClientRandomTest {
  private static final long MILLI = 1_000_000;

  private int local;
  private int remote;
  private int ahead;

  /** Answers that show a directory after changes that the server has not answered. */
  private int directoriesAhead;

  private int renamedAhead;
  private int lost;
  private int failOvers;

  /** One history; prints its seed if it fails. */
  private void play(long seed, int mounts, boolean troubles) {
    ModelWorld world = new ModelWorld(seed, mounts);
    Random64 random = world.random.split();
    try {
      for (int i = 0; i < 200; i++) {
        world.mounts.get(random.nextInt(mounts)).act();
        world.run(world.now + random.nextInt((int) (random.oneIn(3) ? 40 * MILLI : MILLI)));
        if (troubles) {
          trouble(world, random);
        }
      }
      world.settle();
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
    for (ModelMount mount : world.mounts) {
      local += mount.local;
      remote += mount.remote;
      ahead += mount.ahead;
      directoriesAhead += mount.directoriesAhead;
      renamedAhead += mount.renamedAhead;
      lost += mount.lost;
    }
    failOvers += world.failOvers;
  }

  private static void trouble(ModelWorld world, Random64 random) {
    ModelMount mount = world.mounts.get(random.nextInt(world.mounts.size()));
    switch (random.nextInt(120)) {
      case 0 -> {
        if (world.serverIsUp && world.server.isActive()) {
          world.failOver();
        }
      }
      case 1, 2, 3 -> mount.reset();
      case 4 -> mount.cutUntil = world.now + random.nextInt(3_000) * MILLI;
      default -> {}
    }
  }

  @Test
  void aMountAloneAnswersMostByItself() {
    for (long seed = 1; seed <= 15; seed++) {
      play(seed, 1, false);
    }
    assertThat(local).isGreaterThan(remote / 10);
    assertThat(ahead).isGreaterThan(20);
    assertThat(directoriesAhead).isGreaterThan(5);
    assertThat(renamedAhead).isPositive();
  }

  @Test
  void mountsSeeOneAnothersChanges() {
    for (long seed = 1_001; seed <= 1_030; seed++) {
      play(seed, 3, false);
    }
    assertThat(local).isPositive();
    assertThat(ahead).isPositive();
    assertThat(lost).isZero();
  }

  @Test
  void troublesLoseAndInventNothing() {
    for (long seed = 2_001; seed <= 2_060; seed++) {
      play(seed, 3, true);
    }
    assertThat(local).isGreaterThan(200);
    assertThat(lost).isPositive();
    assertThat(failOvers).isGreaterThan(20);
    assertThat(ahead).isPositive();
  }
}
