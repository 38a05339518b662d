package io.pando.bench.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cli.command.UserError;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepTest {
  private static final List<Share> SHARES =
      List.of(new Share(1, 0, 0, false), new Share(5, 0, 0, false));

  @Test
  void listsAreRead() {
    assertThat(Numbers.counts("--objects", "5k, 100k,7", 1, 1_000_000))
        .containsExactly(5_000, 100_000, 7);
    assertThat(Numbers.percents("--stale", "0.1,20")).containsExactly(0.1, 20.0);
    assertThat(Numbers.leaves("--leaves", "0,1024,65536", 1 << 20))
        .containsExactly(0, 1024, 65_536);
    assertThat(Numbers.ways("--ways", "log,scan")).containsExactly(Way.LOG, Way.SCAN);
  }

  @Test
  void nonsenseIsRefusedByItsName() {
    assertThatThrownBy(() -> Numbers.counts("--objects", "5m", 1, 10))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--objects: '5m' is not a number");
    assertThatThrownBy(() -> Numbers.counts("--objects", "11", 1, 10))
        .hasMessageContaining("--objects must be 1 to 10");
    assertThatThrownBy(() -> Numbers.percents("--stale", "101")).hasMessageContaining("--stale");
    assertThatThrownBy(() -> Numbers.leaves("--leaves", "1000", 1 << 20))
        .hasMessageContaining("2, 4, 8");
    assertThatThrownBy(() -> Numbers.ways("--ways", "index,luck"))
        .hasMessageContaining("log, index, tree and scan");
  }

  @Test
  void oneClusterServesAllWaysThatNeedNoOther() {
    List<Way> ways = List.of(Way.INDEX, Way.TREE, Way.SCAN);
    Sweep plain = new Sweep(List.of(5_000, 10_000), List.of(), ways, SHARES);
    assertThat(plain.stops())
        .containsExactly(new Sweep.Stop(5_000, 0, ways), new Sweep.Stop(10_000, 0, ways));
    assertThat(plain.rounds()).isEqualTo(12);
    Sweep leaves = new Sweep(List.of(5_000), List.of(0, 1024, 4096), List.of(Way.INDEX), SHARES);
    assertThat(leaves.stops())
        .containsExactly(
            new Sweep.Stop(5_000, 1024, List.of(Way.TREE, Way.INDEX, Way.SCAN)),
            new Sweep.Stop(5_000, 4096, List.of(Way.TREE)));
    assertThat(leaves.rounds()).isEqualTo(8);
  }

  @Test
  void waysAreWhatOperatorsWouldConfigure() {
    assertThat(Way.TREE.settings(1024)).contains("repair_by: tree", "tree_depth: 10");
    assertThat(Way.SCAN.settings(0)).contains("repair_by: scan").doesNotContain("tree_depth");
    assertThat(Way.LOG.settings(0)).contains("log_entries: 1000000");
  }
}
