package io.pando.osd;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.Pool;
import io.pando.cluster.ShardMapping;
import io.pando.collect.Utf8Order;
import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.report.GroupStats;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One event loop's worth of an OSD: hands what arrives to the groups it is about, and carries out
 * what they want. It decides nothing about data; it only knows which map counts, who speaks with
 * which incarnation, and how much it may take on.
 *
 * <p>Every map is told to every group, one after the other, since a group's history needs them all;
 * which was told last is stored behind what the groups stored because of it.
 */
final class OsdShard implements Shard {
  private static final String EPOCH_KEY = "epoch";
  private static final long TICK_NANOS = 500_000_000L;
  private static final long SLOW_NANOS = 30_000_000_000L;
  private static final int MAX_HELD = 20_000;

  private record Task(PgId group, Input input) {}

  private final OsdIdentity self;
  private final ShardPorts ports;
  private final ShardOwner owner;
  private final Random64 random;
  private final ShardGroups groups;
  private final ClientLoad load;
  private final RecoverySlots slots;
  private final HeldMessages held = new HeldMessages(MAX_HELD);
  private final PeerStreams streams = new PeerStreams();
  private final ShardCounts counts = new ShardCounts();
  private final Deque<Task> tasks = new ArrayDeque<>();
  private final int fullRatio;
  private boolean working;
  private boolean toldFull;
  private boolean full;
  private boolean stopped;
  private boolean reportDue;
  private long storedEpoch;
  private @Nullable ClusterMap map;

  OsdShard(
      OsdConfig config,
      OsdIdentity self,
      Place place,
      ShardPorts ports,
      ShardOwner owner,
      Random64 random) {
    this.self = self;
    this.ports = ports;
    this.owner = owner;
    this.random = random;
    this.groups = new ShardGroups(self.id(), place.index(), place.shards(), config.group());
    this.load = new ClientLoad(ports.transport(), config.maxClientOps(), config.maxClientBytes());
    this.slots = new RecoverySlots(config.recoverySlots());
    this.fullRatio = config.fullRatio();
  }

  /** Which shard of how many. */
  record Place(int index, int shards) {}

  // Starting

  @Override
  public void load(Runnable loaded) {
    ports
        .store()
        .collections(collections -> {
          if (collections.contains(CollectionId.DAEMON)) {
            loadEpoch(collections, loaded);
          } else {
            submit(
                List.of(new StoreOp.CreateCollection(CollectionId.DAEMON)),
                () -> loadGroups(collections, 0, loaded));
          }
        });
  }

  private void loadEpoch(List<CollectionId> collections, Runnable loaded) {
    ports
        .store()
        .readMeta(
            CollectionId.DAEMON,
            EPOCH_KEY,
            EPOCH_KEY + "\0",
            entries -> {
              Payload stored = entries.get(EPOCH_KEY);
              storedEpoch = stored == null ? 0 : Long.parseLong(stored.toUtf8());
              loadGroups(collections, 0, loaded);
            });
  }

  private void loadGroups(List<CollectionId> collections, int from, Runnable loaded) {
    if (from == collections.size()) {
      tick();
      loaded.run();
      return;
    }
    CollectionId collection = collections.get(from);
    PgId group = collection.group();
    if (group == null) {
      loadGroups(collections, from + 1, loaded);
      return;
    }
    ports
        .store()
        .readMeta(
            collection,
            "",
            null,
            meta -> {
              groups.found(group, meta);
              loadGroups(collections, from + 1, loaded);
            });
  }

  // Maps

