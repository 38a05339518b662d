package io.pando.mon.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.release.Release;
import io.pando.id.Address;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.mon.rules.RuleBook;
import io.pando.port.Peer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An OSD speaks for itself alone; what concerns others is for operators. */
class ChangePermissionsTest {
  private static final OsdId OSD0 = new OsdId(0);
  private static final OsdId OSD1 = new OsdId(1);
  private static final String HOME = "127.0.0.1";

  private final ClusterMap map = RuleBook.withOsds(3).map();

  private static Peer osd(OsdId osd, long nonce, String host) {
    return new Peer.Session(osd.node(), nonce, 1, host);
  }

  private static final Peer OPERATOR =
      new Peer.Session(new NodeId(NodeId.Role.CLIENT, 5), 5, 5, "10.0.0.9");

  private void assertMay(Peer from, Change change) {
    assertThat(ChangePermissions.objection(from, change, map)).as("%s %s", from, change).isEmpty();
  }

  private void assertMayNot(Peer from, Change change) {
    assertThat(ChangePermissions.objection(from, change, map))
        .as("%s %s", from, change)
        .hasValueSatisfying(it -> assertThat(it).isInstanceOf(ChangeOutcome.Rejected.class));
  }

  private static Change boot(OsdId osd, long nonce, String host) {
    return new Change.Boot(osd, new UUID(0, 0), new Address(osd.node(), nonce, host, 7000), 1, 0);
  }

  @Test
  void anOsdBootsItself() {
    assertMay(osd(OSD0, 9, "10.0.0.1"), boot(OSD0, 9, "10.0.0.1"));
    assertMay(osd(OSD0, 9, "10.0.0.1"), boot(OSD0, 9, "node1"));
    assertMayNot(osd(OSD1, 9, "10.0.0.1"), boot(OSD0, 9, "10.0.0.1"));
    assertMayNot(osd(OSD0, 8, "10.0.0.1"), boot(OSD0, 9, "10.0.0.1"));
    assertMayNot(osd(OSD0, 9, "10.0.0.2"), boot(OSD0, 9, "10.0.0.1"));
    assertMayNot(OPERATOR, boot(OSD0, 9, "10.0.0.9"));
  }

  @Test
  void anOsdReportsUnderItsOwnNameAlone() {
    Change report = new Change.ReportFailure(OSD0, OSD1, 1, 60_000, true);
    Change withdrawal = new Change.WithdrawFailure(OSD0, OSD1, 1);
    Change wish = new Change.OverrideActing(OSD0, new PgId(new PoolId(1), 0), MemberList.of(OSD0));
    for (Change change : List.of(report, withdrawal, wish)) {
      assertMay(osd(OSD0, 1, HOME), change);
      assertMayNot(osd(OSD1, 1, HOME), change);
      assertMayNot(osd(OSD0, 1, "10.0.0.2"), change);
      assertMayNot(OPERATOR, change);
      // This monitor may be behind: another one can tell.
      assertThat(ChangePermissions.objection(osd(OSD0, 2, HOME), change, map))
          .hasValueSatisfying(it -> assertThat(it).isInstanceOf(ChangeOutcome.Unavailable.class));
    }
  }

  @Test
  void anIncarnationSpeaksForItself() {
    for (Change change :
        List.of(new Change.Stop(OSD0, 1), new Change.RaiseUpThru(OSD0, 1, map.epoch()))) {
      assertMay(osd(OSD0, 1, HOME), change);
      assertMayNot(osd(OSD0, 2, HOME), change);
      assertMayNot(osd(OSD1, 1, HOME), change);
      assertMayNot(osd(OSD0, 1, "10.0.0.2"), change);
    }
    assertMay(osd(OSD0, 2, HOME), new Change.Stop(OSD0, 2));
  }

  @Test
  void whatConcernsOthersIsForOperators() {
    for (Change change :
        List.of(
            new Change.DeletePool("a", "a"),
            new Change.PurgePool(new PoolId(1)),
            new Change.MarkDown(List.of(OSD0)),
            new Change.PurgeOsd(OSD0, true),
            new Change.SetCrush(""))) {
      assertMay(OPERATOR, change);
      assertMayNot(osd(OSD0, 1, HOME), change);
    }
    assertMayNot(OPERATOR, new Change.Tick());
    assertMayNot(OPERATOR, new Change.MarkFullness(List.of()));
    assertMayNot(OPERATOR, new Change.MarkFullPools(List.of()));
    assertMayNot(osd(OSD0, 1, HOME), new Change.MarkFullness(List.of()));
  }

  @Test
  void whatOnlyANewerReleaseReadsDoesNotReachTheLog() {
    Change create = new Change.CreateErasurePool("a", 8, "2+1");
    assertMay(OPERATOR, create);
    assertMayNot(osd(OSD0, 1, HOME), create);
    assertThat(
            ChangePermissions.objection(OPERATOR, create, RuleBook.requiring(map, Release.V0_1_0)))
        .hasValueSatisfying(it ->
            assertThat(it)
                .isInstanceOfSatisfying(
                    ChangeOutcome.Rejected.class,
                    rejected -> assertThat(rejected.reason()).contains("require-release")));
  }

  @Test
  void aNewOsdPutsItselfIntoCrush() {
    Change itself = new Change.PlaceInCrush("osd.0", null, List.of("host=a"));
    Change another = new Change.PlaceInCrush("osd.1", null, List.of("host=a"));
    assertMay(osd(OSD0, 1, HOME), itself);
    assertMayNot(osd(OSD0, 1, HOME), another);
    assertMay(OPERATOR, another);
  }
}
