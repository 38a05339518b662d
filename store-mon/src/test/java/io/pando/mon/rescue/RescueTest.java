package io.pando.mon.rescue;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.rules.Decision;
import io.pando.mon.rules.RuleBook;
import io.pando.mon.rules.Rules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.StateInvariants;
import io.pando.mon.state.Terms;
import java.util.List;
import org.junit.jupiter.api.Test;

class RescueTest {
  private static final MonitorInfo SURVIVOR =
      new MonitorInfo(new NodeId(NodeId.Role.MON, 2), "10.0.0.2", 6789, 6790);

  private static RuleBook cluster() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.CreatePool("a", 8, 3, 2, null));
    return book;
  }

  @Test
  void theNewMapIsFarAheadAndHasAllOsdsDown() {
    MonitorState before = cluster().state();
    MonitorState after = Rescue.of(before, SURVIVOR, before.nowMillis() + 5);
    StateInvariants.check(after);
    ClusterMap map = after.map();
    assertThat(map.epoch()).isEqualTo(before.map().epoch() + Rescue.EPOCHS);
    assertThat(map.osds().values()).noneMatch(OsdInfo::up);
    assertThat(map.osds().keySet()).isEqualTo(before.map().osds().keySet());
    assertThat(map.pools()).isEqualTo(before.map().pools());
    assertThat(after.since(before.map().epoch())).as("no incremental leads there").isEmpty();
    assertThat(after.nextPool()).isEqualTo(before.nextPool() + Rescue.POOLS);
    assertThat(map.monitors())
        .containsExactly(
            new MonitorInfo(SURVIVOR.node(), "10.0.0.2", 6789, 6790, map.epoch(), map.epoch()));
  }

  /** Pools name them; without them the state would be invalid. */
  @Test
  void theProfilesOfPoolsStay() {
    RuleBook book = cluster();
    book.accept(new Change.SetProfile("p", ErasureProfile.parse(List.of("k=2", "m=1"))));
    book.accept(new Change.CreateErasurePool("coded", 8, "p"));
    MonitorState after = Rescue.of(book.state(), SURVIVOR, 0);
    StateInvariants.check(after);
    assertThat(after.map().profiles()).isEqualTo(book.map().profiles()).containsOnlyKeys("p");
  }

  @Test
  void anOsdsNewerMapReplacesThatOfTheMonitor() {
    RuleBook book = cluster();
    book.accept(new Change.MarkOut(List.of(new OsdId(1))));
    MonitorState old = book.state();
    book.accept(new Change.MarkIn(List.of(new OsdId(1))));
    book.accept(new Change.CreatePool("b", 8, 3, 2, null));
    ClusterMap newer = book.map();
    MonitorState joined = Rescue.withMap(old, newer);
    StateInvariants.check(joined);
    assertThat(joined.map()).isEqualTo(newer);
    assertThat(joined.heldOut()).as("it is in by the newer map").isEmpty();
    assertThat(joined.nextPool()).isEqualTo(3);
    StateInvariants.check(Rescue.of(joined, SURVIVOR, 0));
  }

  @Test
  void theRescuedClusterGoesOn() {
    MonitorState before = cluster().state();
    MonitorState after = Rescue.of(before, SURVIVOR, before.nowMillis() + 5);
    Decision boot =
        Rules.decide(
            after, RuleBook.boot(0, 2), new Terms(after.nowMillis() + 1, 1, MonitorRules.DEFAULT));
    assertThat(boot)
        .isInstanceOfSatisfying(
            Decision.Accepted.class,
            accepted -> assertThat(accepted.state().map().isUp(new OsdId(0))).isTrue());
  }
}
