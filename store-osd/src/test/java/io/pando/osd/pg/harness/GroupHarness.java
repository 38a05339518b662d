package io.pando.osd.pg.harness;

import io.pando.bytes.Payload;
import io.pando.cluster.Incremental;
import io.pando.cluster.Placement;
import io.pando.cluster.Replication;
import io.pando.cluster.fence.Fence;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.Message;
import io.pando.message.ReplicationMessage;
import io.pando.op.OpResult;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.log.StoredLog;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.GroupContext;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Sink;
import io.pando.port.Peer;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/**
 * A replica of a group whose store and time a test plays. Transactions take effect in the store
 * when they are submitted, and are reported when the test says so; reads and listings find what was
 * there when they were asked for, and are answered when the test says so. All other effects are
 * recorded.
 */
public final class GroupHarness implements Sink {
  /** Of every object and entry that the harness makes. */
  public static final CollectionId COLLECTION = CollectionId.of(Maps.GROUP);

  /** What the components of the group share. */
  public final Replica replica;

  /** What it has stored. */
  public final PlainStore store = new PlainStore();

  /** A read or listing that has not ended. */
  private record Asked(Effect effect, Runnable answer) {}

  private final Deque<CommitOutcome> submitted = new ArrayDeque<>();
  private final Deque<Asked> reads = new ArrayDeque<>();
  private final List<Effect> effects = new ArrayList<>();
  private final List<Effect.Persist> persisted = new ArrayList<>();
  private final Deque<Version> heads = new ArrayDeque<>();
  private Version durableHead = Version.ZERO;
  private boolean hasRoom = true;
  private long nowNanos = 1_000;

  /** Of a group that was never here, by that map. */
  public GroupHarness(OsdId self, Membership membership, GroupConfig config) {
    this(self, membership, config, fresh());
  }

  /** Of a group as it was stored. */
  public GroupHarness(OsdId self, Membership membership, GroupConfig config, StoredGroup stored) {
    this(MemberId.of(self), membership, config, stored);
  }

  /** Of a group as it was stored, at a position or with a replica. */
  public GroupHarness(
      MemberId self, Membership membership, GroupConfig config, StoredGroup stored) {
    this.replica =
        new Replica(
            new GroupContext(self.osd(), config, new LogBudget(1 << 30), new NoLeases()),
            self,
            membership,
            stored,
            this);
    replica.setNow(nowNanos);
  }

  /** The primary of a group of {@code size} members. */
  public static GroupHarness primary(int size, Replication replication) {
    return new GroupHarness(new OsdId(0), Maps.of(size, replication), GroupConfig.defaults());
  }

  /** A group that was never here. */
  public static StoredGroup fresh() {
    return StoredGroup.fresh(Maps.GROUP, 1, new GroupLineage(1, Maps.EPOCH));
  }

  /** An empty copy of which its info says this. */
  public static StoredGroup withInfo(StoredGroup fresh, GroupInfo info) {
    return new StoredGroup(
        info, fresh.lineage(), StoredLog.empty(), fresh.tree(), fresh.index(), fresh.scrub());
  }

  // Store

  @Override
  public void emit(Effect effect) {
    switch (effect) {
      case Effect.Persist it -> submit(it);
      case Effect.ReadObject it -> {
        ReadOutcome found = store.read(it.object(), it.query());
        ask(it, () -> replica.reads().onRead(it.token(), found));
      }
      case Effect.ReadObjects it -> {
        List<ReadOutcome> found = store.readAll(it.objects(), it.query(), it.maxBytes());
        ask(it, () -> replica.reads().onReadAll(it.token(), found));
      }
      case Effect.ListVersions it -> {
        var page = store.list(it.parts(), it.after(), it.max());
        ask(it, () -> replica.reads().onVersions(it.token(), page));
      }
      case Effect.ListObjects it -> {
        var page = store.list(it.after(), it.max());
        ask(it, () -> replica.reads().onListed(it.token(), page));
      }
      case Effect.ReadMeta it -> {
        var entries = store.meta(it.from(), it.to());
        ask(it, () -> replica.reads().onMeta(it.token(), entries));
      }
      default -> effects.add(effect);
    }
  }

  private void ask(Effect effect, Runnable answer) {
    reads.add(new Asked(effect, answer));
  }

  private void submit(Effect.Persist it) {
    persisted.add(it);
    heads.add(replica.log().head());
    if (hasRoom || it.transaction().binding()) {
      store.apply(it.transaction().ops());
      submitted.add(new CommitOutcome.Committed());
    } else {
      submitted.add(new CommitOutcome.NoSpace(100, 10));
    }
  }

  /** Whether the store takes what may be refused. */
  public void setRoom(boolean has) {
    hasRoom = has;
  }

  /** Transactions that are not reported. */
  public int submitted() {
    return submitted.size();
  }

  /** Reads that are not answered. */
  public int reads() {
    return reads.size();
  }

