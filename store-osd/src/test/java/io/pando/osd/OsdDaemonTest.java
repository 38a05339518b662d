package io.pando.osd;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.crush.CrushMap;
import io.pando.message.DaemonMessage;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.config.OsdConfig;
import io.pando.port.ObjectStore;
import io.pando.report.DeviceWrites;
import io.pando.report.Durations;
import io.pando.report.Lookups;
import io.pando.report.OsdPerformance;
import io.pando.report.OsdStats;
import io.pando.report.ProcessUse;
import io.pando.report.StorePerformance;
import io.pando.report.group.GroupState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A daemon as monitors, clients and other daemons see it. */
class OsdDaemonTest {
  private final DaemonWorld world = new DaemonWorld();
  private final DaemonClient client = new DaemonClient(world);

  // Coming and going

  @Test
  void itSubscribesAndBootsByItsFirstMapAndServesOnceItIsUp() {
    assertThat(world.wires.getFirst().messages(MonitorMessage.Subscribe.class))
        .containsExactly(new MonitorMessage.Subscribe(0));
    world.tell(new MapUpdate(world.map, List.of()));
    assertThat(world.accept(Change.Boot.class))
        .isEqualTo(
            new Change.Boot(
                DaemonWorld.SELF,
                new UUID(2, 0),
                DaemonWorld.identity(1).address(),
                2,
                world.map.epoch()));
    world.markUp(1);
    assertThat(client.outcome(client.operate("o", DaemonClient.WRITE)))
        .isInstanceOf(OpOutcome.Succeeded.class);
    assertThat(world.deaths).isEmpty();
  }

  @Test
  void aBootThatIsRefusedIsTriedAgainAndNotedOnce() {
    world.tell(new MapUpdate(world.map, List.of()));
    for (int i = 0; i < 2; i++) {
      MonitorMessage.RequestChange boot = world.request(Change.Boot.class);
      world.tell(
          new MonitorMessage.ChangeReply(
              boot.request(), new ChangeOutcome.Rejected("noup is set")));
      assertThat(world.requests()).as("not at once").isEmpty();
      world.passSeconds(6);
    }
    assertThat(world.request(Change.Boot.class)).isNotNull();
    assertThat(world.notes).containsExactly("osd.0 cannot boot yet: noup is set");
  }

  /** Its groups may have been elsewhere meanwhile: so it comes up in a new interval. */
  @Test
  void anOsdThatMissedStepsOfTheMapBootsAgain() {
    world.boot(1);
    world.notes.clear();
    world.map =
        world
            .map
            .apply(new Incremental(world.map.epoch() + 1, 0, List.of()))
            .apply(new Incremental(world.map.epoch() + 2, 0, List.of()));
    world.tell(new MapUpdate(world.map, List.of()));
    assertThat(((Change.Boot) world.request(Change.Boot.class).change()).since())
        .isEqualTo(world.map.epoch());
    assertThat(world.notes)
        .contains(
            "osd.0 missed map updates up to epoch "
                + world.map.epoch()
                + ": it serves no client until it is marked up again");
  }

  @Test
  void anIncarnationGoesOnWithWhatTheOneBeforeHadStored() {
    world.boot(1);
    client.ask(client.operate("o", DaemonClient.WRITE));
    world.passSeconds(1);
    world.wires.getFirst().messages();
    world.daemon = world.start(2);
    List<Message> said = world.wires.getFirst().messages();
    assertThat(said)
        .as("it knows the map that it had")
        .contains(new MonitorMessage.Subscribe(world.map.epoch()));
    assertThat(said)
        .filteredOn(MonitorMessage.RequestChange.class::isInstance)
        .singleElement()
        .extracting(it -> ((MonitorMessage.RequestChange) it).change())
        .isInstanceOf(Change.Boot.class);
    world.markUp(2);
    assertThat(client.outcome(client.operate("o", DaemonClient.READ)))
        .isInstanceOfSatisfying(
            OpOutcome.Succeeded.class,
            read -> assertThat(read.results().toString()).contains("4B"));
  }

  /** A map without any host. */
  private static DaemonWorld unplaced() {
    DaemonWorld bare =
        new DaemonWorld(
            OsdConfig.defaults().placedAt(List.of("host=a"), 5), CrushMap.builder().build());
    bare.tell(new MapUpdate(bare.map, List.of()));
    bare.accept(Change.Boot.class);
    bare.change(
        new Incremental.PutOsd(
            new OsdInfo(
                DaemonWorld.SELF,
                DaemonWorld.identity(1).identity(),
                true,
                new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
                new OsdInfo.Endpoint(DaemonWorld.identity(1).address(), 2),
                new OsdInfo.UpHistory(bare.map.epoch() + 1, 0, 0, 0))));
    return bare;
  }

