package io.pando.mds.caps;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Honest clients with messages that cross, clients that go, requests, and fail-overs. */
class CapabilitiesRandomTest {
  private static final int SEEDS = 200;
  private static final int STEPS = 400;

  @Test
  void capabilitiesNeverConflictAndAllRequestsAreServed() {
    int served = 0;
    int revoked = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      CapabilityWorld world = new CapabilityWorld(seed, 2 + (int) (seed % 3), 1 + (int) (seed % 2));
      try {
        for (int i = 0; i < STEPS; i++) {
          world.step();
        }
        assertThat(world.settle()).as("%d requests wait", world.waiting()).isTrue();
        world.checkShares();
      } catch (AssertionError broken) {
        throw new AssertionError("seed " + seed, broken);
      }
      served += world.served();
      revoked += world.revoked();
    }
    assertThat(served).isGreaterThan(SEEDS * 10);
    assertThat(revoked).isGreaterThan(SEEDS * 10);
  }
}