  @Override
  public void onMap(ClusterMap newest, List<Incremental> incrementals, Runnable kept) {
    if (stopped) {
      return;
    }
    ClusterMap before = map;
    if (before == null) {
      groups.open(newest).forEach(this::removeOrphan);
      // The stored history reaches this map only if all that it brought was stored.
      boolean known = storedEpoch >= newest.epoch();
      advance(newest, known);
    } else if (incrementals.isEmpty()) {
      advance(newest, false);
    } else {
      ClusterMap step = before;
      for (Incremental incremental : incrementals) {
        if (incremental.epoch() == step.epoch() + 1) {
          step = step.apply(incremental);
          advance(step, true);
        }
      }
    }
    storeEpoch(newest.epoch(), kept);
    held.take(newest.epoch()).forEach(it -> onMessage(it.from(), it.message()));
  }

  private void advance(ClusterMap next, boolean successive) {
    map = next;
    boolean awake = isAwake(next);
    for (PlacementGroup group : List.copyOf(groups.all())) {
      if (next.pools().containsKey(group.group().pool())) {
        give(
            group.group(),
            new Input.MapAdvanced(next, groups.locate(next, group.group()), successive, awake));
      } else {
        give(group.group(), new Input.PoolRemoved(next.epoch()));
      }
    }
    for (PlacementGroup fresh : groups.addNew(next, successive)) {
      run(fresh, sink -> fresh.create(ports.loop().nanoTime(), sink::add));
      give(
          fresh.group(),
          new Input.MapAdvanced(next, groups.locate(next, fresh.group()), true, awake));
      give(fresh.group(), new Input.FullnessChanged(full));
    }
  }

  private boolean isAwake(ClusterMap by) {
    return by.isUp(self.id(), self.nonce());
  }

  private void storeEpoch(long epoch, Runnable kept) {
    TreeMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    entries.put(EPOCH_KEY, Payload.utf8(Long.toString(epoch)));
    submit(List.of(new StoreOp.PutMeta(CollectionId.DAEMON, entries)), kept);
  }

  private void removeOrphan(PgId group) {
    submit(List.of(new StoreOp.RemoveCollection(CollectionId.of(group))), () -> {});
  }

  private void submit(List<StoreOp> ops, Runnable then) {
    ports
        .store()
        .submit(
            new Transaction(ops),
            outcome -> {
              switch (outcome) {
                case CommitOutcome.Committed _ -> then.run();
                case CommitOutcome.NoSpace _ -> owner.fatal("no room for the daemon's own records");
                case CommitOutcome.Broken broken -> owner.fatal(broken.what());
              }
            });
  }

  // Messages

  @Override
  public void onMessage(Peer from, Message message) {
    ClusterMap now = map;
    Concern about = Concern.of(message).orElse(null);
    if (stopped || now == null || about == null || !streams.isCurrent(from)) {
      return;
    }
    if (about.epoch() > now.epoch()) {
      hold(from, about.epoch(), message);
      return;
    }
    if (streams.shouldTell(from.node(), about.epoch(), now.epoch())) {
      MapUpdate update = owner.updateFrom(about.epoch());
      ports.transport().send(from, update);
    }
    if (message instanceof ObjectMessage.Request request) {
      onClient(from, request, now);
    } else if (from.node().role() == NodeId.Role.OSD) {
      onPeer(from, about, message, now);
    }
  }

  private void hold(Peer from, long epoch, Message message) {
    owner.needMap(epoch);
    if (!held.add(from, epoch, message)) {
      held.forget(from);
      ports.transport().disconnect(from);
    }
  }

  private void onPeer(Peer from, Concern about, Message message, ClusterMap now) {
    OsdId osd = from.node().osd();
    if (!now.isUp(osd, from.nonce())) {
      return;
    }
    if (groups.get(about.group()) != null) {
      give(about.group(), new Input.PeerSaid(osd, from, about.epoch(), message));
    } else {
      answerWithoutGroup(from, about.group(), message, now);
    }
  }

