package io.pando.osd.pg.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A tree is what the store holds, in memory and in the store, whatever happens to the group and
 * wherever a crash cuts off the submitted transactions.
 */
class ReplicaTreeTest {
  private static final int STEPS = 1_500;
  private static final long KEY = 0x5EED_0F_7EE5L;
  private static final CollectionId COLLECTION = CollectionId.of(new PgId(new PoolId(1), 2));

  static LongStream seeds() {
    return LongStream.range(0, 40);
  }

  /** What a store has, and what the group has in memory of its log. */
  private record State(
      SortedMap<ObjectId, Version> objects,
      NavigableMap<String, Payload> meta,
      List<LogEntry> log) {
    State copy() {
      NavigableMap<String, Payload> metaCopy = new TreeMap<>(Utf8Order.INSTANCE);
      metaCopy.putAll(meta);
      return new State(new TreeMap<>(objects), metaCopy, new ArrayList<>(log));
    }
  }

  /** One transaction that was submitted. */
  private record Submitted(State after, Runnable then) {}

  private final PositionRange range = GroupTree.range(2, 5);
  private State submitted =
      new State(new TreeMap<>(), new TreeMap<>(Utf8Order.INSTANCE), new ArrayList<>());
  private State durable = submitted.copy();
  private final Deque<Submitted> underWay = new ArrayDeque<>();
  private Version head = Version.ZERO;
  private ReplicaTree tree = new ReplicaTree(COLLECTION, StoredTree.empty(range), List.of(), KEY);

  private void submit(List<StoreOp> ops, Runnable then) {
    for (StoreOp op : ops) {
      switch (op) {
        case StoreOp.PutMeta put -> submitted.meta.putAll(put.entries());
        case StoreOp.RemoveMeta remove ->
            (remove.to() == null
                    ? submitted.meta.tailMap(remove.from())
                    : submitted.meta.subMap(remove.from(), remove.to()))
                .clear();
        default -> throw new AssertionError("not a step of a tree: " + op);
      }
    }
    underWay.addLast(new Submitted(submitted.copy(), then));
  }

  private void endOne() {
    Submitted first = underWay.pollFirst();
    if (first != null) {
      durable = first.after;
      first.then.run();
    }
  }

  private void crash() {
    underWay.clear();
    submitted = durable.copy();
    head = submitted.log.isEmpty() ? Version.ZERO : submitted.log.getLast().version();
    tree =
        new ReplicaTree(
            COLLECTION, StoredTree.parse(range, head, submitted.meta), submitted.log, KEY);
  }

  private ObjectId any(Random64 random) {
    int position = range.first() + (int) random.between(0, 300) * 0x1000;
    return new ObjectId(Integer.reverse(position), "o");
  }

  private void set(ObjectId object, @Nullable Version version) {
    if (version == null) {
      submitted.objects.remove(object);
    } else {
      submitted.objects.put(object, version);
    }
  }

  private LogEntry entry(ObjectId object, Random64 random) {
    Version prior = submitted.objects.getOrDefault(object, Version.ZERO);
    boolean delete = prior.isAfter(Version.ZERO) && random.oneIn(4);
    head = head.next(head.epoch() + (random.oneIn(20) ? 1 : 0));
    return new LogEntry(
        head,
        prior,
        object,
        delete ? LogEntry.Kind.DELETE : LogEntry.Kind.MODIFY,
        RequestId.NONE,
        List.of());
  }

  private void update(Random64 random) {
    ObjectId object = any(random);
    if (Version.ZERO.equals(submitted.objects.get(object)) || tree.isProposed(object)) {
      return;
    }
    LogEntry entry = entry(object, random);
    submitted.log.add(entry);
    if (random.oneIn(30)) {
      tree.onUpdateElsewhere();
    } else {
      tree.onUpdate(entry);
      set(object, entry.kind() == LogEntry.Kind.DELETE ? null : entry.version());
    }
    Version forgotten = null;
    if (submitted.log.size() > 60) {
      forgotten = submitted.log.get(19).version();
      submitted.log.subList(0, 20).clear();
    }
    List<StoreOp> ops = new ArrayList<>();
    tree.settle(head, forgotten, ops);
    submit(ops, () -> {});
  }

  private void removeByMerge(Random64 random) {
    ObjectId object = any(random);
    Version before = submitted.objects.get(object);
    if (before == null || tree.isProposed(object) || random.oneIn(3)) {
      tree.onUnknown(object);
    } else {
      tree.onRemoved(object, before);
    }
    set(object, null);
    // The log is another one, and what it tells has not happened here.
    head = head.next(head.epoch());
    submitted.log.add(
        new LogEntry(
            head, Version.ZERO, any(random), LogEntry.Kind.MODIFY, RequestId.NONE, List.of()));
    List<StoreOp> ops = new ArrayList<>();
    tree.settleAll(head, ops);
    submit(ops, () -> {});
  }

