package io.pando.osd.pg.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.TreeDepth;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.op.OpLimits;
import org.junit.jupiter.api.Test;

/** A log is trimmed to its limits once it is longer by a sixteenth. */
class TrimPointTest {
  private static final long NO_LIMIT = 1L << 40;

  private static GroupHarness group(int maxEntries, long maxBytes) {
    GroupConfig config =
        new GroupConfig(
            new GroupConfig.LogLimits(maxEntries, maxBytes, 400, 1 << 20),
            new GroupConfig.WaitLimits(50, 100),
            OpLimits.defaults(),
            RecoveryLimits.defaults(),
            TreeDepth.DEFAULT,
            ScrubLimits.defaults());
    return new GroupHarness(new OsdId(0), Maps.of(1, Replication.PRIMARY), config);
  }

  private static void update(GroupHarness harness, int count) {
    for (int i = 0; i < count; i++) {
      long sequence = harness.replica.log().head().counter() + 1;
      harness.replica.append(
          harness.update("o", new RequestId(9, sequence)), Version.ZERO, Awaiting.nothing());
    }
    harness.settle();
  }

  @Test
  void moreEntriesThanAreKeptAreTrimmedTogether() {
    GroupHarness harness = group(32, NO_LIMIT);
    update(harness, 34);
    assertThat(harness.replica.trimming().trimPoint()).isNull();
    update(harness, 1);
    assertThat(harness.replica.trimming().trimPoint()).isEqualTo(new Version(Maps.EPOCH, 3));
  }

  /** Entries that are all alike are kept as long as their bytes fit. */
  @Test
  void moreBytesThanAreKeptAreTrimmedTogether() {
    GroupHarness measured = group(1_000, NO_LIMIT);
    update(measured, 1);
    long each = measured.replica.log().bytes();
    GroupHarness harness = group(1_000, 32 * each);
    update(harness, 34);
    assertThat(harness.replica.log().bytes()).isEqualTo(34 * each);
    assertThat(harness.replica.trimming().trimPoint()).as("just as much").isNull();
    update(harness, 1);
    assertThat(harness.replica.trimming().trimPoint()).isEqualTo(new Version(Maps.EPOCH, 3));
  }
}
