package io.pando.osd.pg.roots;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.crush.CrushMap;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.id.ClusterId;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.Subtree;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.NoLeases;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.GroupContext;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.RolledBack;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a primary makes of what members tell it. */
class RootWatchTest {
  private static final PgId GROUP = new PgId(new PoolId(1), 0);
  private static final MemberId SELF = MemberId.of(new OsdId(0));
  private static final MemberId OTHER = MemberId.of(new OsdId(1));
  private static final ObjectId OBJECT = Placement.object("o");
  private static final Digest WRONG = new Digest(42, 1);

  private final List<Effect> effects = new ArrayList<>();
  private final List<MemberId> heard = new ArrayList<>();
  private final Replica replica = replica();
  private RootWatch watch = new RootWatch(replica, new TreeMap<>());

  private Replica replica() {
    TreeMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(
        GROUP.pool(),
        new PoolInfo(
            GROUP.pool(),
            "p",
            new PoolInfo.Layout(2, 1, GroupCounts.fresh(1), 0),
            1,
            new PoolInfo.Options(false, 1, Replication.PRIMARY)));
    ClusterMap map =
        new ClusterMap(
            new ClusterMap.Stamp(new ClusterId(new UUID(1, 1)), 1, 0),
            new ClusterMap.PlacementInput(
                new TreeMap<>(), pools, CrushMap.builder().build(), new TreeMap<>()),
            new TreeSet<>(),
            List.of(),
            ClusterMap.Losses.NONE);
    MemberList members = MemberList.of(SELF.osd(), OTHER.osd());
    return new Replica(
        new GroupContext(
            SELF.osd(), GroupConfig.defaults(), new LogBudget(1 << 20), new NoLeases()),
        SELF,
        new Membership(map, new GroupMapping(GROUP, members, members)),
        StoredGroup.fresh(GROUP, 1, new GroupLineage(1, 1)),
        effects::add);
  }

  @BeforeEach
  void begin() {
    watch.watch(heard::add);
    watch.begin();
  }

  private Version update() {
    Version version = replica.log().head().next(1);
    LogEntry entry =
        new LogEntry(
            version,
            replica.log().head(),
            OBJECT,
            LogEntry.Kind.MODIFY,
            new RequestId(1, version.counter()),
            List.of());
    replica.append(
        new ReplicationMessage.Update(
            entry, List.of(new StoreOp.Truncate(CollectionId.of(GROUP), OBJECT, 7)), 1, 7),
        Version.ZERO,
        Awaiting.nothing());
    return version;
  }

  private Digest root(Version version) {
    return Objects.requireNonNull(replica.root(version));
  }

  private long counted() {
    return effects.stream().filter(it -> it instanceof Effect.CountDiverged).count();
  }

  @Test
  void whatIsEqualIsNotWorthAWord() {
    Version first = update();
    Version second = update();
    watch.onTold(OTHER, first, root(first));
    watch.onTold(OTHER, second, root(second));
    watch.onTold(OTHER, second, null);
    assertThat(root(first)).isNotEqualTo(root(second));
    assertThat(watch.diverged()).isEmpty();
    assertThat(heard).isEmpty();
  }

  @Test
  void aDifferenceIsToldOnceAndGoesWhenItIsGone() {
    Version first = update();
    Version second = update();
    watch.onTold(OTHER, first, root(second));
    watch.onTold(OTHER, second, WRONG);
    assertThat(watch.diverged()).containsExactly(Map.entry(OTHER, first));
    assertThat(heard).containsExactly(OTHER);
    assertThat(counted()).isEqualTo(1);
    watch.onTold(OTHER, second, root(second));
    assertThat(watch.diverged()).isEmpty();
    watch.onTold(OTHER, second, WRONG);
    assertThat(heard).containsExactly(OTHER, OTHER);
  }