  @Test
  void itIsPutWhereItsSettingsSayOnceItIsUp() {
    DaemonWorld bare = unplaced();
    MonitorMessage.RequestChange asked = bare.request(Change.PlaceInCrush.class);
    assertThat(asked.change()).isEqualTo(new Change.PlaceInCrush("osd.0", 5, List.of("host=a")));
    bare.change();
    assertThat(bare.requests())
        .as("one is under way")
        .noneMatch(it -> it.change() instanceof Change.PlaceInCrush);
    bare.tell(
        new MonitorMessage.ChangeReply(
            asked.request(), new ChangeOutcome.Rejected("there is no such bucket")));
    assertThat(bare.notes).contains("osd.0 is not added to the CRUSH map: there is no such bucket");
  }

  @Test
  void itAsksAgainForItsPlaceUntilTheMapHasIt() {
    DaemonWorld bare = unplaced();
    bare.accept(Change.PlaceInCrush.class);
    bare.passSeconds(10);
    bare.accept(Change.PlaceInCrush.class);
    bare.change(new Incremental.PutCrush(HostMaps.of(1, 1)));
    bare.requests();
    bare.passSeconds(10);
    assertThat(bare.requests()).noneMatch(it -> it.change() instanceof Change.PlaceInCrush);
    assertThat(bare.notes).noneMatch(note -> note.contains("CRUSH"));
  }

  @Test
  void itEndsOnceItIsMarkedDownAndAllIsFlushed() {
    world.boot(1);
    world.wires.getFirst().messages();
    List<String> ended = new ArrayList<>();
    world.daemon.stop(() -> ended.add("ended"));
    world.daemon.stop(() -> ended.add("ended twice"));
    world.pass();
    assertThat(ended).isEmpty();
    assertThat(world.accept(Change.Stop.class)).isEqualTo(new Change.Stop(DaemonWorld.SELF, 1));
    assertThat(ended).containsExactly("ended");
    assertThat(client.ask(client.operate("o", DaemonClient.READ)))
        .as("it takes nothing more")
        .isEmpty();
  }

  @Test
  void itEndsAfterAWhileIfTheMonitorsSayNothing() {
    world.boot(1);
    List<String> ended = new ArrayList<>();
    world.daemon.stop(() -> ended.add("ended"));
    world.passSeconds(60);
    assertThat(ended).containsExactly("ended");
  }

  @Test
  void twiceASecondTheStoresLookHowFullTheirMediaAreUntilItEnds() {
    world.boot(1);
    List<Integer> before = looks();
    world.passSeconds(5);
    assertThat(looks()).isEqualTo(before.stream().map(looks -> looks + 10).toList());
    world.daemon.stop(() -> {});
    world.passSeconds(60);
    List<Integer> ended = looks();
    world.passSeconds(5);
    assertThat(looks()).isEqualTo(ended);
  }

  private List<Integer> looks() {
    return world.stores.stream().map(store -> store.looks).toList();
  }

  // What it tells

  @Test
  void beaconsTellOfAllShardsTogether() {
    world.boot(1);
    world.stores.get(0).usage = new ObjectStore.Usage(1L << 40, 5L << 30);
    world.stores.get(1).usage = new ObjectStore.Usage(1L << 40, 7L << 30);
    for (int i = 0; i < 8; i++) {
      client.ask(client.operate("o" + i, DaemonClient.WRITE));
    }
    client.ask(client.operate("o1", DaemonClient.READ));
    MonitorMessage.Beacon beacon = client.beacon();
    OsdStats stats = beacon.stats();
    assertThat(beacon.osd()).isEqualTo(DaemonWorld.SELF);
    assertThat(beacon.nonce()).isOne();
    assertThat(stats.epoch()).isEqualTo(world.map.epoch());
    assertThat(stats.load().groups()).isEqualTo(4);
    assertThat(stats.capacityBytes()).isEqualTo(2L << 40);
    assertThat(stats.usedBytes()).isEqualTo(12L << 30);
    assertThat(stats.clients().clientWrites()).isEqualTo(8);
    assertThat(stats.clients().clientReads()).isOne();
    assertThat(stats.clients().writtenBytes()).isEqualTo(32);
    assertThat(stats.clients().readBytes()).isEqualTo(4);
    assertThat(stats.slowOps()).isZero();
    assertThat(beacon.groups()).hasSize(4);
    assertThat(beacon.groups())
        .allMatch(group -> group.states().contains(GroupState.CLEAN))
        .extracting(group -> group.group().seed())
        .containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(beacon.groups().stream().mapToLong(group -> group.contents().objects()).sum())
        .isEqualTo(8);
  }

