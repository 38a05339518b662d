package io.pando.osd;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.Placement;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.message.Message;
import io.pando.osd.pg.harness.HandStore;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.pg.lease.PingReply;
import io.pando.osd.shard.Shard;
import io.pando.osd.shard.ShardPorts;
import io.pando.osd.shard.ShardReport;
import io.pando.osd.traffic.HandLoop;
import io.pando.osd.traffic.HandWire;
import io.pando.port.Peer;
import io.pando.report.OpenOperation;
import io.pando.report.StorePerformance;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A daemon and three shards, each on a loop of its own. */
class ShardsTest {
  private static final int SHARDS = 3;

  private final DaemonWorld world = new DaemonWorld();
  private final HandLoop home = new HandLoop();
  private final List<Played> played = new ArrayList<>();
  private final Shards shards = new Shards(home, hosts());
  private final List<String> heard = new ArrayList<>();

  /** Notes what it is told, and is asked to end what it began by the test. */
  private final class Played implements Shard {
    final HandLoop loop = new HandLoop();
    final int number;
    final SortedSet<OsdId> neighbours = new TreeSet<>();
    Runnable begun = () -> {};

    Played(int number) {
      this.number = number;
    }

    private void hear(String what) {
      heard.add(number + " " + what);
    }

    private void begin(String what, Runnable done) {
      hear(what);
      begun = done;
    }

    @Override
    public void load(Runnable loaded) {
      begin("load", loaded);
    }

    @Override
    public void onMap(
        ClusterMap map, List<Incremental> incrementals, Granted granted, Runnable kept) {
      begin("map %d by %d steps".formatted(map.epoch(), incrementals.size()), kept);
    }

    @Override
    public void onPongs(List<PingReply> pongs) {
      hear(pongs.toString());
    }

    @Override
    public void onMessage(Peer from, Message message) {
      hear(message.toString());
    }

    @Override
    public void onReset(Peer peer, String reason) {
      hear(reason);
    }

    @Override
    public void onFullness(boolean full) {
      hear("full: " + full);
    }

    @Override
    public ShardReport report() {
      return new ShardReport(List.of(), number, 0, true, new HandStore(loop).usage, 0);
    }

    @Override
    public StorePerformance performance() {
      throw new AssertionError("nobody asks");
    }

    @Override
    public List<OpenOperation> operations() {
      return List.of(open(number), open(number + 10));
    }

    @Override
    public List<OpenOperation> slowOperations() {
      return List.of(open(number + 100));
    }

    @Override
    public SortedSet<OsdId> neighbours() {
      return neighbours;
    }

    @Override
    public void stop(Runnable flushed) {
      begin("stop", flushed);
    }
  }

  private static OpenOperation open(long ageNanos) {
    return new OpenOperation(
        new RequestId(1, ageNanos),
        new NodeId(NodeId.Role.CLIENT, 1),
        new PgId(new PoolId(1), 0),
        Placement.object("o"),
        "read",
        new OpenOperation.Progress(ageNanos, List.of(), ""));
  }

  private List<ShardHost> hosts() {
    List<ShardHost> hosts = new ArrayList<>();
    for (int i = 0; i < SHARDS; i++) {
      Played shard = new Played(i);
      played.add(shard);
      ShardPorts ports = new ShardPorts(shard.loop, new HandWire(), new HandStore(shard.loop));
      hosts.add(new ShardHost(ports, world.daemon, (_, _) -> shard));
    }
    return hosts;
  }

  /** Runs all tasks that are due on any loop; returns the events heard since the last call. */
  private List<String> happens() {
    while (!home.isIdle() || played.stream().anyMatch(shard -> !shard.loop.isIdle())) {
      played.forEach(shard -> shard.loop.pass(0));
      home.pass(0);
    }
    List<String> taken = List.copyOf(heard);
    heard.clear();
    return taken;
  }

  private static List<String> ofAll(String what) {
    return List.of("0 " + what, "1 " + what, "2 " + what);
  }

  @Test
  void everyShardHearsOfPongsAndOfFullStores() {
    List<PingReply> pongs =
        List.of(new PingReply(new OsdId(4), 7, 8), new PingReply(new OsdId(5), 7, 9));
    shards.onPongs(pongs);
    assertThat(heard).as("not on the loop of the daemon").isEmpty();
    assertThat(happens()).isEqualTo(ofAll(pongs.toString()));
    shards.onFullness(true);
    shards.onFullness(false);
    assertThat(happens())
        .containsExactly(
            "0 full: true",
            "0 full: false",
            "1 full: true",
            "1 full: false",
            "2 full: true",
            "2 full: false");
  }

  /** So that what one of them needs for a while is not needed by all at once. */
  @Test
  void theyLoadAndStopOneAfterTheOther() {
    shards.load(() -> heard.add("loaded"));
    for (Played shard : played) {
      assertThat(happens()).containsExactly(shard.number + " load");
      shard.begun.run();
    }
    assertThat(happens()).containsExactly("loaded");
    shards.stop(() -> heard.add("stopped"));
    for (Played shard : played) {
      assertThat(happens()).containsExactly(shard.number + " stop");
      shard.begun.run();
    }
    assertThat(happens()).containsExactly("stopped");
  }

  @Test
  void aMapIsKeptOnceAllHaveStoredWhatTheyLearnedFromIt() {
    shards.onMap(world.map, List.of(), Granted.NOTHING, () -> heard.add("kept"));
    assertThat(happens()).isEqualTo(ofAll("map 5 by 0 steps"));
    for (Played shard : List.of(played.get(2), played.get(0))) {
      shard.begun.run();
      assertThat(happens()).isEmpty();
    }
    played.get(1).begun.run();
    assertThat(happens()).containsExactly("kept");
    Incremental step = new Incremental(6, 0, List.of());
    shards.onMap(world.map.apply(step), List.of(step), Granted.NOTHING, () -> {});
    assertThat(happens()).isEqualTo(ofAll("map 6 by 1 steps"));
  }

  private void sits(int shard, int... besides) {
    for (int osd : besides) {
      played.get(shard).neighbours.add(new OsdId(osd));
    }
  }

  private static String ages(List<OpenOperation> operations) {
    return operations.stream().map(it -> it.progress().ageNanos()).toList().toString();
  }

  @Test
  void operationsOfAllShardsAreListedOldestFirst() {
    shards.operations(found -> heard.add(ages(found)));
    assertThat(happens()).containsExactly("[12, 11, 10, 2, 1, 0]");
    shards.slowOperations(found -> heard.add(ages(found)));
    assertThat(happens()).containsExactly("[102, 101, 100]");
  }

  @Test
  void neighboursAreThoseOfAnyShard() {
    sits(0, 3, 9);
    sits(2, 1, 3);
    shards.neighbours(found -> heard.add(found.toString()));
    assertThat(happens()).containsExactly("[osd.1, osd.3, osd.9]");
  }

  @Test
  void reportsAreToldOnceAllAreThere() {
    shards.reports(all -> heard.add(all.stream().map(ShardReport::groups).toList().toString()));
    played.get(0).loop.pass(0);
    played.get(1).loop.pass(0);
    home.pass(0);
    assertThat(heard).isEmpty();
    assertThat(happens()).containsExactly("[0, 1, 2]");
  }
}