  @Test
  void aDifferenceAndItsEndAreReportedOnce() {
    Version version = update();
    Digest root = root(version);
    effects.clear();
    watch.onTold(OTHER, version, root);
    assertThat(effects).isEmpty();
    watch.onTold(OTHER, version, WRONG);
    watch.onTold(OTHER, version, WRONG);
    watch.onTold(OTHER, version, root);
    watch.onTold(OTHER, version, root);
    assertThat(effects)
        .containsExactly(
            new Effect.Report(
                "%s: %s: as of %s, %s has %s and %s, the primary, %s"
                    .formatted(GROUP, RootWatch.DIVERGED, version, OTHER, WRONG, SELF, root)),
            new Effect.CountDiverged(),
            new Effect.Report("%s: %s is equal again as of %s".formatted(GROUP, OTHER, version)));
  }

  /** The other member is right, so it has nothing new to tell. */
  @Test
  void aDifferenceGoesWhenTheCopyHereIsRepaired() {
    Version version = update();
    Digest right = root(version);
    int leaf = replica.tree().tree().leaf(OBJECT.position());
    Digest ofLeaf = replica.tree().tree().digest(new Subtree(replica.tree().tree().depth(), leaf));
    replica.tree().onListed(leaf, WRONG);
    watch.onTold(OTHER, version, right);
    watch.onTick();
    assertThat(watch.diverged()).containsOnlyKeys(OTHER);
    assertThat(counted()).isEqualTo(1);
    replica.tree().onListed(leaf, ofLeaf);
    watch.onTick();
    assertThat(watch.diverged()).isEmpty();
    effects.clear();
    watch.onTick();
    assertThat(effects).isEmpty();
  }

  @Test
  void itIsHandedOnToTheNextInterval() {
    Version version = update();
    watch.onTold(OTHER, version, WRONG);
    watch = new RootWatch(replica, watch.diverged());
    assertThat(watch.diverged()).containsOnlyKeys(OTHER);
    watch.onTold(OTHER, version, root(version));
    assertThat(watch.diverged()).as("not active").containsOnlyKeys(OTHER);
  }

  @Test
  void whatThePrimaryLacksIsComparedLater() {
    Version version = update();
    Digest root = root(version);
    replica.noteMissing(OBJECT, version);
    watch.onTold(OTHER, version, WRONG);
    watch.onTick();
    assertThat(replica.root(version)).isNull();
    assertThat(watch.diverged()).isEmpty();
    // It is replaced as a whole, which leaves its leaf to be listed.
    Version next = replica.log().head().next(1);
    replica.append(
        new ReplicationMessage.Update(
            new LogEntry(
                next, version, OBJECT, LogEntry.Kind.DELETE, new RequestId(1, 9), List.of()),
            List.of(new StoreOp.Remove(CollectionId.of(GROUP), OBJECT)),
            0,
            0),
        Version.ZERO,
        Awaiting.nothing());
    watch.onTold(OTHER, next, root);
    assertThat(watch.diverged()).isEmpty();
    replica.tree().onListed(replica.tree().tree().leaf(OBJECT.position()), Digest.EMPTY);
    watch.onTick();
    assertThat(watch.diverged()).containsOnlyKeys(OTHER);
  }

  /** The leaf is not known when it is told, and is when time has passed. */
  private Digest toldTooEarly() {
    Version version = update();
    Digest root = root(version);
    Version next = replica.log().head().next(1);
    replica.noteMissing(OBJECT, version);
    replica.append(
        new ReplicationMessage.Update(
            new LogEntry(
                next, version, OBJECT, LogEntry.Kind.DELETE, new RequestId(1, 9), List.of()),
            List.of(new StoreOp.Remove(CollectionId.of(GROUP), OBJECT)),
            0,
            0),
        Version.ZERO,
        Awaiting.nothing());
    watch.onTold(OTHER, next, root);
    return root;
  }

  private void listed() {
    replica.tree().onListed(replica.tree().tree().leaf(OBJECT.position()), Digest.EMPTY);
  }

  @Test
  void whatWasToldInAnotherIntervalIsNotCompared() {
    Digest root = toldTooEarly();
    watch = new RootWatch(replica, watch.diverged());
    watch.begin();
    listed();
    watch.onTick();
    assertThat(watch.diverged()).isEmpty();
    watch.onTold(OTHER, replica.log().head(), root);
    assertThat(watch.diverged()).containsOnlyKeys(OTHER);
  }