  @Test
  void aQuestionForWhatItDidIsAnswered() {
    world.boot(1);
    client.ask(client.operate("o", DaemonClient.WRITE));
    client.ask(client.operate("o", DaemonClient.READ));
    client.ask(client.operate("none", DaemonClient.READ));
    world.wires.getFirst().messages();
    world.wires.getFirst().hear(DaemonClient.PEER, new DaemonMessage.AskPerformance(77));
    world.pass();
    DaemonMessage.PerformanceAnswer answer =
        world.wires.getFirst().messages(DaemonMessage.PerformanceAnswer.class).getFirst();
    assertThat(answer.question()).isEqualTo(77);
    OsdPerformance.Served served = answer.performance().served();
    assertThat(
            List.of(
                served.clients().writes(), served.clients().reads(), served.clients().failures()))
        .containsExactly(1L, 1L, 1L);
    assertThat(answer.performance().store().stages()).containsKeys("write", "read", "persist");
  }

  private static SortedMap<String, Durations> stage(String name, long nanos, long bound) {
    SortedMap<Long, Long> buckets = new TreeMap<>();
    buckets.put(bound, 1L);
    SortedMap<String, Durations> stages = new TreeMap<>();
    stages.put(name, new Durations(1, nanos, buckets));
    return stages;
  }

  private static SortedMap<String, String> trait(String name, String value) {
    SortedMap<String, String> traits = new TreeMap<>();
    traits.put("same", "yes");
    traits.put(name, value);
    return traits;
  }

  @Test
  void whatShardsDidIsSummedUp() {
    world.boot(1);
    world.stores.get(0).performance =
        new StorePerformance(
            new DeviceWrites(
                1, 2, 3, new DeviceWrites.Tables(4, 5, 6), new DeviceWrites.Calls(7, 8)),
            new Lookups(1, 2, 3, 4, 5, 6),
            stage("flush", 100, 300),
            trait("mode", "b"));
    world.stores.get(1).performance =
        new StorePerformance(
            new DeviceWrites(
                10, 20, 30, new DeviceWrites.Tables(40, 50, 60), new DeviceWrites.Calls(70, 80)),
            new Lookups(10, 20, 30, 40, 50, 60),
            stage("flush", 11, 300),
            trait("mode", "a"));
    for (int i = 0; i < 8; i++) {
      client.ask(client.operate("o" + i, DaemonClient.WRITE));
    }
    List<OsdPerformance> told = new ArrayList<>();
    world.daemon.performance(told::add);
    world.pass();
    assertThat(told).hasSize(1);
    OsdPerformance sum = told.getFirst();
    assertThat(sum.osd()).isEqualTo(DaemonWorld.SELF);
    assertThat(sum.served().clients().writes()).as("by both").isEqualTo(8);
    assertThat(sum.store().written())
        .isEqualTo(
            new DeviceWrites(
                11, 22, 33, new DeviceWrites.Tables(44, 55, 66), new DeviceWrites.Calls(77, 88)));
    assertThat(sum.store().lookups()).isEqualTo(new Lookups(11, 22, 33, 44, 55, 66));
    assertThat(sum.store().stages().get("flush"))
        .satisfies(flush -> {
          assertThat(flush.count()).isEqualTo(2);
          assertThat(flush.totalNanos()).isEqualTo(111);
          assertThat(flush.buckets()).containsExactly(Map.entry(300L, 2L));
        });
    assertThat(sum.store().traits())
        .containsOnly(Map.entry("same", "yes"), Map.entry("mode", "a | b"));
    assertThat(sum.process()).isEqualTo(ProcessUse.NONE);
  }

  @Test
  void aStoreWithoutRoomRefusesWritesAndTellsIt() {
    world.boot(1);
    for (var store : world.stores) {
      store.usage = new ObjectStore.Usage(1L << 40, 1L << 40);
    }
    world.passSeconds(1);
    assertThat(client.outcome(client.operate("o", DaemonClient.WRITE)))
        .isInstanceOfSatisfying(
            OpOutcome.Failed.class,
            failed -> assertThat(failed.error()).isEqualTo(OpError.NO_SPACE));
    for (var store : world.stores) {
      store.usage = new ObjectStore.Usage(1L << 40, 1);
    }
    world.passSeconds(1);
    assertThat(client.outcome(client.operate("o", DaemonClient.WRITE)))
        .isInstanceOf(OpOutcome.Succeeded.class);
  }
}
