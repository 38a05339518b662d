package io.pando.osd.pg.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.format.GroupRecords;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.osd.pg.replica.StoreReads;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.port.ObjectStore.AttributeListing;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A tree that is made beside another one fits the contents of the store, whatever happens
 * meanwhile.
 */
class DeeperTreeTest {
  private static final int OBJECTS = 3_000;
  private static final int DEPTH = 13;

  /** What the store answers, when it does. */
  private record Answer(long token, AttributeListing listing) {}

  private final PositionRange range = GroupTree.range(2, 5);
  private final NavigableMap<ObjectId, Version> store = new TreeMap<>();
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final Deque<Runnable> outcomes = new ArrayDeque<>();
  private final ReplicaTree tree =
      new ReplicaTree(
          CollectionId.of(new PgId(new PoolId(1), 2)), StoredTree.empty(range), List.of(), 77);
  private final StoreReads reads = new StoreReads(effect -> onRead((Effect.ListVersions) effect));
  private Version head = Version.ZERO;

  static LongStream seeds() {
    return LongStream.range(0, 30);
  }

  /** The store lists the updates submitted when it was asked, and answers later. */
  private void onRead(Effect.ListVersions asked) {
    ObjectId after = asked.after();
    NavigableMap<ObjectId, Version> rest = after == null ? store : store.tailMap(after, false);
    List<AttributeListing.Entry> entries = new ArrayList<>();
    rest.entrySet().stream()
        .limit(asked.max())
        .forEach(it ->
            entries.add(
                new AttributeListing.Entry(
                    it.getKey(), GroupRecords.OBJECT.encode(new ObjectInfo(it.getValue(), 0)))));
    answers.add(
        new Answer(asked.token(), new AttributeListing(entries, entries.size() < rest.size())));
  }

  private ObjectId any(Random64 random) {
    int position =
        range.first() + (int) (random.between(0, OBJECTS) * (range.size() / OBJECTS / 2));
    return new ObjectId(Integer.reverse(position), "o");
  }

  private void set(ObjectId object, @Nullable Version version) {
    if (version == null) {
      store.remove(object);
    } else {
      store.put(object, version);
    }
  }

  private void update(Random64 random) {
    ObjectId object = any(random);
    Version prior = store.getOrDefault(object, Version.ZERO);
    if (tree.isProposed(object)) {
      return;
    }
    boolean delete = prior.isAfter(Version.ZERO) && random.oneIn(4);
    head = head.next(1);
    LogEntry.Kind kind = delete ? LogEntry.Kind.DELETE : LogEntry.Kind.MODIFY;
    tree.onUpdate(new LogEntry(head, prior, object, kind, RequestId.NONE, List.of()));
    set(object, delete ? null : head);
  }

  /** A copy comes, and the store has room for it or not. */
  private void copy(Random64 random) {
    ObjectId object = any(random);
    if (tree.isProposed(object)) {
      return;
    }
    Version before = store.get(object);
    Version after = random.oneIn(4) ? null : new Version(1, 1 + random.nextInt(1_000));
    List<StoreOp> ops = new ArrayList<>();
    tree.settleAll(head, ops);
    ReplicaTree.Proposal proposal =
        tree.propose(List.of(new ReplicaTree.Change(object, before, after)), ops);
    if (random.oneIn(3)) {
      outcomes.add(proposal::onRefused);
    } else {
      set(object, after);
      outcomes.add(proposal::onDurable);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void itTellsOfWhatIsThere(long seed) {
    Random64 random = new Random64(seed);
    boolean copies = random.nextBoolean();
    for (int i = 0; i < OBJECTS; i++) {
      update(random);
    }
    DeeperTree deeper = new DeeperTree(tree, reads, DEPTH);
    watch(deeper);
    int steps = 0;
    while (deeper.complete() == null || tree.hasProposals() || steps % 50 != 0) {
      steps++;
      assertThat(steps).isLessThan(20_000);
      update(random);
      if (copies && deeper.complete() == null && random.oneIn(20)) {
        copy(random);
      }
      if (!outcomes.isEmpty() && random.oneIn(4)) {
        outcomes.removeFirst().run();
      }
      if (!answers.isEmpty() && random.oneIn(10)) {
        Answer answer = answers.removeFirst();
        if (random.oneIn(8)) {
          reads.forgetAll();
          deeper.onReadsForgotten();
        }
        reads.onVersions(answer.token(), answer.listing());
      }
      if (random.oneIn(7)) {
        deeper.goOn(1 + random.nextInt(3));
      }
    }
    HashTree made = deeper.complete();
    assertThat(made).isNotNull();
    assertThat(made.hasSameLeaves(recomputed(DEPTH))).isTrue();
    assertThat(made.flattened(tree.tree().depth()).hasSameLeaves(tree.tree())).isTrue();
  }

  private HashTree recomputed(int depth) {
    HashTree all = new HashTree(range, depth);
    store.forEach((object, version) -> all.add(object.position(), tree.item(object, version)));
    return all;
  }

  private void watch(DeeperTree deeper) {
    tree.watch(
        new ReplicaTree.Watch() {
          @Override
          public void onChanged(ObjectId object, long xor, int count) {
            deeper.onChanged(object, new Digest(xor, count));
          }

          @Override
          public void onUnknown(ObjectId object) {
            throw new AssertionError("unknown: " + object);
          }

          @Override
          public void onReplaced() {
            throw new AssertionError("replaced");
          }
        });
  }
}