  @Test
  void whatIsToldAgainReplacesWhatWasToldTooEarly() {
    Digest _ = toldTooEarly();
    listed();
    watch.onTold(OTHER, replica.log().head(), root(replica.log().head()));
    watch.onTick();
    assertThat(watch.diverged()).isEmpty();
    assertThat(heard).isEmpty();
  }

  @Test
  void whoLacksWhatItHadWasRolledBack() {
    DurableHeads heads = new DurableHeads();
    RollbackWatch rollbacks = new RollbackWatch(replica, heads);
    Version first = update();
    GroupInfo old = replica.info();
    Version second = update();
    rollbacks.onInfo(OTHER, old, null);
    assertThat(rollbacks.rolledBack()).as("nothing is known").isEmpty();
    heads.note(List.of(SELF, OTHER), second);
    rollbacks.onInfo(OTHER, replica.info(), second);
    rollbacks.onInfo(OTHER, StoredGroup.emptyInfo(GROUP, 1, 1), first);
    assertThat(rollbacks.rolledBack()).as("all is here, or nothing").isEmpty();
    rollbacks.onInfo(OTHER, old, null);
    rollbacks.onInfo(OTHER, old, null);
    assertThat(rollbacks.rolledBack()).containsExactly(new RolledBack(OTHER, second, first));
    rollbacks.onInfo(OTHER, replica.info(), second.next(1));
    assertThat(rollbacks.rolledBack())
        .containsExactly(
            new RolledBack(SELF, second.next(1), second), new RolledBack(OTHER, second, first));
    assertThat(effects.stream().filter(it -> it instanceof Effect.CountRolledBack)).hasSize(2);
    rollbacks.onClean();
    assertThat(rollbacks.rolledBack()).hasSize(2);
    replica.setNow(Duration.ofHours(2).toNanos());
    rollbacks.onClean();
    assertThat(rollbacks.rolledBack()).isEmpty();
  }

  /** A report of it is for people, the count for beacons. */
  @Test
  void aRollbackIsReportedAndCountedOnceForEachThatIsAnother() {
    RollbackWatch rollbacks = new RollbackWatch(replica, new DurableHeads());
    GroupInfo had = replica.info();
    Version first = update();
    effects.clear();
    rollbacks.onInfo(OTHER, had, first);
    assertThat(effects).as("the head is what it was").isEmpty();
    Version lost = first.next(1);
    rollbacks.onInfo(OTHER, had, lost);
    rollbacks.onInfo(OTHER, had, lost);
    List<Effect> once = List.of(report(lost, first), new Effect.CountRolledBack());
    assertThat(effects).isEqualTo(once);
    effects.clear();
    Version more = lost.next(1);
    rollbacks.onInfo(OTHER, had, more);
    assertThat(effects).containsExactly(report(more, first), new Effect.CountRolledBack());
  }

  private static Effect report(Version had, Version has) {
    return new Effect.Report(
        "%s: %s was rolled back: it had all updates up to %s, and now reports %s"
            .formatted(GROUP, SELF, had, has));
  }

  @Test
  void aRollbackIsToldForAnHourAndUntilTheGroupIsCleanAgain() {
    RollbackWatch rollbacks = new RollbackWatch(replica, new DurableHeads());
    GroupInfo had = replica.info();
    Version has = update();
    replica.setNow(1_000);
    rollbacks.onInfo(OTHER, had, has.next(1));
    replica.setNow(1_000 + Duration.ofHours(1).toNanos() - 1);
    rollbacks.onClean();
    assertThat(rollbacks.rolledBack()).hasSize(1);
    replica.setNow(1_000 + Duration.ofHours(1).toNanos());
    assertThat(rollbacks.rolledBack()).as("not clean").hasSize(1);
    rollbacks.onClean();
    assertThat(rollbacks.rolledBack()).isEmpty();
  }
}
