package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.cluster.Replication;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.message.ScrubMessage;
import io.pando.message.ScrubMessage.AskScrub;
import io.pando.message.ScrubMessage.Check;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.CopyFault;
import io.pando.report.group.GroupScrub;
import io.pando.report.group.GroupState;
import io.pando.report.group.InconsistentObject;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scrubs of a whole group: which parts are looked at, what is found, and what is told of it. */
class GroupScrubTest {
  private static final int OBJECTS = 14;
  private static final int LIGHT = 4;
  private static final int DEEP = 3;
  private static final long HALF = 1L << 31;

  private static GroupCluster cluster(boolean repairs) {
    ScrubLimits limits = new ScrubLimits(0, 0, 0, LIGHT, DEEP, repairs);
    GroupConfig usual = GroupCluster.config(50, true);
    GroupConfig config =
        new GroupConfig(
            usual.log(),
            usual.waits(),
            usual.limits(),
            usual.recovery(),
            usual.treeDepth(),
            limits);
    GroupCluster cluster = new GroupCluster(3, Replication.PRIMARY, config);
    for (int i = 0; i < OBJECTS; i++) {
      cluster.write(0, "o" + i, "hello" + i);
    }
    cluster.tick(1);
    cluster.conversation();
    return cluster;
  }

  private static void scrub(GroupCluster cluster, ScrubKind kind) {
    cluster.order(0, kind);
    cluster.settle();
  }

  private static GroupScrub told(GroupCluster cluster) {
    return cluster.report().scrub();
  }

  private static Version version(GroupCluster cluster, String name) {
    Version version = cluster.site(0).store().versions().get(GroupHarness.object(name));
    if (version == null) {
      throw new AssertionError("no " + name);
    }
    return version;
  }

