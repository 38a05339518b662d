package io.pando.osd.pg.harness;

import io.pando.cluster.PositionRange;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A replica whose objects lie where a test wants them, of sixteen leaves at first. */
public final class TreeHarness {
  /** Of the tree at first. */
  public static final int DEPTH = 4;

  /** The replica. */
  public final GroupHarness group;

  /** With no objects. */
  public TreeHarness() {
    this(GroupCluster.config(100, true));
  }

  /** With no objects, and those settings. */
  public TreeHarness(GroupConfig config) {
    group = new GroupHarness(new OsdId(0), Maps.of(2, Replication.PRIMARY), config);
    replaceTree(DEPTH);
  }

  /** What its components share. */
  public Replica replica() {
    return group.replica;
  }

  /** The tree, with its parts that are still to be written. */
  public ReplicaTree tree() {
    return group.replica.tree();
  }

  /** What the tree tells. */
  public HashTree leaves() {
    return tree().tree();
  }

  /** The tree tells all that the store has, with that depth. */
  public void replaceTree(int depth) {
    replica().treeWriter().replace(expected(depth));
    group.settle();
    group.persisted();
  }

  /** The tree of that depth that fits the contents of the store. */
  public HashTree expected(int depth) {
    HashTree tree = new HashTree(leaves().range(), depth);
    group
        .store
        .versions()
        .forEach((object, version) -> tree.add(object.position(), tree().item(object, version)));
    return tree;
  }

  /** Whether the tree tells what the store has. */
  public boolean isRight() {
    return leaves().hasSameLeaves(expected(leaves().depth()));
  }

  /** An object in a leaf of sixteen. */
  public static ObjectId in(int leaf, int number) {
    return new ObjectId(Integer.reverse((leaf << 28) + number), "o");
  }

  /** Puts objects that only the store knows. */
  public void put(int leaf, int count) {
    for (int i = 0; i < count; i++) {
      group.put(in(leaf, i), new Version(1, 1 + i), "four");
    }
  }

  /** An update of an object, or its removal. */
  public void update(ObjectId object, LogEntry.Kind kind) {
    Version version = replica().log().head().next(replica().epoch());
    Version prior = group.store.versions().getOrDefault(object, Version.ZERO);
    boolean removed = kind == LogEntry.Kind.DELETE;
    LogEntry entry = new LogEntry(version, prior, object, kind, RequestId.NONE, List.of());
    GroupInfo info = replica().info();
    List<StoreOp.OnObject> steps =
        removed
            ? List.of(new StoreOp.Remove(GroupHarness.COLLECTION, object))
            : GroupHarness.steps(object, version, "four");
    long objects = info.objects() + (removed ? -1 : prior.equals(Version.ZERO) ? 1 : 0);
    replica()
        .append(
            new ReplicationMessage.Update(entry, steps, objects, 4 * objects),
            Version.ZERO,
            Awaiting.nothing());
  }

  /** A listing that is asked for. */
  public static Effect listing(long token, @Nullable ObjectId after) {
    return new Effect.ListVersions(token, List.of(PositionRange.ALL), after, 512);
  }

  /** The removal of an object, which the store may refuse yet. */
  public ReplicaTree.Proposal propose(ObjectId object) {
    Version before = group.store.versions().get(object);
    return tree().propose(List.of(new ReplicaTree.Change(object, before, null)), new ArrayList<>());
  }
}
