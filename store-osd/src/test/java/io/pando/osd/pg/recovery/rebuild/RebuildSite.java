package io.pando.osd.pg.recovery.rebuild;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.erasure.PoolCode;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.message.Message;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.fragment.FragmentServer;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.harness.PlainObject;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.recovery.ReplicaRecovery;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A member or a stray of a {@link RebuildModel}, with its store, and the messages under way. */
final class RebuildSite {
  static final ObjectQuery WHOLE =
      new ObjectQuery(List.of(new ByteRange(0, 1 << 20)), List.of(), false);

  final MemberId id;
  final GroupHarness harness;

  /** Messages from the primary. */
  final Deque<Message> there = new ArrayDeque<>();

  /** Messages to the primary. */
  final Deque<Message> back = new ArrayDeque<>();

  /** The objects whose newest version was here in the beginning. */
  final SortedSet<ObjectId> before = new TreeSet<>();

  private final FragmentServer server;
  private final ReplicaRecovery recovery;
  private final WrittenObjects written;

  RebuildSite(MemberId id, PoolCode code, GroupConfig config, WrittenObjects written) {
    this.id = id;
    this.harness = new GroupHarness(id, Maps.coded(code, false), config, GroupHarness.fresh());
    this.server = new FragmentServer(harness.replica);
    this.recovery = new ReplicaRecovery(harness.replica);
    this.written = written;
  }

  /** What members of a group with that code know of fragments. */
  static Fragments fragments(PoolCode code, GroupConfig config) {
    GroupHarness any =
        new GroupHarness(
            new MemberId(new OsdId(0), 0), Maps.coded(code, false), config, GroupHarness.fresh());
    return (Fragments) any.replica.redundancy();
  }

  /** The member takes part in the first updates, and learns of the others when it returns. */
  void follow(int most) {
    List<WrittenObjects.Update> updates = written.updates();
    for (WrittenObjects.Update update : updates.subList(0, most)) {
      harness.replica.append(
          new ReplicationMessage.Update(
              update.entry(),
              steps(update.entry().object(), update.entry().version()),
              WrittenObjects.NAMES.size(),
              1),
          Version.ZERO,
          Awaiting.nothing());
    }
    if (most < updates.size()) {
      harness
          .replica
          .adoption()
          .merge(
              LogMerge.of(
                  harness.replica.log(),
                  Version.ZERO,
                  updates.stream().map(WrittenObjects.Update::entry).toList()),
              harness.replica.info());
    }
  }

  /** The steps that write the fragment of a version. */
  List<StoreOp.OnObject> steps(ObjectId object, Version version) {
    EncodedObject encoded = written.version(version);
    return List.of(
        new StoreOp.Touch(GroupHarness.COLLECTION, object),
        new StoreOp.Truncate(GroupHarness.COLLECTION, object, 0),
        new StoreOp.Write(
            GroupHarness.COLLECTION, object, 0, Payload.wrap(encoded.fragment(id.position()))),
        new StoreOp.PutAttributes(GroupHarness.COLLECTION, object, encoded.attributes(version)));
  }

  void hear(Message message) {
    var via = GroupHarness.stream(new OsdId(0));
    switch (message) {
      case FragmentMessage.ReadFragments it -> server.onRead(via, it);
      case RecoveryMessage.Push it -> recovery.onPush(via, it);
      default -> throw new AssertionError(message);
    }
  }

  /** Whether the newest version of the object can be read here, all of it. */
  boolean has(ObjectId object) {
    return harness.store.read(object, WHOLE) instanceof ReadOutcome.Found && isNewest(object);
  }

  /** Whether the newest version is here, and some of its bytes cannot be read. */
  boolean hasDamaged(ObjectId object) {
    return before.contains(object) && isHere(object) && harness.store.isDamaged(object);
  }

  /** Whether the newest version is here, readable or not. */
  boolean isHere(ObjectId object) {
    return harness.store.has(object) && isNewest(object);
  }

  private boolean isNewest(ObjectId object) {
    PlainObject stored = harness.store.object(object);
    Version newest = written.newest(object);
    Payload stamp = stored.attributes().get(ObjectInfo.ATTRIBUTE);
    return stamp != null
        && GroupRecords.OBJECT.decode(stamp).version().equals(newest)
        && stored.size() == written.version(newest).fragment(id.position()).length;
  }
}