  private void answerWithoutGroup(Peer from, PgId group, Message message, ClusterMap now) {
    Pool pool = now.pools().get(group.pool());
    if (pool == null || !isAwake(now)) {
      return;
    }
    if (message instanceof PeeringMessage.GetInfo) {
      ports
          .transport()
          .send(
              from,
              new PeeringMessage.Notify(
                  group,
                  now.epoch(),
                  StoredGroup.emptyInfo(group, pool.createdEpoch(), now.epoch())));
    } else if (message instanceof RecoveryMessage.Pull pull) {
      ports
          .transport()
          .send(
              from,
              new RecoveryMessage.PushFailed(
                  group, now.epoch(), pull.object(), pull.version(), "the group is not here"));
    }
  }

  private void onClient(Peer from, ObjectMessage.Request request, ClusterMap now) {
    Pool pool = now.pools().get(request.group().pool());
    if (pool == null) {
      ports.transport().send(from, withoutPool(request, now));
    } else if (groups.get(request.group()) == null) {
      ports.transport().send(from, notServed(request, now, "the group is not on this OSD"));
    } else if (request instanceof ObjectMessage.Operate operate
        && !belongs(pool, operate.group(), operate.object())) {
      ports
          .transport()
          .send(
              from,
              new ObjectMessage.OperateReply(
                  request.id(),
                  now.epoch(),
                  new OpOutcome.Failed(
                      OpError.INVALID,
                      -1,
                      operate.object() + " does not belong to group " + operate.group())));
    } else {
      load.onRequest(from, request, ports.loop().nanoTime());
      counts.onWritten(ClientLoad.bytesOf(request));
      lookForRoom();
      give(request.group(), new Input.ClientAsked(from, request, ports.loop().wallMillis()));
    }
  }

  private static boolean belongs(Pool pool, PgId group, ObjectId object) {
    return !object.name().isEmpty()
        && object.equals(Placement.object(object.name()))
        && Placement.group(pool, object).equals(group);
  }

  private static ObjectMessage.Reply withoutPool(ObjectMessage.Request request, ClusterMap now) {
    if (request instanceof ObjectMessage.Operate) {
      return new ObjectMessage.OperateReply(
          request.id(),
          now.epoch(),
          new OpOutcome.Failed(OpError.NO_POOL, -1, "there is no pool " + request.group().pool()));
    }
    return notServed(request, now, "there is no pool " + request.group().pool());
  }

  private static ObjectMessage.NotServed notServed(
      ObjectMessage.Request request, ClusterMap now, String why) {
    return new ObjectMessage.NotServed(request.id(), now.epoch(), why);
  }

  @Override
  public void onReset(Peer peer, String reason) {
    streams.forget(peer);
    held.forget(peer);
    load.onReset(peer);
    if (stopped || peer.node().role() != NodeId.Role.OSD || !(peer instanceof Peer.Dialed)) {
      return;
    }
    OsdId osd = peer.node().osd();
    ports
        .loop()
        .schedule(
            streams.onBroken(peer.node(), random),
            () -> {
              for (PlacementGroup group : List.copyOf(groups.all())) {
                if (group.leads()) {
                  give(group.group(), new Input.PeerReset(osd));
                }
              }
            });
  }

  @Override
  public void onFullness(boolean isFull) {
    toldFull = isFull;
    lookForRoom();
  }

  /** What the daemon tells is of some time ago; its own store is known as it is now. */
  private void lookForRoom() {
    boolean now = toldFull || Room.isShort(ports.store().usage(), fullRatio);
    if (now != full) {
      full = now;
      giveAll(new Input.FullnessChanged(now));
    }
  }

  private void tick() {
    if (!stopped) {
      ports.loop().schedule(TICK_NANOS, this::tick);
      giveAll(new Input.Ticked());
    }
  }

  // Steps and effects

  private void giveAll(Input input) {
    List.copyOf(groups.all()).forEach(group -> give(group.group(), input));
  }

