package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.Placement;
import io.pando.cluster.ShardMapping;
import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.random.Random64;
import io.pando.report.Health;
import io.pando.report.group.CopyFault;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupScrub;
import io.pando.report.group.GroupState;
import io.pando.report.group.InconsistentObject;
import io.pando.sim.plan.Tuning;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults made in copies behind the daemons' back are found, reported, and repaired on request. */
class ScrubTest {
  private static final int OBJECTS = 60;

  private final Random64 random = new Random64(9);
  private final SimCluster cluster =
      new SimCluster(
          21,
          new SimCluster.Shape(1, 3, 2),
          Tuning.with(
              OsdConfig.defaults(),
              new TreeMap<>(Map.of("scrub", new ScrubLimits(0, 0, 0, 16, 8, false)))));

  private final Cluster client = cluster.formed().connect();
  private final Pool pool;

  ScrubTest() {
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 2, 3, 2, null)));
    pool = client.pool("data");
    for (int i = 0; i < OBJECTS; i++) {
      byte[] bytes = new byte[1 + random.nextInt(20_000)];
      random.nextBytes(bytes);
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(bytes)));
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    cluster.world().runFor(SECOND);
  }

  private io.pando.cluster.PoolInfo described() {
    return Objects.requireNonNull(client.admin().map().pools().get(pool.id()));
  }

  private PgId groupOf(String name) {
    return Placement.group(described(), Placement.object(name));
  }

  private CollectionId in(String name) {
    return CollectionId.of(groupOf(name));
  }

  private void behindTheBack(int osd, String name, StoreOp op) {
    int shards = cluster.disks().stores(osd).size();
    cluster
        .disks()
        .stores(osd)
        .get(ShardMapping.shardOf(described(), groupOf(name), shards))
        .submit(new Transaction(List.of(op), false), _ -> {});
  }

  private void remove(int osd, String name) {
    behindTheBack(osd, name, new StoreOp.Remove(in(name), Placement.object(name)));
  }

  private void overwrite(int osd, String name) {
    behindTheBack(
        osd,
        name,
        new StoreOp.Write(in(name), Placement.object(name), 0, Payload.utf8("no!" + osd)));
  }

  private GroupReport query(PgId group) {
    return cluster.await(client.admin().queryGroupAsync(group));
  }

  private List<PgId> groups() {
    return List.of(new PgId(pool.id(), 0), new PgId(pool.id(), 1));
  }

  /** Scrubs everything and tells what is inconsistent then. */
  private List<InconsistentObject> scrub(ScrubKind kind) {
    List<InconsistentObject> found = new ArrayList<>();
    for (PgId group : groups()) {
      long number = cluster.await(client.admin().scrubAsync(group, kind));
      long deadline = cluster.world().nowNanos() + 120 * SECOND;
      while (query(group).scrub().record().finished() < number
          && cluster.world().nowNanos() < deadline) {
        cluster.world().runFor(SECOND / 4);
      }
      assertThat(query(group).scrub().record().finished())
          .as("%s scrub of %s", kind, group)
          .isGreaterThanOrEqualTo(number);
    }
    cluster.world().runFor(10 * SECOND);
    for (PgId group : groups()) {
      found.addAll(query(group).scrub().inconsistent());
    }
    return found;
  }

  private List<String> health() {
    return cluster.await(client.admin().statusAsync()).health().checks().stream()
        .map(check -> check.code() + " " + check.severity())
        .toList();
  }

  private static void checkOnly(
      List<InconsistentObject> found, String name, boolean provable, int osd, CopyFault... faults) {
    assertThat(found).hasSize(1);
    InconsistentObject object = found.getFirst();
    assertThat(object.object().name()).isEqualTo(name);
    assertThat(object.provable()).isEqualTo(provable);
    assertThat(object.bad()).extracting(InconsistentObject.BadCopy::osd).contains(new OsdId(osd));
    assertThat(object.bad().getFirst().faults()).containsExactly(faults);
  }

  @Test
  void aRemovedCopyIsFoundByALightScrubAndRepairedByAnOrder() {
    for (int osd = 0; osd < 3; osd++) {
      String name = "o" + (3 + osd);
      remove(osd, name);
      checkOnly(scrub(ScrubKind.LIGHT), name, true, osd, CopyFault.MISSING);
      assertThat(health())
          .contains("PG_INCONSISTENT " + Health.Severity.WARNING)
          .contains("TREE_WRONG " + Health.Severity.WARNING);
      assertThat(query(groupOf(name)).stats().states()).contains(GroupState.INCONSISTENT);
      assertThat(scrub(ScrubKind.REPAIR)).isEmpty();
      assertThat(health()).doesNotContain("PG_INCONSISTENT " + Health.Severity.WARNING);
      assertThat(cluster.compareAllCopies(client.admin().map())).isEmpty();
      assertThat(scrub(ScrubKind.DEEP)).isEmpty();
      assertThat(health()).isEmpty();
    }
  }

  /** Once a scrub has repaired a tree, the trees show that a copy is missing. */
  @Test
  void whatTreesTellApartIsFoundAtOnceAndRepairedByASession() {
    for (int osd = 0; osd < 3; osd++) {
      String name = "o" + (40 + osd);
      assertThat(scrub(ScrubKind.SESSION)).isEmpty();
      assertThat(query(groupOf(name)).scrub().session().rounds()).isEqualTo(1);
      remove(osd, name);
      assertThat(scrub(ScrubKind.PREVIEW)).as("what the trees do not know").isEmpty();
      scrub(ScrubKind.LIGHT);
      checkOnly(scrub(ScrubKind.PREVIEW), name, true, osd, CopyFault.MISSING);
      assertThat(health()).contains("PG_DIVERGED " + Health.Severity.WARNING);
      long listed = query(groupOf(name)).scrub().session().listed();
      assertThat(listed).isBetween(1L, OBJECTS / 2L);
      assertThat(scrub(ScrubKind.SESSION)).isEmpty();
      cluster.world().runFor(20 * SECOND);
      assertThat(health()).doesNotContain("PG_DIVERGED " + Health.Severity.WARNING);
      assertThat(cluster.compareAllCopies(client.admin().map())).isEmpty();
    }
  }

  @Test
  void whatIsRightByNowIsForgottenByTheNextSession() {
    int replica = query(groupOf("o50")).stats().acting().osds().getLast().value();
    remove(replica, "o50");
    checkOnly(scrub(ScrubKind.LIGHT), "o50", true, replica, CopyFault.MISSING);
    cluster.await(pool.removeAsync("o50"));
    assertThat(scrub(ScrubKind.PREVIEW)).isEmpty();
    assertThat(query(groupOf("o50")).stats().states()).doesNotContain(GroupState.INCONSISTENT);
  }

  @Test
  void aDivergedReplicaIsComparedWithoutAnOrder() {
    remove(1, "o50");
    scrub(ScrubKind.LIGHT);
    assertThat(query(groupOf("o50")).scrub().session().rounds()).isPositive();
  }

  @Test
  void otherBytesAreFoundByADeepScrubAlone() {
    for (int osd = 0; osd < 3; osd++) {
      String name = "o" + (13 + osd);
      overwrite(osd, name);
      assertThat(scrub(ScrubKind.LIGHT)).isEmpty();
      checkOnly(scrub(ScrubKind.DEEP), name, true, osd, CopyFault.BYTES);
      assertThat(scrub(ScrubKind.LIGHT)).as("what is known stays known").hasSize(1);
      assertThat(scrub(ScrubKind.REPAIR)).isEmpty();
      assertThat(cluster.compareAllCopies(client.admin().map())).isEmpty();
    }
    long repaired =
        cluster.await(client.admin().osdsAsync()).stream()
            .map(osd -> osd.repairs().scrubbed())
            .mapToLong(counts -> counts.repaired())
            .sum();
    assertThat(repaired).isEqualTo(3);
  }

  @Test
  void whatNothingProvesIsTold() {
    for (int osd = 0; osd < 3; osd++) {
      overwrite(osd, "o20");
    }
    List<InconsistentObject> found = scrub(ScrubKind.REPAIR);
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().provable()).isFalse();
    assertThat(health()).contains("PG_INCONSISTENT " + Health.Severity.ERROR);
    cluster.await(pool.writeFullAsync("o20", ByteBuffer.wrap(new byte[] {1})));
    assertThat(scrub(ScrubKind.DEEP)).isEmpty();
    assertThat(health()).isEmpty();
  }

  @Test
  void spoiltBytesAreRepairedWhoeverHasThem() {
    for (int osd = 0; osd < 3; osd++) {
      String name = "o" + (30 + osd);
      ObjectId object = Placement.object(name);
      assertThat(cluster.disks().damage(osd, groupOf(name), object, 0)).isTrue();
    }
    List<InconsistentObject> found = scrub(ScrubKind.DEEP);
    assertThat(found).hasSize(3).allMatch(InconsistentObject::provable);
    assertThat(scrub(ScrubKind.REPAIR)).isEmpty();
    assertThat(scrub(ScrubKind.DEEP)).isEmpty();
    assertThat(cluster.compareAllCopies(client.admin().map())).isEmpty();
  }

  @Test
  void writersGoOnAndNothingIsFoundThatIsNotSo() {
    boolean[] goOn = {true};
    List<CompletableFuture<?>> writers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      writers.add(writeOn("o" + i, 0, goOn));
    }
    for (int turn = 0; turn < 3; turn++) {
      assertThat(scrub(ScrubKind.LIGHT)).isEmpty();
      assertThat(scrub(ScrubKind.DEEP)).isEmpty();
    }
    goOn[0] = false;
    writers.forEach(cluster::await);
    assertThat(cluster.notes().scrubFindings()).isEmpty();
  }

  private CompletableFuture<Integer> writeOn(String name, int turn, boolean[] goOn) {
    byte[] bytes = new byte[1 + random.nextInt(9_000)];
    random.nextBytes(bytes);
    return pool.writeFullAsync(name, ByteBuffer.wrap(bytes))
        .thenCompose(
            _ -> goOn[0] ? writeOn(name, turn + 1, goOn) : CompletableFuture.completedFuture(turn));
  }

  @Test
  void aNewPrimaryKnowsWhatTheFormerOneDid() {
    overwrite(2, "o7");
    scrub(ScrubKind.DEEP);
    GroupScrub before = query(groupOf("o7")).scrub();
    int primary = query(groupOf("o7")).stats().acting().osds().getFirst().value();
    cluster.crashOsd(primary);
    cluster.world().runFor(10 * SECOND);
    GroupScrub after = query(groupOf("o7")).scrub();
    assertThat(after.record().past().deepMillis()).isEqualTo(before.record().past().deepMillis());
    assertThat(after.record().finished()).isEqualTo(before.record().finished());
    assertThat(after.record().found().inconsistent()).isEqualTo(1);
    cluster.startOsd(primary);
    cluster.awaitUp(client, 3);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isFalse();
    assertThat(scrub(ScrubKind.REPAIR)).isEmpty();
    assertThat(cluster.compareAllCopies(client.admin().map())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20})
  void aNewPrimaryGoesOnWhereTheFormerOneWas(int millis) {
    PgId group = groups().getFirst();
    int primary = query(group).stats().acting().osds().getFirst().value();
    int other = query(group).stats().acting().osds().getLast().value();
    List<String> names =
        IntStream.range(0, OBJECTS)
            .mapToObj(i -> "o" + i)
            .filter(name -> groupOf(name).equals(group))
            .sorted(Comparator.comparing(Placement::object))
            .toList();
    overwrite(other, names.getFirst());
    overwrite(other, names.getLast());
    long number = cluster.await(client.admin().scrubAsync(group, ScrubKind.DEEP));
    long deadline = cluster.world().nowNanos() + 60 * SECOND;
    cluster.world().runUntil(() -> cluster.notes().scrubFindings().size() == 1, deadline);
    // The first fault is found, and all members keep the mark with the finding.
    cluster.world().runFor(millis * SECOND / 1_000);
    assertThat(query(group).scrub().record().running()).isEqualTo(ScrubKind.DEEP);
    cluster.crashOsd(primary);
    // Another OSD leads the group meanwhile, and may be done with the scrub soon.
    cluster.world().runFor(10 * SECOND);
    cluster.startOsd(primary);
    cluster.awaitUp(client, 3);
    cluster.world().runFor(60 * SECOND);
    assertThat(query(group).scrub().record().finished()).isEqualTo(number);
    assertThat(query(group).stats().states()).contains(GroupState.INCONSISTENT);
    assertThat(query(group).scrub().record().found().inconsistent()).isEqualTo(2);
    assertThat(cluster.notes().scrubFindings()).as("nothing is found twice").hasSize(2);
  }
}