  private void copy(Random64 random) {
    List<ObjectId> objects = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      objects.add(any(random));
    }
    objects.stream().filter(tree::isProposed).forEach(tree::onUnknown);
    if (tree.isBehind()) {
      List<StoreOp> ops = new ArrayList<>();
      tree.settleAll(head, ops);
      submit(ops, () -> {});
    }
    boolean refused = random.oneIn(4);
    State before = submitted.copy();
    List<ReplicaTree.Change> changes = new ArrayList<>();
    for (ObjectId object : objects) {
      Version then =
          switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> Version.ZERO;
            default -> new Version(1 + random.nextInt(3), random.nextInt(1000));
          };
      changes.add(new ReplicaTree.Change(object, submitted.objects.get(object), then));
      set(object, then);
    }
    List<StoreOp> ops = new ArrayList<>();
    ReplicaTree.Proposal proposal = tree.propose(changes, ops);
    if (refused) {
      // None of it happens, but what is submitted behind it does.
      submitted = before;
      submit(
          List.of(),
          () -> {
            proposal.onRefused();
            List<StoreOp> undone = new ArrayList<>();
            tree.settleAll(head, undone);
            submit(undone, () -> {});
          });
    } else {
      submit(ops, proposal::onDurable);
    }
  }

  /** Another depth, as a listing of all objects has made it. */
  private void deepenOrFlatten(Random64 random) {
    HashTree kept = tree.tree();
    int depth = random.nextInt(13);
    if (!tree.hasProposals() && (depth <= kept.depth() || kept.unsureLeaves() == 0)) {
      List<StoreOp> ops = new ArrayList<>();
      tree.replace(depth <= kept.depth() ? kept.flattened(depth) : made(depth), head, ops);
      submit(ops, () -> {});
      assertThat(tree.tree().depth()).isEqualTo(depth);
    }
  }

  private HashTree made(int depth) {
    HashTree made = new HashTree(range, depth);
    submitted.objects.forEach(
        (object, version) -> made.add(object.position(), tree.item(object, version)));
    return made;
  }

  private void assertRight() {
    HashTree kept = tree.tree();
    HashTree made = made(kept.depth());
    for (int leaf = 0; leaf < kept.leaves(); leaf++) {
      if (kept.isSure(leaf)) {
        assertThat(kept.state(leaf)).isEqualTo(made.state(leaf));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void itIsWhatTheStoreHolds(long seed) {
    Random64 random = new Random64(seed);
    List<StoreOp> created = new ArrayList<>();
    tree.writeAll(head, created);
    submit(created, () -> {});
    endOne();
    boolean copies = random.oneIn(2);
    for (int step = 0; step < STEPS; step++) {
      int what = random.nextInt(100);
      if (what < 70) {
        update(random);
      } else if (what < 72) {
        removeByMerge(random);
      } else if (what < 80 && copies) {
        copy(random);
      } else if (what < 81) {
        deepenOrFlatten(random);
      }
      while (!underWay.isEmpty() && !random.oneIn(3)) {
        endOne();
      }
      if (random.oneIn(100)) {
        crash();
        assertRight();
      }
    }
    while (!underWay.isEmpty()) {
      endOne();
    }
    assertRight();
    crash();
    assertRight();
    assertThat(submitted.meta.size()).isLessThan(200);
  }

  /** Notes what a tree tells. */
  private record Noted(List<String> heard) implements ReplicaTree.Watch {
    @Override
    public void onChanged(ObjectId object, long xor, int count) {
      heard.add("%s %+d".formatted(object.name(), count));
    }

    @Override
    public void onUnknown(ObjectId object) {
      heard.add(object.name() + " unknown");
    }

    @Override
    public void onReplaced() {
      heard.add("replaced");
    }
  }

  /** Such a leaf is not what the store held: a digest made from it would be wrong permanently. */
  @Test
  void aLeafIsUnsureFromWhichAnObjectGoesThatIsNotInIt() {
    List<String> heard = new ArrayList<>();
    tree.replace(new HashTree(range, 1), head, new ArrayList<>());
    tree.watch(new Noted(heard));
    ObjectId low = ObjectId.before(range.first());
    ObjectId high = ObjectId.before(range.last());
    ObjectId object = new ObjectId(low.hash(), "o");
    Version version = new Version(1, 1);
    tree.onRemoved(object, version);
    assertThat(heard).containsExactly("o unknown");
    assertThat(tree.tree().isSure(tree.tree().leaf(low.position()))).isFalse();
    assertThat(tree.tree().isSure(tree.tree().leaf(high.position()))).isTrue();
    ObjectId other = new ObjectId(high.hash(), "p");
    tree.propose(List.of(new ReplicaTree.Change(other, null, version)), new ArrayList<>());
    tree.onRemoved(other, version);
    assertThat(heard).containsExactly("o unknown", "p +1", "p -1");
    assertThat(tree.tree().unsureLeaves()).isOne();
    tree.onRemoved(other, version);
    assertThat(heard).hasSize(4).last().isEqualTo("p unknown");
    assertThat(tree.tree().unsureLeaves()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingIsUnsureWhereNothingUnknownHappened(long seed) {
    Random64 random = new Random64(seed);
    List<StoreOp> created = new ArrayList<>();
    tree.writeAll(head, created);
    submit(created, () -> {});
    for (int step = 0; step < STEPS; step++) {
      update(random);
      if (random.oneIn(40)) {
        deepenOrFlatten(random);
      }
      if (random.oneIn(50)) {
        endOne();
        crash();
        assertThat(tree.tree().unsureLeaves()).isZero();
        assertThat(tree.tree().hasSameLeaves(made(tree.tree().depth()))).isTrue();
      }
      while (underWay.size() > 5) {
        endOne();
      }
    }
  }
}