  /** Hands an input to a group; inputs that arise meanwhile come after it. */
  private void give(PgId group, Input input) {
    tasks.addLast(new Task(group, input));
    if (working) {
      return;
    }
    working = true;
    try {
      while (!tasks.isEmpty()) {
        Task task = tasks.removeFirst();
        PlacementGroup to = groups.get(task.group());
        if (to != null) {
          run(to, sink -> to.step(ports.loop().nanoTime(), task.input(), sink::add));
        }
      }
    } catch (Invariant.BrokenInvariant broken) {
      stopped = true;
      owner.fatal("broken invariant in group " + group + ": " + broken.getMessage());
      throw broken;
    } finally {
      working = false;
    }
  }

  private void run(PlacementGroup group, Consumer<List<Effect>> step) {
    List<Effect> effects = new ArrayList<>();
    step.accept(effects);
    effects.forEach(effect -> carryOut(group.group(), effect));
    slots.grant().forEach(to -> tasks.addLast(new Task(to, new Input.RecoveryGranted())));
  }

  private void carryOut(PgId group, Effect effect) {
    CollectionId collection = CollectionId.of(group);
    switch (effect) {
      case Effect.Persist persist ->
          ports
              .store()
              .submit(persist.transaction(), outcome -> give(group, new Input.Persisted(outcome)));
      case Effect.ReadObject read ->
          ports
              .store()
              .read(
                  collection,
                  read.object(),
                  read.query(),
                  outcome -> give(group, new Input.ObjectRead(read.token(), outcome)));
      case Effect.ListObjects list ->
          ports
              .store()
              .list(
                  collection,
                  list.after(),
                  list.max(),
                  listing -> give(group, new Input.ObjectsListed(list.token(), listing)));
      case Effect.Send send -> send(group, send.to(), send.message());
      case Effect.Answer answer -> ports.transport().send(answer.to(), answer.message());
      case Effect.Reply reply -> reply(reply);
      case Effect.RaiseUpThru raise ->
          owner.request(new Change.RaiseUpThru(self.id(), self.nonce(), raise.epoch()));
      case Effect.OverrideActing override ->
          owner.request(new Change.OverrideActing(self.id(), group, override.acting()));
      case Effect.AskRecovery _ -> slots.ask(group);
      case Effect.EndRecovery _ -> slots.end(group);
      case Effect.CountRecovered _ -> counts.countRecovered();
      case Effect.Forget _ -> {
        slots.end(group);
        groups.forget(group);
        tasks.removeIf(task -> task.group().equals(group));
      }
      case Effect.Stop stop -> {
        stopped = true;
        owner.fatal("group " + group + ": " + stop.why());
      }
      case Effect.Report report -> {
        owner.note(self.id() + " " + report.what());
        reportSoon();
      }
    }
  }

  private void send(PgId group, OsdId to, Message message) {
    ClusterMap now = map;
    OsdInfo info = now == null ? null : now.osds().get(to);
    if (info != null && info.up() && info.address() != null) {
      int shard = ShardMapping.shardOf(group, info.shards());
      ports.transport().send(new Peer.Dialed(info.address(), shard), message);
    }
  }

  private void reply(Effect.Reply reply) {
    load.onReply(reply.to(), reply.reply().id());
    counts.onReply(reply.reply());
    ports.transport().send(reply.to(), reply.reply());
  }

  private void reportSoon() {
    if (!reportDue) {
      reportDue = true;
      owner.groupChanged();
    }
  }

  // What the daemon asks

  @Override
  public ShardReport report() {
    reportDue = false;
    List<GroupStats> led = new ArrayList<>();
    for (PlacementGroup group : groups.all()) {
      if (group.leads()) {
        led.add(group.stats());
      }
    }
    return new ShardReport(
        led,
        groups.all().size(),
        load.olderThan(SLOW_NANOS, ports.loop().nanoTime()),
        counts.total(),
        ports.store().usage());
  }

  @Override
  public SortedSet<OsdId> neighbours() {
    return groups.neighbours();
  }

  @Override
  public void stop(Runnable flushed) {
    stopped = true;
    ClusterMap now = map;
    if (now == null) {
      flushed.run();
    } else {
      storeEpoch(now.epoch(), flushed);
    }
  }
}
