package io.pando.sim.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Placement;
import io.pando.disk.memory.MemoryDisk;
import io.pando.disk.memory.MemoryLatency;
import io.pando.disk.memory.MemoryStore;
import io.pando.format.GroupRecords;
import io.pando.group.GroupLineage;
import io.pando.group.ObjectInfo;
import io.pando.id.Address;
import io.pando.id.MemberId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.merkle.TreeDepth;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.lease.Leases;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.op.OpLimits;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.GroupContext;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.port.ObjectStore;
import io.pando.port.Peer;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The group on one OSD, with its store, and the little of a shard that it needs. */
final class Member implements Leases {
  /** So flat that it changes with the few objects there are. */
  static final TreeDepth TREE_DEPTH = new TreeDepth(0, 10);

  /** Often, a few objects at a time. */
  static final ScrubLimits SCRUBS = new ScrubLimits(100, 200, 700, 3, 2, true);

  private static GroupConfig config(ScrubLimits scrubs) {
    return new GroupConfig(
        new GroupConfig.LogLimits(400, 1 << 20, 400, 1 << 20),
        new GroupConfig.WaitLimits(50, 50 * GroupWorld.MILLI),
        OpLimits.defaults(),
        RecoveryLimits.defaults(),
        TREE_DEPTH,
        scrubs);
  }

  private record Held(OsdId from, Peer via, long epoch, Message message) {}

  private final GroupWorld world;
  private final OsdId id;
  private final ScrubLimits scrubs;
  private MemoryDisk disk = new MemoryDisk(1L << 30);
  private final Deque<Input> inputs = new ArrayDeque<>();
  private final Deque<Held> held = new ArrayDeque<>();
  private final SortedMap<Long, Long> listeners = new TreeMap<>();
  private MemoryStore store;
  private @Nullable PlacementGroup group;
  private boolean working;
  private long told;
  private int life;
  private UnaryOperator<Message> ear = UnaryOperator.identity();
  private boolean mayDoubt;
  private boolean doubted;
  private boolean forgetful;

  Member(GroupWorld world, OsdId id, ScrubLimits scrubs) {
    this.world = world;
    this.id = id;
    this.scrubs = scrubs;
    this.store = open();
  }

  private MemoryStore open() {
    MemoryLatency latency =
        new MemoryLatency() {
          @Override
          public long commitNanos(Transaction transaction) {
            return world.delay();
          }

          @Override
          public long readNanos() {
            return world.delay();
          }
        };
    return MemoryStore.open(disk, world, latency);
  }

  /** Whether it ever found that a replica is not what it should be. */
  boolean hasDoubted() {
    return doubted;
  }

  OsdId id() {
    return id;
  }

  boolean isAlive() {
    return group != null;
  }

  /** The first life, by the first map. */
  void begin() {
    start(StoredGroup.fresh(GroupWorld.GROUP, 1, new GroupLineage(1, 1)), true);
  }

  private void start(StoredGroup stored, boolean isNew) {
    ClusterMap map = world.map();
    told = map.epoch();
    Membership membership = new Membership(map, world.locate(map, GroupWorld.GROUP));
    PlacementGroup fresh =
        new PlacementGroup(
            new GroupContext(id, config(scrubs), new LogBudget(1 << 20), this),
            MemberId.of(id),
            membership,
            stored);
    group = fresh;
    if (isNew) {
      List<Effect> effects = new ArrayList<>();
      fresh.create(world.nanoTime(), effects::add);
      effects.forEach(this::carryOut);
    }
    give(advanced(map, false));
    tick(life);
  }

  private void tick(int of) {
    if (of == life && group != null) {
      give(new Input.Ticked(world.wallMillis()));
      world.schedule(50 * GroupWorld.MILLI, () -> tick(of));
    }
  }

  /** It dies; the store keeps a part of the data that was not durable. */
  void crash() {
    life++;
    group = null;
    inputs.clear();
    held.clear();
    listeners.clear();
    disk.crash(world.random.nextInt(disk.unreported() + 1));
    for (Member other : world.members) {
      breakStream(other, this);
      breakStream(this, other);
    }
    world.clients.forEach(client -> client.breakStream(this));
  }

