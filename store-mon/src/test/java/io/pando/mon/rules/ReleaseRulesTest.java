package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.release.Release;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReleaseRulesTest {
  private static final int OLD = Release.current().number();
  private static final int NEW = OLD + 1;
  private static final NodeId MON0 = new NodeId(NodeId.Role.MON, 0);
  private static final NodeId OSD0 = new OsdId(0).node();

  private static Change.Boot boot(int osd, long nonce, int release) {
    Change.Boot boot = RuleBook.boot(osd, nonce);
    return new Change.Boot(
        boot.osd(), boot.identity(), boot.address(), boot.shards(), boot.since(), release);
  }

  /** A cluster of the older release, with these OSDs up. */
  private static RuleBook cluster(int osds) {
    return RuleBook.withOsds(osds);
  }

  @Test
  void aClusterBeginsWithTheReleaseOfItsFounder() {
    RuleBook book = cluster(1);
    assertThat(book.map().releases().required()).isEqualTo(OLD);
    assertThat(book.map().releases().of(MON0)).isEqualTo(OLD);
    assertThat(book.map().releases().of(OSD0)).isEqualTo(OLD);
    assertThat(book.map().releases().allows(Release.current())).isTrue();
  }

  @Test
  void daemonsAreUpgradedOneByOneAndThenTheNewReleaseIsRequired() {
    RuleBook book = cluster(2);
    assertThat(book.reject(new Change.RequireRelease(NEW))).contains("mon.0", "osd.0", "osd.1");
    book.accept(new Change.TellRelease(MON0, NEW));
    assertThat(book.reject(new Change.RequireRelease(NEW)))
        .doesNotContain("mon.0")
        .contains("osd.0 (" + Release.current().label() + ")", "Upgrade them first");
    book.accept(boot(0, 2, NEW));
    assertThat(book.reject(new Change.RequireRelease(NEW))).contains("osd.1");
    book.accept(boot(1, 2, NEW));
    book.accept(new Change.RequireRelease(NEW));
    assertThat(book.map().releases().required()).isEqualTo(NEW);
    book.acceptInVain(new Change.RequireRelease(NEW));
  }

  @Test
  void anOlderMetadataServerKeepsTheClusterFromRequiringARelease() {
    RuleBook book = cluster(0);
    book.accept(new Change.TellRelease(MON0, NEW));
    NodeId server = new NodeId(NodeId.Role.MDS, 4);
    book.accept(bootMds(server, 31, OLD));
    assertThat(book.map().releaseOf(server)).isEqualTo(OLD);
    assertThat(book.reject(new Change.RequireRelease(NEW)))
        .contains("mds.4 (" + Release.current().label() + ")", "Upgrade them first");
    book.accept(bootMds(server, 32, NEW));
    assertThat(book.map().releaseOf(server)).isEqualTo(NEW);
    book.accept(new Change.RequireRelease(NEW));
    assertThat(book.reject(bootMds(server, 33, OLD))).contains("mds.4", "requires release");
  }

  private static Change.BootMds bootMds(NodeId server, long life, int release) {
    Address address = new Address(server, life, "127.0.0.1", 7004);
    return new Change.BootMds(new MdsIncarnation(life), address, "", release);
  }

  @Test
  void aDowngradeIsPossibleUntilTheNewReleaseIsRequired() {
    RuleBook book = cluster(1);
    book.accept(new Change.TellRelease(MON0, NEW));
    book.accept(boot(0, 2, NEW));
    assertThat(book.map().releases().of(OSD0)).isEqualTo(NEW);
    book.accept(boot(0, 3, OLD));
    assertThat(book.map().releases().of(OSD0)).isEqualTo(OLD);
    book.accept(boot(0, 4, NEW));
    book.accept(new Change.RequireRelease(NEW));
    book.accept(new Change.Stop(new OsdId(0), 4));
    assertThat(book.reject(boot(0, 5, OLD))).contains("osd.0", Release.current().label());
    assertThat(book.reject(boot(0, 5, 0))).contains("an unknown release");
    assertThat(book.reject(new Change.TellRelease(MON0, OLD))).contains("mon.0");
    assertThat(book.reject(new Change.RequireRelease(OLD))).contains("requires release");
    book.accept(boot(0, 6, NEW));
  }

  @Test
  void anOsdThatIsDownDoesNotKeepTheClusterFromRequiringARelease() {
    RuleBook book = cluster(2);
    book.accept(new Change.TellRelease(MON0, NEW));
    book.accept(boot(0, 2, NEW));
    book.accept(new Change.Stop(new OsdId(1), 1));
    book.accept(new Change.RequireRelease(NEW));
    assertThat(book.reject(boot(1, 2, OLD))).contains("start it with that release or a newer one");
    book.accept(boot(1, 3, NEW));
  }

  /** An incarnation that is up and boots again must not slip through. */
  @Test
  void anIncarnationThatIsUpTellsItsReleaseToo() {
    RuleBook book = cluster(1);
    Change.Boot again = boot(0, 1, NEW);
    long since = book.map().epoch() + 1;
    book.accept(
        new Change.Boot(
            again.osd(), again.identity(), again.address(), again.shards(), since, NEW));
    assertThat(book.map().releases().of(OSD0)).isEqualTo(NEW);
  }

  @Test
  void aMonitorThatWasAddedMustTellItsRelease() {
    RuleBook book = cluster(1);
    NodeId added = new NodeId(NodeId.Role.MON, 1);
    book.accept(new Change.AddMonitor(added, "127.0.0.1", 7789, 7790));
    book.accept(new Change.TellRelease(MON0, NEW));
    book.accept(boot(0, 2, NEW));
    assertThat(book.reject(new Change.RequireRelease(NEW))).contains("mon.1 (an unknown release)");
    book.accept(new Change.TellRelease(added, NEW));
    book.acceptInVain(new Change.TellRelease(added, NEW));
    book.accept(new Change.RequireRelease(NEW));
  }

  @Test
  void daemonsThatAreRemovedHaveNoRelease() {
    RuleBook book = cluster(1);
    NodeId added = new NodeId(NodeId.Role.MON, 1);
    book.accept(new Change.AddMonitor(added, "127.0.0.1", 7789, 7790));
    book.accept(new Change.TellRelease(added, OLD));
    book.accept(new Change.RemoveMonitor(added));
    book.accept(new Change.Stop(new OsdId(0), 1));
    book.accept(new Change.PurgeOsd(new OsdId(0), true));
    assertThat(book.map().releases().running()).containsOnlyKeys(MON0);
    assertThat(book.reject(new Change.TellRelease(added, OLD))).contains("mon.1");
  }

  @Test
  void aReleaseThatNobodyRunsIsNotRequired() {
    assertThat(cluster(0).reject(new Change.RequireRelease(99)))
        .contains("release number 99 (newer than " + Release.current().label() + ")");
  }

  @Test
  void manyOlderDaemonsAreCounted() {
    assertThat(cluster(14).reject(new Change.RequireRelease(NEW)))
        .contains("osd.8", "and 5 more")
        .doesNotContain("osd.9");
  }

  @Test
  void noOtherIdentityGetsPastTheRelease() {
    RuleBook book = cluster(1);
    Change.Boot boot = boot(0, 2, 0);
    assertThat(
            book.reject(
                new Change.Boot(boot.osd(), new UUID(9, 9), boot.address(), boot.shards(), 0, 0)))
        .contains("an unknown release");
    assertThat(ReleaseRules.olderThan(book.map(), OLD)).isEqualTo(List.of());
  }

  /** A monitor of the earlier release could not read such a change in its log. */
  @Test
  void newChangesWaitForTheRelease() {
    ClusterMap old = RuleBook.requiring(cluster(1).map(), Release.V0_1_0);
    ClusterMap now = RuleBook.requiring(cluster(1).map(), Release.V0_2_0);
    for (Change change :
        List.of(
            new Change.CreateErasurePool("a", 8, "4+2"),
            new Change.SetProfile("p", ErasureProfile.parse(List.of("k=4", "m=2"))),
            new Change.RemoveProfile("p"),
            new Change.AddFence(1, 0, ""),
            new Change.RemoveFence(1))) {
      assertThat(ReleaseRules.objectionToChange(old, change))
          .hasValueSatisfying(reason ->
              assertThat(reason)
                  .endsWith(
                      " need release 0.2.0, and the cluster requires 0.1.0: upgrade all daemons, then"
                          + " require it (require-release)"));
      assertThat(ReleaseRules.objectionToChange(now, change)).isEmpty();
      assertThat(
              Rules.decide(
                  MonitorState.beginning(old),
                  change,
                  new Terms(1_000_000, 99, MonitorRules.DEFAULT)))
          .isInstanceOf(Decision.Rejected.class);
    }
    Change other = new Change.CreatePool("a", 8, 3, 2, null);
    assertThat(ReleaseRules.objectionToChange(old, other)).isEmpty();
  }
}
