package io.pando.sim.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.mds.caps.CapabilityLimits;
import io.pando.mds.caps.RecallLimits;
import io.pando.mds.purge.PurgeLimits;
import io.pando.mds.rank.RankConfig;
import io.pando.mds.serve.ServiceLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What clients can make a server keep in memory. The heap is measured, so nothing runs beside. */
@Isolated
class MemoryScaleTest {
  private static final int FILES = 500;

  /** A hundredth of the usual limits. */
  private static RankConfig.Limits small() {
    RankConfig.Limits usual = RankConfig.Limits.usual();
    CapabilityLimits capabilities = CapabilityLimits.usual();
    RecallLimits recall = new RecallLimits(5_000, 10_000, 10_000, 5_000, 1_000_000_000L);
    return new RankConfig.Limits(
        usual.store(),
        usual.sessions(),
        new ServiceLimits(
            new CapabilityLimits(
                recall,
                capabilities.holdOffNanos(),
                capabilities.firstStep(),
                capabilities.mostStep()),
            PurgeLimits.usual(),
            new ServiceLimits.Memory(10_000, 10_000, 500, 50_000_000L)));
  }

  @Test
  void walkOfOneClientDoesNotBreakTheBudget() {
    WalkRun.Result result =
        new WalkRun(new GeneratedFiles(100, FILES, false), small(), 1_000_000_000L)
            .run(0, (_, _) -> {});
    assertThat(result.listed()).isEqualTo(50_000);
    assertThat(result.recalls()).isPositive();
    assertThat(result.mostHeld()).isLessThanOrEqualTo(10_000 + FILES);
    assertThat(result.held()).as("what is recalled is given back").isLessThan(8_000);
    assertThat(result.mostRows()).isLessThanOrEqualTo(10_000 + 4 * FILES);
  }

  @Test
  void clientsThatReleaseNothingDoNotBreakTheBudget() {
    WalkRun.Result result =
        new WalkRun(new GeneratedFiles(100, FILES, false), small(), 1_000_000_000L)
            .run(2, (_, _) -> {});
    assertThat(result.listed()).isEqualTo(100_000);
    assertThat(result.mostHeld()).isLessThanOrEqualTo(10_000 + 10_000 / 8 + FILES);
    assertThat(result.mostRows()).isLessThanOrEqualTo(10_000 + 10_000 / 8 + 4 * FILES);
  }

  @Test
  void inodeWithCapabilityTakesFewBytes() {
    long[] before = new long[1];
    long[] bytes = new long[1];
    WalkRun.usual(40_000)
        .fill((walk, listed) -> {
          if (listed == 10_000) {
            before[0] = used();
          } else if (listed == 40_000) {
            assertThat(walk.held()).isGreaterThan(listed);
            bytes[0] = (used() - before[0]) / 30_000;
          }
        });
    assertThat(bytes[0]).as("a million fit into 1 GiB").isBetween(100L, 700L);
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