  /** It returns with the contents of the store; the map must say so then. */
  void restart() {
    store = open();
    int of = life;
    store.collections(all -> {
      if (of == life && all.contains(CollectionId.of(GroupWorld.GROUP))) {
        read(of);
      } else if (of == life) {
        comeBack(
            StoredGroup.fresh(GroupWorld.GROUP, 1, new GroupLineage(1, world.map().epoch())), true);
      }
    });
  }

  private void read(int of) {
    store.readMeta(
        CollectionId.of(GroupWorld.GROUP),
        "",
        null,
        meta -> {
          if (of == life) {
            comeBack(
                StoredGroup.parse(GroupWorld.GROUP, life % 3 == 2 ? withoutTree(meta) : meta),
                false);
          }
        });
  }

  /** As a release stored it that had no trees. */
  private static SortedMap<String, Payload> withoutTree(SortedMap<String, Payload> meta) {
    SortedMap<String, Payload> without = new TreeMap<>(meta);
    without.remove(MetaKeys.TREE_HEAD);
    return without;
  }

  /** The tree of what is here as the store has it. */
  void readTree(BiConsumer<ReplicaTree, HashTree> then) {
    CollectionId collection = CollectionId.of(GroupWorld.GROUP);
    store.readMeta(
        collection,
        "",
        null,
        meta -> {
          StoredGroup stored = StoredGroup.parse(GroupWorld.GROUP, meta);
          long key =
              new Membership(world.map(), world.locate(world.map(), GroupWorld.GROUP))
                  .pool()
                  .treeKey();
          ReplicaTree tree = new ReplicaTree(collection, stored.tree(), stored.entries(), key);
          store.listAttribute(
              collection,
              null,
              Integer.MAX_VALUE,
              ObjectInfo.ATTRIBUTE,
              listing -> then.accept(tree, made(tree, listing)));
        });
  }

  private static HashTree made(ReplicaTree like, ObjectStore.AttributeListing listing) {
    HashTree made = new HashTree(like.tree().range(), like.tree().depth());
    listing
        .entries()
        .forEach(entry -> {
          Payload stored = entry.value();
          Version version =
              stored == null ? Version.ZERO : GroupRecords.OBJECT.decode(stored).version();
          made.add(entry.object().position(), like.item(entry.object(), version));
        });
    return made;
  }

  /** Its disk is lost, while it is dead. */
  void forget() {
    disk = new MemoryDisk(1L << 30);
  }

  /** From now on it takes what others say for something else. */
  void mishear(UnaryOperator<Message> as) {
    ear = as;
    world.members.forEach(member -> member.mayDoubt = true);
  }

  /** From now on its disk tells that it has what it does not write. */
  void forgetWrites(boolean now) {
    forgetful = now;
    world.members.forEach(member -> member.mayDoubt = true);
  }

  private void comeBack(StoredGroup stored, boolean isNew) {
    start(stored, isNew);
    world.markUp(id);
  }

  /** A stream that {@code from} dialled breaks; it hears of that. */
  void breakStream(Member from, Member to) {
    world.streams.reset(new GroupStreams.Way(from.id.node(), to.id.node()));
    if (from.group != null) {
      world.schedule(world.delay(), () -> from.give(new Input.PeerReset(to.id)));
    }
  }

  void learnMaps() {
    while (group != null && told < world.map().epoch()) {
      told++;
      give(advanced(world.map(told), true));
      List<Held> due = new ArrayList<>(held);
      held.clear();
      due.forEach(it -> hear(it.from(), it.via(), it.epoch(), it.message()));
    }
  }

  /** Its device is full, or is not any more. */
  void setFull(boolean full) {
    give(new Input.FullnessChanged(full));
  }

  private Input advanced(ClusterMap map, boolean successive) {
    if (!map.pools().containsKey(GroupWorld.GROUP.pool())) {
      return new Input.PoolRemoved(map.epoch());
    }
    return new Input.MapAdvanced(
        map, world.locate(map, GroupWorld.GROUP), successive, map.isUp(id));
  }