  /** The oldest transaction is durable, or was refused. */
  public void report() {
    durableHead = heads.removeFirst();
    replica.journal().onPersisted(submitted.removeFirst());
  }

  /** The newest update that was reported. */
  public Version durableHead() {
    return durableHead;
  }

  /** The oldest read ends. */
  public void answer() {
    reads.removeFirst().answer().run();
  }

  /** The oldest read, or listing, that has not ended. */
  public Effect read() {
    return reads.getFirst().effect();
  }

  /** The oldest read does not begin, since its client is gone. */
  public void drop() {
    replica.reads().onDropped(((Effect.ReadObject) reads.removeFirst().effect()).token());
  }

  /** All transactions are reported, and all reads answered, until there are no more. */
  public void settle() {
    while (!submitted.isEmpty() || !reads.isEmpty()) {
      if (submitted.isEmpty()) {
        answer();
      } else {
        report();
      }
    }
  }

  /** Transactions since this was asked last. */
  public List<Effect.Persist> persisted() {
    List<Effect.Persist> taken = List.copyOf(persisted);
    persisted.clear();
    return taken;
  }

  /** Writes an object, and nothing else. */
  public void put(ObjectId object, Version version, String bytes) {
    store.apply(steps(object, version, bytes));
  }

  /** The steps that replace all of an object. */
  public static List<StoreOp.OnObject> steps(ObjectId object, Version version, String bytes) {
    TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put(ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(new ObjectInfo(version, 0)));
    return List.of(
        new StoreOp.Touch(COLLECTION, object),
        new StoreOp.Truncate(COLLECTION, object, 0),
        new StoreOp.Write(COLLECTION, object, 0, Payload.utf8(bytes)),
        new StoreOp.PutAttributes(COLLECTION, object, attributes));
  }

  // Updates

  /** An object by its name. */
  public static ObjectId object(String name) {
    return Placement.object(name);
  }

  /** The next update in the log, which replaces all of an object. */
  public ReplicationMessage.Update update(String name, RequestId request) {
    ObjectId object = object(name);
    Version version = replica.log().head().next(replica.epoch());
    Version prior = store.versions().getOrDefault(object, Version.ZERO);
    LogEntry entry =
        new LogEntry(
            version, prior, object, LogEntry.Kind.MODIFY, request, List.of(new OpResult.Done()));
    GroupInfo info = replica.info();
    return new ReplicationMessage.Update(
        entry,
        steps(object, version, name + " " + version),
        info.objects() + (prior.equals(Version.ZERO) ? 1 : 0),
        info.bytes() + 5);
  }

  // Time and others

  /** The next map, which begins no interval, fences a session. */
  public void fence(long session) {
    Membership now = replica.membership();
    Incremental next =
        new Incremental(
            now.epoch() + 1,
            0,
            List.of(new Incremental.PutFence(session, new Fence(Long.MAX_VALUE, "test"))));
    replica.enter(new Membership(now.map().apply(next), now.mapping()), replica.info().history());
  }

  /** A new interval begins with the next epoch, with the same members. */
  public void beginInterval() {
    Membership now = replica.membership();
    Membership next =
        Maps.of(
            now.mapping().up().osds(),
            now.mapping().acting().osds(),
            now.pool().replication(),
            now.epoch() + 1,
            now.map().flags());
    GroupInfo.History before = replica.info().history();
    replica.enter(
        next,
        new GroupInfo.History(
            before.created(),
            before.lastEpochStarted(),
            before.lastEpochClean(),
            next.epoch(),
            before.knownSince(),
            before.intervals()));
  }

  /** Time passes. */
  public void pass(long nanos) {
    nowNanos += nanos;
    replica.setNow(nowNanos);
  }

  /** What the components want done since this was asked last, but for the store. */
  public List<Effect> effects() {
    List<Effect> taken = List.copyOf(effects);
    effects.clear();
    return taken;
  }

  /** Of those the ones of a kind, in order; the others are dropped. */
  public <T extends Effect> List<T> effects(Class<T> kind) {
    return effects().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Messages of a kind to whomever, in order; all other effects are dropped. */
  public <T extends Message> List<T> said(Class<T> kind) {
    List<T> said = new ArrayList<>();
    for (Effect effect : effects()) {
      Message message =
          switch (effect) {
            case Effect.Send send -> send.message();
            case Effect.Answer answer -> answer.message();
            default -> null;
          };
      if (kind.isInstance(message)) {
        said.add(kind.cast(message));
      }
    }
    return said;
  }

  /** A stream by which another OSD speaks. */
  public static Peer stream(OsdId from) {
    return new Peer.Session(from.node(), 1, from.value());
  }

  /** A stream by which a client speaks. */
  public static Peer client(long number) {
    return new Peer.Session(new NodeId(NodeId.Role.CLIENT, number), 1, number);
  }
}
