package io.pando.bench.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cli.command.UserError;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementPlanTest {
  private static final List<ChangeShare> SHARES =
      List.of(new ChangeShare(1, 0, 0, false), new ChangeShare(5, 0, 0, false));

  @Test
  void listsAreRead() {
    assertThat(NumberList.counts("--objects", "5k, 100k,7", 1, 1_000_000))
        .containsExactly(5_000, 100_000, 7);
    assertThat(NumberList.percents("--stale", "0.1,20")).containsExactly(0.1, 20.0);
    assertThat(NumberList.leaves("--leaves", "0,1024,65536", 1 << 20))
        .containsExactly(0, 1024, 65_536);
    assertThat(NumberList.ways("--ways", "log,scan"))
        .containsExactly(DiscoveryMethod.LOG, DiscoveryMethod.SCAN);
  }

  @Test
  void nonsenseIsRefusedByItsName() {
    assertThatThrownBy(() -> NumberList.counts("--objects", "5m", 1, 10))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--objects: '5m' is not a number");
    assertThatThrownBy(() -> NumberList.counts("--objects", "11", 1, 10))
        .hasMessageContaining("--objects must be 1 to 10");
    assertThatThrownBy(() -> NumberList.percents("--stale", "101")).hasMessageContaining("--stale");
    assertThatThrownBy(() -> NumberList.leaves("--leaves", "1000", 1 << 20))
        .hasMessageContaining("2, 4, 8");
    assertThatThrownBy(() -> NumberList.ways("--ways", "index,luck"))
        .hasMessageContaining("log, index, tree and scan");
  }

  @Test
  void oneClusterServesAllWaysThatNeedNoOther() {
    List<DiscoveryMethod> ways =
        List.of(DiscoveryMethod.INDEX, DiscoveryMethod.TREE, DiscoveryMethod.SCAN);
    MeasurementPlan plain = new MeasurementPlan(List.of(5_000, 10_000), List.of(), ways, SHARES);
    assertThat(plain.stops())
        .containsExactly(
            new MeasurementPlan.Stop(5_000, 0, ways), new MeasurementPlan.Stop(10_000, 0, ways));
    assertThat(plain.rounds()).isEqualTo(12);
    MeasurementPlan leaves =
        new MeasurementPlan(
            List.of(5_000), List.of(0, 1024, 4096), List.of(DiscoveryMethod.INDEX), SHARES);
    assertThat(leaves.stops())
        .containsExactly(
            new MeasurementPlan.Stop(
                5_000,
                1024,
                List.of(DiscoveryMethod.TREE, DiscoveryMethod.INDEX, DiscoveryMethod.SCAN)),
            new MeasurementPlan.Stop(5_000, 4096, List.of(DiscoveryMethod.TREE)));
    assertThat(leaves.rounds()).isEqualTo(8);
  }

  @Test
  void waysAreWhatOperatorsWouldConfigure() {
    assertThat(DiscoveryMethod.TREE.settings(1024)).contains("repair_by: tree", "tree_depth: 10");
    assertThat(DiscoveryMethod.SCAN.settings(0))
        .contains("repair_by: scan")
        .doesNotContain("tree_depth");
    assertThat(DiscoveryMethod.LOG.settings(0)).contains("log_entries: 1000000");
  }
}