  private void hear(OsdId from, Peer via, long epoch, Message message) {
    if (epoch > told) {
      held.add(new Held(from, via, epoch, message));
    } else {
      give(new Input.PeerSaid(MemberId.of(from), via, epoch, ear.apply(message)));
    }
  }

  /** A client speaks. */
  void hear(Peer.Session client, Message message) {
    if (group == null) {
      return;
    }
    if (message instanceof ObjectMessage.Listen) {
      listeners.put(client.node().number(), client.number());
      reply(client, new ObjectMessage.Listening(told));
    } else if (message instanceof ObjectMessage.Request request) {
      if (request.epoch() > told) {
        world.schedule(GroupWorld.MILLI, () -> hearAgain(client, request));
      } else {
        give(new Input.ClientAsked(client, request, world.wallMillis()));
      }
    }
  }

  private void hearAgain(Peer.Session client, ObjectMessage.Request request) {
    GroupStreams.Way way = new GroupStreams.Way(client.node(), id.node());
    if (world.streams.isCurrent(way, client.number())) {
      hear(client, request);
    }
  }

  void forget(long client) {
    listeners.remove(client);
  }

  private void give(Input input) {
    inputs.add(input);
    if (working) {
      return;
    }
    working = true;
    try {
      while (!inputs.isEmpty() && group != null) {
        List<Effect> effects = new ArrayList<>();
        group.step(world.nanoTime(), inputs.remove(), effects::add);
        effects.forEach(this::carryOut);
      }
    } finally {
      working = false;
    }
  }

  /** Reads for a client are dropped if its stream ends before they do. */
  private void read(Effect.ReadObject read) {
    int of = life;
    boolean mayDrop = isListening(read.client());
    store.read(
        CollectionId.of(GroupWorld.GROUP),
        read.object(),
        read.query(),
        outcome -> {
          boolean dropped = mayDrop && !isListening(read.client());
          giveIfAlive(
              of,
              dropped
                  ? new Input.ReadDropped(read.token())
                  : new Input.ObjectRead(read.token(), outcome));
        });
  }

  private boolean isListening(@Nullable Peer client) {
    return client instanceof Peer.Session session
        && world.streams.isCurrent(
            new GroupStreams.Way(session.node(), id.node()), session.number());
  }

  private void giveIfAlive(int of, Input input) {
    if (of == life) {
      give(input);
    }
  }

  private void carryOut(Effect effect) {
    CollectionId collection = CollectionId.of(GroupWorld.GROUP);
    int of = life;
    switch (effect) {
      case Effect.Persist it ->
          store.submit(
              forgetful ? nothing(collection) : it.transaction(),
              o -> giveIfAlive(of, new Input.Persisted(o)));
      case Effect.ReadObject it -> read(it);
      case Effect.ReadObjects it ->
          store.readAll(
              collection,
              it.objects(),
              it.query(),
              it.maxBytes(),
              o -> giveIfAlive(of, new Input.ObjectsRead(it.token(), o)));
      case Effect.ListVersions it ->
          store.listAttribute(
              collection,
              it.parts(),
              it.after(),
              it.max(),
              ObjectInfo.ATTRIBUTE,
              o -> giveIfAlive(of, new Input.VersionsListed(it.token(), o)));
      case Effect.ReadMeta it ->
          store.readMeta(
              collection,
              it.from(),
              it.to(),
              o -> giveIfAlive(of, new Input.MetaRead(it.token(), o)));
      case Effect.ListObjects it ->
          store.list(
              collection,
              it.after(),
              it.max(),
              o -> giveIfAlive(of, new Input.ObjectsListed(it.token(), o)));
      case Effect.Send it -> send(it);
      case Effect.Answer it -> answer(it);
      case Effect.Reply it -> reply(it.to(), it.reply());
      case Effect.ReplyToAttendant it -> tell(it);
      case Effect.RaiseUpThru it -> world.onUpThru(id, it.epoch());
      case Effect.OverrideActing it -> world.onOverride(it.acting().osds());
      case Effect.WakeAfter it ->
          world.schedule(it.nanos(), () -> giveIfAlive(of, new Input.Woken()));
      case Effect.AskSlot it ->
          world.schedule(
              world.delay(), () -> giveIfAlive(of, new Input.SlotGranted(it.slot(), it.token())));
      case Effect.AskTurn it ->
          world.schedule(world.delay(), () -> giveIfAlive(of, new Input.TurnGiven(it.token())));
      case Effect.CountInconsistent it ->
          assertThat(mayDoubt).as("%s finds %s inconsistent objects", id, it.found()).isTrue();
      case Effect.Stop it -> throw new AssertionError(id + " stops: " + it.why());
      case Effect.CountDiverged _, Effect.CountRolledBack _ -> {
        assertThat(mayDoubt).as("%s doubts a replica", id).isTrue();
        doubted = true;
      }
      default -> {
        // Counts and reports.
      }
    }
  }

