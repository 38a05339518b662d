package io.pando.jmh;

import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.merkle.ItemHash;
import io.pando.op.OpResult;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a write costs in the group's hash tree: objects are written in turn, in no order, each in a
 * version after the one before.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
public class HashTreeBenchmark {
  private static final int OBJECTS = 1 << 16;
  private static final long KEY = 0x7EE5;

  /** Of the tree: 10 for some thousand objects of a group, 14 for a hundred thousand. */
  @Param({"10", "14"})
  private int depth;

  private final PositionRange range = GroupTree.range(5, 128);
  private final ItemHash hash = new ItemHash(KEY);
  private final List<LogEntry> entries = entries();
  private final List<StoreOp> ops = new ArrayList<>();
  private HashTree tree = new HashTree(range, 0);
  private ReplicaTree replica = replica(tree);
  private int next;

  private List<LogEntry> entries() {
    Random64 random = new Random64(7);
    List<LogEntry> made = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      int position = range.first() + (int) random.between(0, range.size() - 1);
      ObjectId object =
          new ObjectId(
              Integer.reverse(position), "rbd_data.10226b8b4567.0000000000%06x".formatted(i));
      made.add(
          new LogEntry(
              new Version(1234, OBJECTS + i),
              new Version(1200, 1 + i),
              object,
              LogEntry.Kind.MODIFY,
              new RequestId(0x123456789abcdefL, i),
              List.of(new OpResult.Done())));
    }
    return made;
  }

  /** Puts all objects into both trees. */
  @Setup
  public void fill() {
    tree = full();
    replica = replica(full());
  }

  private static ReplicaTree replica(HashTree held) {
    Version stamp = new Version(1200, OBJECTS);
    ReplicaTree made =
        new ReplicaTree(
            CollectionId.of(new PgId(new PoolId(3), 5)),
            StoredTree.unwritten(held, stamp),
            List.of(),
            KEY);
    made.writeAll(stamp, new ArrayList<>());
    return made;
  }

  private HashTree full() {
    HashTree all = new HashTree(range, depth);
    for (LogEntry entry : entries) {
      all.add(entry.object().position(), hash.of(entry.object(), entry.prior()));
    }
    return all;
  }

  private LogEntry next() {
    LogEntry entry = entries.get(next);
    next = (next + 1) & (OBJECTS - 1);
    return entry;
  }

  /** Two digests, and a leaf that changes. */
  @Benchmark
  public void digestsAndLeaf() {
    LogEntry entry = next();
    ObjectId object = entry.object();
    tree.change(
        object.position(), hash.difference(object, entry.prior(), entry.version()), /* more= */ 0);
  }

  /** All that is done of each update, and its share of the records of 256 of them. */
  @Benchmark
  public int updateWithRecords() {
    LogEntry entry = next();
    replica.onUpdate(entry);
    replica.settle(entry.version(), null, ops);
    int steps = ops.size();
    ops.clear();
    return steps;
  }

  /** All of a tree in one step, as when another one takes its place. */
  @Benchmark
  public int writtenAnew() {
    replica.writeAll(new Version(1300, 1), ops);
    int steps = ops.size();
    ops.clear();
    return steps;
  }
}
