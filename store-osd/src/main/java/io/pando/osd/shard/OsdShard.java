package io.pando.osd.shard;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.collect.Utf8Order;
import io.pando.id.OsdId;
import io.pando.id.ReplicaId;
import io.pando.message.Message;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.pg.lease.PingReply;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.redundancy.ErasureCodes;
import io.pando.osd.pg.step.Input;
import io.pando.osd.traffic.ClientLoad;
import io.pando.osd.traffic.HeldMessages;
import io.pando.osd.traffic.ReadGate;
import io.pando.port.ObjectStore;
import io.pando.port.Peer;
import io.pando.probe.Limit;
import io.pando.random.Random64;
import io.pando.report.OpenOperation;
import io.pando.report.StorePerformance;
import io.pando.report.group.GroupStats;
import io.pando.store.CollectionId;
import io.pando.wire.FrameCodec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One shard of an OSD: an event loop that passes arriving messages and maps to the groups
 * concerned, and carries out their effects. It makes no decision about data. It only knows which
 * map is current, which incarnation a peer belongs to, and how many client operations it may
 * accept.
 *
 * <pre>
 *   maps ─────▶ MapSteps ──────────┐
 *   messages ─▶ MessageDispatcher ─┼─▶ GroupRunner ─▶ a group's step ─▶ its effects
 *   ticks ─────────────────────────┘                      on store, transport, owner
 * </pre>
 */
public final class OsdShard implements Shard {
  private static final long TICK_NANOS = 500_000_000L;

  /** Ticks of a calm shard from one look of its store at the device to the next. */
  private static final int CALM_TICKS_PER_LOOK = 2;

  private static final Limit MAX_HELD =
      Limit.of("shard: messages that are held for a later map", 1, 20_000);

  private final ShardState state;
  private final ShardPorts ports;
  private final ShardGroups groups;
  private final ClientLoad load;
  private final GroupRunner runner;
  private final FullnessWatch fullness;
  private final DaemonRecords records;
  private final MapSteps maps;
  private final MessageDispatcher dispatcher;
  private int ticks;

  public OsdShard(
      OsdConfig config,
      OsdIdentity self,
      ShardPlace place,
      ShardPorts ports,
      ShardOwner owner,
      Random64 random) {
    this.ports = ports;
    ShardLeases leases = new ShardLeases(config.liveness().lease());
    LogBudget logs = new LogBudget(Math.max(1, config.limits().logBytes() / place.shards()));
    this.groups =
        new ShardGroups(
            self.id(), place, config.group(), logs, leases, new ErasureCodes(ports.kernel()));
    this.state = new ShardState(self, ports, owner, groups, leases);
    this.load =
        new ClientLoad(
            ports.transport(), config.limits().maxClientOps(), config.limits().maxClientBytes());
    ReadGate gate =
        new ReadGate(ports.transport(), ports.loop(), config.limits().maxClientBytes() / 4);
    this.runner = new GroupRunner(state, load, gate, config.recovery(), this::onForgotten);
    this.fullness = new FullnessWatch(state, runner);
    this.records = new DaemonRecords(ports, owner::fatal);
    this.maps = new MapSteps(state, runner, records, fullness);
    HeldMessages held =
        new HeldMessages(
            MAX_HELD.value(),
            config.limits().maxHeldBytes(),
            message -> FrameCodec.MESSAGES.encode(message, 0).sizeBytes());
    this.dispatcher = new MessageDispatcher(state, runner, load, fullness, held, random);
    ports
        .store()
        .onBroken(why -> {
          state.stopped = true;
          owner.fatal("store: " + why);
        });
  }

  @Override
  public void load(Runnable loaded) {
    ports
        .store()
        .collections(collections -> {
          if (collections.contains(CollectionId.DAEMON)) {
            records.loadEpoch(epoch -> {
              maps.begin(epoch);
              loadGroups(collections, 0, loaded);
            });
          } else {
            records.create(() -> loadGroups(collections, 0, loaded));
          }
        });
  }

  private void loadGroups(List<CollectionId> collections, int from, Runnable loaded) {
    if (from == collections.size()) {
      tick();
      loaded.run();
      return;
    }
    CollectionId collection = collections.get(from);
    ReplicaId copy = collection.replica();
    if (copy == null || collection.isAside()) {
      loadGroups(collections, from + 1, loaded);
      return;
    }
    readMeta(
        collection,
        meta -> {
          groups.found(copy, meta);
          loadGroups(collections, from + 1, loaded);
        });
  }

