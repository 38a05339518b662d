package io.pando.osd;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.Incremental;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.id.RequestId;
import io.pando.message.MapUpdate;
import io.pando.message.MonitorMessage;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.harness.HandStore;
import io.pando.osd.traffic.HandWire;
import io.pando.random.Random64;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A daemon whose groups come, go, are divided and are merged. */
class DaemonGroupsTest {
  private final DaemonWorld world = new DaemonWorld();
  private final DaemonClient client = new DaemonClient(world);
  private final SortedMap<String, String> written = new TreeMap<>();

  private PoolInfo pool() {
    return Objects.requireNonNull(world.map.pools().get(DaemonWorld.POOL));
  }

  private static GroupCounts counts(int count, int quietFrom) {
    return new GroupCounts(
        count, count, Math.min(count, quietFrom), quietFrom, 4, new GroupCounts.Steps(0, 0, null));
  }

  private void write(String name, String text) {
    var write =
        client.operate(
            Placement.group(pool(), Placement.object(name)),
            Placement.object(name),
            world.map.epoch(),
            new ObjectOp.WriteFull(Payload.utf8(text)));
    assertThat(client.outcome(write)).isInstanceOf(OpOutcome.Succeeded.class);
    written.put(name, text);
  }

  private void writeMany(int count) {
    for (int i = 0; i < count; i++) {
      write("object " + i, "x".repeat(i % 7));
    }
  }

  private void setGroups(GroupCounts counts) {
    world.change(new Incremental.PutPool(pool().withGroups(counts)));
    world.settle();
  }

  private List<GroupStats> groups() {
    return client.beacon().groups();
  }