  private static List<PositionRange> parts(List<AskScrub> asked, boolean deep) {
    List<PositionRange> parts = new ArrayList<>();
    for (int i = 0; i < asked.size(); i += 2) {
      assertThat(asked.get(i)).as("both replicas are asked alike").isEqualTo(asked.get(i + 1));
      assertThat(asked.get(i).number()).isEqualTo(1 + i / 2);
      Check check = (Check) asked.get(i).task();
      assertThat(check.deep()).isEqualTo(deep);
      parts.add(check.positions());
    }
    return parts;
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DEEP"})
  void allOfTheGroupIsLookedAtOncePartByPart(ScrubKind kind) {
    GroupCluster cluster = cluster(true);
    scrub(cluster, kind);
    int most = kind == ScrubKind.DEEP ? DEEP : LIGHT;
    List<PositionRange> parts = parts(cluster.said(AskScrub.class), kind == ScrubKind.DEEP);
    List<ObjectId> all = cluster.site(0).store().ids();
    assertThat(parts.getFirst().first()).isZero();
    assertThat(parts.getLast().last()).isEqualTo(PositionRange.ALL.last());
    long before = -1;
    for (int i = 0; i < parts.size(); i++) {
      PositionRange part = parts.get(i);
      assertThat(i == 0 || part.first() == parts.get(i - 1).last() + 1).isTrue();
      long here = all.stream().filter(part::contains).count();
      boolean oneLeaf = part.size() == 1L << 28;
      assertThat(here <= most || oneLeaf).as("%s has %d objects", part, here).isTrue();
      assertThat(before < 0 || before + here > 0).isTrue();
      before = here;
    }
    for (int osd = 0; osd < 3; osd++) {
      List<Effect.CountScrubbed> counts = cluster.site(osd).effects(Effect.CountScrubbed.class);
      assertThat(counts.stream().mapToLong(Effect.CountScrubbed::objects).sum()).isEqualTo(OBJECTS);
      assertThat(counts.stream().mapToLong(Effect.CountScrubbed::bytes).sum())
          .isEqualTo(kind == ScrubKind.DEEP ? cluster.stats().contents().bytes() : 0);
    }
    GroupScrub told = told(cluster);
    assertThat(told.record().finished()).isOne();
    assertThat(told.record().running()).isEqualTo(ScrubKind.NONE);
    assertThat(told.record().past().lightMillis()).isEqualTo(cluster.wallMillis());
    assertThat(told.record().past().deepMillis())
        .isEqualTo(kind == ScrubKind.DEEP ? cluster.wallMillis() : 0);
    assertThat(told.lastFound()).isZero();
    assertThat(told.doneThousandths()).isZero();
    assertThat(told.waitsFor()).isEmpty();
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void aPartIsLookedAtByReplicasOnceTheyHaveASlot() {
    GroupCluster cluster = cluster(true);
    cluster.site(2).setSlots(false);
    scrub(cluster, ScrubKind.LIGHT);
    assertThat(cluster.said(ScrubMessage.ScrubAnswer.class)).hasSize(1);
    assertThat(cluster.stats().states()).contains(GroupState.SCRUBBING, GroupState.CLEAN);
    cluster.site(2).setSlots(true);
    cluster.settle();
    assertThat(told(cluster).record().finished()).isOne();
    assertThat(cluster.differences()).isEmpty();
  }

  /** Plants a wrong copy of each kind; the log still has the newest updates. */
  private static void plant(GroupCluster cluster) {
    cluster
        .site(1)
        .store()
        .apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, GroupHarness.object("o10"))));
    cluster.site(0).put("o11", new Version(1, 1), "older");
    cluster
        .site(2)
        .store()
        .apply(
            List.of(
                new StoreOp.Write(
                    GroupHarness.COLLECTION,
                    GroupHarness.object("o12"),
                    0,
                    Payload.utf8("HELLO"))));
    cluster.site(2).store().damaged.add(GroupHarness.object("o13"));
    cluster.site(1).put("strange", new Version(1, 1), "?");
  }

  private static List<String> wrong(GroupCluster cluster) {
    List<String> wrong = new ArrayList<>();
    for (InconsistentObject it : told(cluster).inconsistent()) {
      it.bad()
          .forEach(bad ->
              wrong.add(
                  "%s %s of %s%s"
                      .formatted(
                          it.object().name(),
                          bad.faults(),
                          bad.osd(),
                          it.provable() ? "" : ", not provable")));
    }
    return wrong.stream().sorted().toList();
  }

  @Test
  void whatIsWrongIsNamedWithTheMemberThatHasItAndCounted() {
    GroupCluster cluster = cluster(false);
    plant(cluster);
    scrub(cluster, ScrubKind.DEEP);
    assertThat(wrong(cluster))
        .containsExactly(
            "o10 [MISSING] of osd.1",
            "o11 [OLDER] of osd.0",
            "o12 [BYTES] of osd.2",
            "o13 [DAMAGED] of osd.2",
            "strange [EXTRA] of osd.1");
    assertThat(cluster.site(0).effects(Effect.CountInconsistent.class))
        .hasSize(5)
        .containsOnly(new Effect.CountInconsistent(1, 0));
    assertThat(told(cluster).lastFound()).isEqualTo(5);
    assertThat(cluster.stats().problems().wrong().inconsistent()).isEqualTo(5);
    assertThat(cluster.stats().problems().wrong().unprovable()).isZero();
    assertThat(cluster.stats().states())
        .containsExactlyInAnyOrder(GroupState.ACTIVE, GroupState.CLEAN, GroupState.INCONSISTENT);
    scrub(cluster, ScrubKind.DEEP);
    assertThat(cluster.stats().problems().wrong().inconsistent()).as("found again").isEqualTo(5);
    assertThat(told(cluster).lastFound()).isEqualTo(5);
    scrub(cluster, ScrubKind.REPAIR);
    cluster.tick(GroupCluster.RETRY_NANOS);
    assertThat(cluster.differences()).isEmpty();
    assertThat(cluster.stats().problems().wrong().inconsistent()).isZero();
    assertThat(told(cluster).inconsistent()).isEmpty();
    assertThat(
            cluster.site(0).effects(Effect.CountInconsistent.class).stream()
                .mapToLong(Effect.CountInconsistent::repaired)
                .sum())
        .isEqualTo(5);
  }

  /** Neither bytes nor damage show where nothing is read. */
  @Test
  void aLightScrubFindsWhatListsTell() {
    GroupCluster cluster = cluster(false);
    plant(cluster);
    scrub(cluster, ScrubKind.LIGHT);
    assertThat(wrong(cluster))
        .containsExactly(
            "o10 [MISSING] of osd.1", "o11 [OLDER] of osd.0", "strange [EXTRA] of osd.1");
  }

  /** Neither log nor version index tell which bytes were written: two against one is no proof. */
  @Test
  void bytesThatDifferAreProvenByTheTreesAndWithoutThemByNobody() {
    GroupCluster cluster = cluster(false);
    cluster.site(0).put("o12", version(cluster, "o12"), "hello++");
    cluster.site(1).put("o12", version(cluster, "o12"), "hello--");
    cluster.site(2).put("o12", version(cluster, "o12"), "hello..");
    scrub(cluster, ScrubKind.DEEP);
    InconsistentObject found = told(cluster).inconsistent().getFirst();
    assertThat(found.provable()).isFalse();
    assertThat(found.version()).isEqualTo(version(cluster, "o12"));
    assertThat(found.bad()).allMatch(bad -> bad.faults().contains(CopyFault.BYTES));
    assertThat(cluster.stats().problems().wrong()).isEqualTo(new ScrubRecord.Found(1, 1, 0));
    scrub(cluster, ScrubKind.REPAIR);
    assertThat(told(cluster).inconsistent()).as("it is not guessed").hasSize(1);
  }

  /** The log reaches ten updates back: records of older ones are in the version index. */
  @Test
  void ofObjectsBeforeTheLogTheVersionIndexesAreAsked() {
    GroupCluster cluster = cluster(true);
    for (int osd = 0; osd < 2; osd++) {
      cluster
          .site(osd)
          .store()
          .apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, GroupHarness.object("o1"))));
    }
    scrub(cluster, ScrubKind.LIGHT);
    assertThat(cluster.said(AskScrub.class))
        .filteredOn(ask -> ask.task() instanceof ScrubMessage.TellRecords)
        .hasSize(2)
        .allMatch(ask ->
            ask.task().equals(new ScrubMessage.TellRecords(List.of(GroupHarness.object("o1")))));
    cluster.tick(GroupCluster.RETRY_NANOS);
    assertThat(cluster.differences()).isEmpty();
    assertThat(cluster.site(0).store().has(GroupHarness.object("o1"))).isTrue();
  }

  @Test
  void itSaysWhyItDoesNotGoOn() {
    GroupCluster cluster = cluster(true);
    cluster.site(0).setSlots(false);
    scrub(cluster, ScrubKind.DEEP);
    assertThat(told(cluster).waitsFor()).isEqualTo("another group of this OSD that scrubs");
    assertThat(cluster.stats().states()).doesNotContain(GroupState.DEEP_SCRUBBING);
    cluster.stop(2);
    assertThat(told(cluster).waitsFor()).isEqualTo("the group to be active and clean");
    assertThat(told(cluster).record().ordered()).isEqualTo(ScrubKind.DEEP);
    cluster.site(0).setSlots(true);
    cluster.restart(2);
    cluster.tick(1);
    assertThat(told(cluster).record().finished()).isOne();
    assertThat(told(cluster).waitsFor()).isEmpty();
  }

  /** Findings are reported at once; members tell a new primary how far the scrub was. */
  @Test
  void aNewPrimaryGoesOnWhereTheOneBeforeWas() {
    GroupCluster cluster = cluster(false);
    ObjectId first = cluster.site(0).store().ids().getFirst();
    cluster.site(2).store().apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, first)));
    cluster.conversation();
    cluster.order(0, ScrubKind.DEEP);
    cluster.settleWhile(() -> mark(cluster) < HALF);
    assertThat(cluster.stats().states())
        .contains(GroupState.DEEP_SCRUBBING, GroupState.INCONSISTENT);
    ScrubRecord told = cluster.said(ScrubMessage.RememberScrub.class).getLast().record();
    assertThat(told.found().inconsistent()).isOne();
    assertThat(told.progress().mark()).isPositive();
    cluster.place(1, 0, 2);
    int mark = cluster.site(1).group().held().scrub().progress().mark();
    assertThat(Integer.toUnsignedLong(mark)).as("the one before told").isGreaterThanOrEqualTo(HALF);
    assertThat(cluster.stats().problems().wrong().inconsistent()).isOne();
    cluster.tick(1);
    AskScrub next =
        cluster.said(AskScrub.class).stream()
            .filter(ask -> ask.epoch() == cluster.map().epoch())
            .findFirst()
            .orElseThrow();
    assertThat(((Check) next.task()).positions().first()).isEqualTo(mark);
    assertThat(told(cluster).record().finished()).isOne();
    assertThat(cluster.stats().problems().wrong().inconsistent())
        .as("it has not looked at that part itself")
        .isOne();
    cluster.order(1, ScrubKind.DEEP);
    cluster.settle();
    assertThat(cluster.stats().problems().wrong().inconsistent()).isOne();
    assertThat(told(cluster).inconsistent()).hasSize(1);
  }

  /** The first position that the running scrub has not looked at; 0 while it has looked at none. */
  private static long mark(GroupCluster cluster) {
    return Integer.toUnsignedLong(cluster.site(0).group().held().scrub().progress().mark());
  }

  @Test
  void anOrderThatAsksForMoreTakesTheTurnOfARunningScrub() {
    GroupCluster cluster = cluster(true);
    cluster.order(0, ScrubKind.LIGHT);
    cluster.settleWhile(() -> mark(cluster) == 0);
    cluster.site(0).replies();
    cluster.order(0, ScrubKind.LIGHT);
    cluster.order(0, ScrubKind.REPAIR);
    cluster.settle();
    assertThat(cluster.site(0).replies())
        .map(reply -> ((ObjectMessage.ScrubOrdered) reply).number())
        .containsExactly(1L, 1L);
    assertThat(told(cluster).record().finished()).isOne();
    assertThat(told(cluster).record().past().deepMillis()).isEqualTo(cluster.wallMillis());
  }

  @Test
  void anOrderForLessComesBehindTheRunningScrub() {
    GroupCluster cluster = cluster(true);
    cluster.order(0, ScrubKind.DEEP);
    cluster.settleWhile(() -> mark(cluster) == 0);
    cluster.site(0).replies();
    cluster.order(0, ScrubKind.LIGHT);
    cluster.settle();
    assertThat(cluster.site(0).replies())
        .map(reply -> ((ObjectMessage.ScrubOrdered) reply).number())
        .containsExactly(2L);
    assertThat(told(cluster).record().finished()).isEqualTo(2);
    assertThat(told(cluster).record().ordered()).isEqualTo(ScrubKind.NONE);
  }

  @Test
  void aSessionOfMembersWhoseTreesAreAlikeListsNothing() {
    GroupCluster cluster = cluster(true);
    scrub(cluster, ScrubKind.SESSION);
    assertThat(cluster.said(AskScrub.class))
        .hasSize(2)
        .allMatch(ask -> ask.task() instanceof ScrubMessage.CompareTree);
    assertThat(told(cluster).session().rounds()).isOne();
    assertThat(told(cluster).session().listed()).isZero();
    assertThat(told(cluster).record().past().lightMillis()).isZero();
    assertThat(told(cluster).record().comparedMillis()).isEqualTo(cluster.wallMillis());
  }
}