  private static Transaction nothing(CollectionId collection) {
    return Transaction.of(new StoreOp.Remove(collection, Placement.object("nothing")));
  }

  private void send(Effect.Send it) {
    Member to = world.members.get(it.to().osd().value());
    if (to.group == null) {
      world.schedule(20 * GroupWorld.MILLI, () -> give(new Input.PeerReset(to.id)));
      return;
    }
    world.streams.send(
        new GroupStreams.Way(id.node(), to.id.node()),
        it.message(),
        (via, message) -> to.hear(id, via, epochOf(message), message));
  }

  private void answer(Effect.Answer it) {
    NodeId to = it.to().node();
    if (to.role() != NodeId.Role.OSD) {
      reply(it.to(), it.message());
    } else if (it.to() instanceof Peer.Session session) {
      Member asked = world.members.get(Math.toIntExact(to.number()));
      Peer.Dialed back = new Peer.Dialed(addressOf(), 0);
      world.streams.answer(
          new GroupStreams.Way(to, id.node()),
          session.number(),
          it.message(),
          () -> asked.hear(id, back, epochOf(it.message()), it.message()));
    } else {
      send(new Effect.Send(MemberId.of(new OsdId(Math.toIntExact(to.number()))), it.message()));
    }
  }

  private Address addressOf() {
    return Objects.requireNonNull(Objects.requireNonNull(world.map().osds().get(id)).address());
  }

  private void reply(Peer to, Message message) {
    GroupClient client = world.clients.get(Math.toIntExact(to.node().number()) - 1);
    if (to instanceof Peer.Session session) {
      Peer.Dialed from = new Peer.Dialed(addressOf(), 0);
      world.streams.answer(
          new GroupStreams.Way(to.node(), id.node()),
          session.number(),
          message,
          () -> client.hear(from, message));
    }
  }

  private void tell(Effect.ReplyToAttendant it) {
    Long number = listeners.get(it.client());
    if (number != null) {
      NodeId client = new NodeId(NodeId.Role.CLIENT, it.client());
      reply(new Peer.Session(client, 1, number), it.reply());
    }
  }

  private static long epochOf(Message message) {
    return switch (message) {
      case PeeringMessage it -> it.epoch();
      case RecoveryMessage it -> it.epoch();
      case ScrubMessage it -> it.epoch();
      case ReplicationMessage it -> it.epoch();
      default -> throw new AssertionError("not between members: " + message);
    };
  }

  // Leases

  @Override
  public long heldUntilNanos(OsdId from, long interval) {
    Member other = world.members.get(from.value());
    return other.group != null && world.interval(other.told) == interval
        ? Long.MAX_VALUE
        : Leases.NEVER;
  }

  @Override
  public long forgottenUntilNanos() {
    return NEVER;
  }

  @Override
  public long grantedUntilNanos(OsdId holder) {
    return Leases.NEVER;
  }

  PlacementGroup group() {
    return Objects.requireNonNull(group);
  }

  MemoryStore store() {
    return store;
  }
}