  /**
   * Reads a collection's records except the pages of the version index: these are many, and read on
   * demand.
   */
  private void readMeta(CollectionId collection, Consumer<SortedMap<String, Payload>> then) {
    ObjectStore store = ports.store();
    store.readMeta(
        collection,
        "",
        MetaKeys.INDEX_PAGES,
        before ->
            store.readMeta(
                collection,
                MetaKeys.INDEX_PAGES_END,
                null,
                behind -> {
                  SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
                  meta.putAll(before);
                  meta.putAll(behind);
                  then.accept(meta);
                }));
  }

  @Override
  public void onMap(
      ClusterMap newest, List<Incremental> incrementals, Granted granted, Runnable kept) {
    if (!state.stopped) {
      state.leases.onMap(granted);
      maps.onMap(newest, incrementals, kept);
      fullness.onMap(newest);
      state.leases.onTold(newest.epoch());
      dispatcher.onMap(newest.epoch());
      serveUnderLease();
    }
  }

  @Override
  public void onPongs(List<PingReply> pongs) {
    if (!state.stopped) {
      state.leases.onPongs(pongs, ports.loop().nanoTime());
      serveUnderLease();
    }
  }

  private void serveUnderLease() {
    List<ReplicaId> waiting = new ArrayList<>();
    for (PlacementGroup group : groups.all()) {
      if (group.awaitsLease()) {
        waiting.add(group.id());
      }
    }
    waiting.forEach(copy -> runner.give(copy, new Input.LeaseRenewed()));
  }

  private void onForgotten(PlacementGroup group) {
    maps.onForgotten(group);
  }

  @Override
  public void onMessage(Peer from, Message message) {
    dispatcher.onMessage(from, message);
  }

  @Override
  public void onReset(Peer peer, String reason) {
    dispatcher.onReset(peer);
  }

  @Override
  public void onFullness(boolean isFull) {
    fullness.onTold(isFull);
  }

  private void tick() {
    if (!state.stopped) {
      state.rest.onTick(load.size() > 0);
      boolean calm = state.rest.isCalm();
      ports.loop().schedule(calm ? 2 * TICK_NANOS : TICK_NANOS, this::tick);
      dispatcher.onTick();
      runner.giveAll(new Input.Ticked(ports.loop().wallMillis()));
      // Other writers may fill the device while this shard writes nothing.
      if (++ticks % CALM_TICKS_PER_LOOK == 0 || !calm) {
        ports.store().refreshUsage();
      }
      fullness.look();
      noteSlow();
    }
  }

  @Override
  public ShardReport report() {
    runner.onReported();
    List<GroupStats> led = new ArrayList<>();
    for (PlacementGroup group : groups.all()) {
      if (group.isPrimary()) {
        led.add(group.stats());
      }
    }
    return new ShardReport(
        led,
        groups.all().size(),
        load.olderThan(OpenOperation.SLOW_NANOS, ports.loop().nanoTime()),
        state.rest.isCalm(),
        ports.store().usage(),
        fullness.ofStore());
  }

  @Override
  public StorePerformance performance() {
    return ports.store().performance();
  }

  @Override
  public List<OpenOperation> operations() {
    return groups.all().stream()
        .flatMap(group -> group.operations().stream())
        .sorted(Comparator.comparingLong(it -> -it.progress().ageNanos()))
        .toList();
  }

  @Override
  public List<OpenOperation> slowOperations() {
    return state.slow.answered();
  }

  /** Notes in the log that operations are slow, with what the oldest one waits for. */
  private void noteSlow() {
    long nowNanos = ports.loop().nanoTime();
    int slow = load.olderThan(OpenOperation.SLOW_NANOS, nowNanos);
    if (slow > 0 && state.slow.isNoteDue(nowNanos)) {
      String oldest =
          operations().stream()
              .findFirst()
              .map(it ->
                  "; the oldest, %s of %s on %s in group %s, waits for %s"
                      .formatted(
                          it.request(),
                          it.client(),
                          it.object().name(),
                          it.group(),
                          it.progress().waitsFor()))
              .orElse("");
      state.owner.note(
          "%s: %d operations have waited for more than 30 s%s".formatted(state.id(), slow, oldest));
    }
  }

  @Override
  public SortedSet<OsdId> neighbours() {
    return groups.neighbours();
  }

  @Override
  public void stop(Runnable flushed) {
    state.stopped = true;
    maps.end(flushed);
  }
}