  /** Each object is where it belongs and nowhere else, and the totals are right. */
  private void allIsThere() {
    SortedMap<PgId, SortedMap<ObjectId, String>> expected = new TreeMap<>();
    for (int seed = 0; seed < pool().groupCount(); seed++) {
      expected.put(new PgId(DaemonWorld.POOL, seed), new TreeMap<>());
    }
    written.forEach((name, text) -> {
      ObjectId object = Placement.object(name);
      expected.getOrDefault(Placement.group(pool(), object), new TreeMap<>()).put(object, text);
    });
    List<GroupStats> told = groups();
    assertThat(told)
        .extracting(GroupStats::group)
        .containsExactlyInAnyOrderElementsOf(expected.keySet());
    for (GroupStats group : told) {
      SortedMap<ObjectId, String> objects = expected.getOrDefault(group.group(), new TreeMap<>());
      var store = world.storeOf(group.group()).collection(CollectionId.of(group.group()));
      assertThat(store.ids()).containsExactlyElementsOf(objects.keySet());
      objects.forEach(
          (object, text) -> assertThat(store.object(object).size()).isEqualTo(text.length()));
      assertThat(group.states()).contains(GroupState.ACTIVE, GroupState.CLEAN);
      assertThat(group.contents().objects())
          .as("objects of %s", group.group())
          .isEqualTo(objects.size());
      assertThat(group.contents().bytes())
          .as("bytes of %s", group.group())
          .isEqualTo(objects.values().stream().mapToLong(String::length).sum());
    }
    assertThat(world.deaths).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 8, 13, 16})
  void groupsAreDividedWhereTheyAreAndMergedAgain(int count) {
    world.boot(1);
    writeMany(60);
    allIsThere();
    setGroups(counts(count, count));
    allIsThere();
    writeMany(70);
    int less = GroupCounts.leastAfterMerge(count, 4);
    setGroups(counts(count, less));
    List<GroupStats> quiet =
        groups().stream().filter(it -> pool().groups().isQuiet(it.group().seed())).toList();
    assertThat(quiet)
        .hasSize(2 * (count - less))
        .allMatch(it -> it.states().contains(GroupState.QUIET));
    List<GroupCounts.Final> finals =
        quiet.stream()
            .map(it -> new GroupCounts.Final(it.group().seed(), it.contents().version()))
            .toList();
    GroupCounts.Merge merge = new GroupCounts.Merge(world.map.epoch() + 1, count, less, 0, finals);
    setGroups(new GroupCounts(less, less, less, less, 4, new GroupCounts.Steps(0, 0, merge)));
    allIsThere();
    writeMany(80);
    allIsThere();
  }

  @Test
  void aGroupThatIsToBeMergedTakesNoUpdates() {
    world.boot(1);
    writeMany(20);
    setGroups(counts(8, 8));
    setGroups(counts(8, 4));
    ObjectId object = Placement.object("late");
    PgId group = Placement.group(pool(), object);
    var write = client.operate(group, object, world.map.epoch(), DaemonClient.WRITE);
    assertThat(client.refusal(write)).isEqualTo("the cluster is paused, or the group to be merged");
    assertThat(client.ask(client.operate(group, object, world.map.epoch(), DaemonClient.READ)))
        .as("reads are served")
        .singleElement()
        .isInstanceOf(ObjectMessage.OperateReply.class);
    setGroups(counts(8, 8));
    write("late", "four");
    allIsThere();
  }

  /** More objects than a page has, and updates at every moment of the count. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void updatesDuringTheCountCount(long seed) {
    Random64 random = new Random64(seed);
    world.boot(1);
    List<String> names =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> "o" + i)
            .filter(name -> Placement.group(pool(), Placement.object(name)).seed() == 1)
            .limit(600)
            .toList();
    int there = 450 + random.nextInt(150);
    for (int i = 0; i < there; i++) {
      write(names.get(i), "x".repeat(i % 7));
    }
    world.wires.getFirst().messages();
    world.change(new Incremental.PutPool(pool().withGroups(counts(8, 8))));
    world.hearThatItIsUp();
    HandWire wire = world.wireOf(new PgId(DaemonWorld.POOL, 1));
    wire.messages();
    SortedMap<RequestId, Runnable> effects = new TreeMap<>();
    for (int i = 0; i < 60; i++) {
      String name = names.get(random.nextInt(names.size()));
      ObjectId object = Placement.object(name);
      boolean remove = random.oneIn(3);
      String text = "y".repeat(random.nextInt(20));
      ObjectOp op = remove ? new ObjectOp.Remove() : new ObjectOp.WriteFull(Payload.utf8(text));
      var request = client.operate(Placement.group(pool(), object), object, world.map.epoch(), op);
      effects.put(request.id(), () -> written.compute(name, (_, _) -> remove ? null : text));
      wire.hear(DaemonClient.PEER, request);
      for (int steps = random.nextInt(6); steps > 0; steps--) {
        world.loop.step();
      }
    }
    world.pass();
    // Requests that came before the group was active are sent again later.
    wire.messages(ObjectMessage.Hold.class).forEach(held -> effects.remove(held.id()));
    effects.values().forEach(Runnable::run);
    assertThat(effects).hasSizeGreaterThan(40);
    world.settle();
    allIsThere();
  }

  /** What the stores have may be newer than the map that was saved: then maps come again. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 8, 11, 20})
  void groupsAreDividedOnceWheneverTheProcessEnds(int steps) {
    world.boot(1);
    writeMany(40);
    world.wires.getFirst().messages();
    ClusterMap before = world.map;
    Incremental split =
        new Incremental(
            before.epoch() + 1,
            0,
            List.of(new Incremental.PutPool(pool().withGroups(counts(8, 8)))));
    world.map = before.apply(split);
    world.hearMonitor(new MapUpdate(null, List.of(split)));
    for (int i = 0; i < steps; i++) {
      world.loop.step();
    }
    world.crash();
    world.wires.getFirst().messages();
    world.daemon = world.start(2);
    long known =
        world.wires.getFirst().messages(MonitorMessage.Subscribe.class).getFirst().haveEpoch();
    if (known == before.epoch()) {
      world.tell(new MapUpdate(null, List.of(split)));
    }
    world.markUp(2);
    world.settle();
    allIsThere();
    writeMany(60);
    allIsThere();
  }

  @Test
  void groupsAreDividedByAMapThatCameWhole() {
    world.boot(1);
    writeMany(40);
    world.map =
        world
            .map
            .apply(new Incremental(world.map.epoch() + 1, 0, List.of()))
            .apply(
                new Incremental(
                    world.map.epoch() + 2,
                    0,
                    List.of(new Incremental.PutPool(pool().withGroups(counts(8, 8))))));
    world.tell(new MapUpdate(world.map, List.of()));
    world.markUp(1);
    world.settle();
    allIsThere();
  }

  @Test
  void poolsThatAreMadeLaterHaveGroupsAtOnce() {
    world.boot(1);
    PoolId other = new PoolId(2);
    world.change(
        new Incremental.PutPool(
            new PoolInfo(
                other,
                "q",
                new PoolInfo.Layout(1, 1, GroupCounts.fresh(3), 0),
                world.map.epoch() + 1,
                new PoolInfo.Options(false, 3, Replication.PRIMARY))));
    world.settle();
    assertThat(groups())
        .hasSize(7)
        .allMatch(group -> group.states().contains(GroupState.CLEAN))
        .filteredOn(group -> group.group().pool().equals(other))
        .extracting(group -> group.group().seed())
        .containsExactlyInAnyOrder(0, 1, 2);
  }

  /** A collection with what a copy keeps aside is no group, even if a map has its group. */
  @Test
  void whatACopyKeepsAsideIsNoGroup() {
    world.boot(1);
    writeMany(10);
    world.crash();
    CollectionId aside =
        CollectionId.aside(new ReplicaId(new PgId(DaemonWorld.POOL, pool().groupCount() - 1), 1));
    HandStore store = world.stores.getFirst();
    store.submit(Transaction.of(new StoreOp.CreateCollection(aside)), _ -> {});
    world.daemon = world.start(2);
    world.markUp(2);
    world.settle();
    allIsThere();
    assertThat(store.collections()).contains(aside);
  }

  /** It finds groups in its store that no map has any more. */
  @Test
  void groupsOfAPoolThatWentMeanwhileAreRemoved() {
    world.boot(1);
    writeMany(10);
    world.crash();
    world.map =
        world.map.apply(
            new Incremental(
                world.map.epoch() + 1, 0, List.of(new Incremental.RemovePool(DaemonWorld.POOL))));
    world
        .stores
        .getFirst()
        .collection(CollectionId.DAEMON)
        .apply(List.of(new StoreOp.RemoveMeta(CollectionId.DAEMON, "map", "map\0")));
    world.daemon = world.start(2);
    world.tell(new MapUpdate(world.map, List.of()));
    for (var store : world.stores) {
      assertThat(store.collections()).containsExactly(CollectionId.DAEMON);
    }
  }
}
