package io.pando.mds.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.FragmentTotals;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.table.Found;
import io.pando.mds.table.MetadataTable;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects that cannot be read or written. */
class StoreFailuresTest {
  private static final NameHash HASH = new NameHash(5);
  private static final FragmentId ROOT = new FragmentId(Ino.ROOT, DirFragment.WHOLE);
  private static final EntryName NAME = EntryName.of("name");
  private static final DirEntry ENTRY = new DirEntry.Remote(new Ino(7), FileType.FIFO);

  private final PlayedObjects objects = new PlayedObjects();
  private final Deque<StoreEffect.Call> calls = new ArrayDeque<>();
  private final List<StoreEffect> told = new ArrayList<>();
  private Predicate<StoreEffect.Call> fails = _ -> false;
  private OpError error = OpError.NO_SPACE;
  private JournalReplay replay =
      new JournalReplay(
          new StoreLimits(0, 10_000, 10, 1_000, 2, 10),
          new JournalLayout(0, 1_024),
          new RankMetadata(HASH),
          false,
          null,
          this::onEffect);

  private void onEffect(StoreEffect effect) {
    if (effect instanceof StoreEffect.Call call) {
      calls.addLast(call);
    } else {
      told.add(effect);
    }
  }

  private void settle() {
    while (!calls.isEmpty()) {
      StoreEffect.Call call = calls.removeFirst();
      replay.onAnswer(
          call.token(),
          fails.test(call)
              ? new OpOutcome.Failed(error, -1, "refused")
              : objects.execute(call.object(), call.operations()));
    }
  }

  private MetadataStore store() {
    return Objects.requireNonNull(replay.store());
  }

  private MetadataTable<FragmentTotals, EntryKey, DirEntry> root() {
    return store().metadata().fragment(ROOT);
  }

  @BeforeEach
  void begin() {
    settle();
    settle();
    store().read(root(), List.of());
    settle();
    told.clear();
  }

  private void put(String name) {
    store().begin().putEntry(ROOT, EntryName.of(name), ENTRY).order();
  }

  @Test
  void aFencedRankStops() {
    error = OpError.FENCED;
    fails = call -> call.operations().getFirst() instanceof ObjectOp.Write;
    put("a");
    put("b");
    settle();
    assertThat(told).containsExactly(new StoreEffect.Failed("object journal.0.0: refused"));
    assertThat(store().admits()).isFalse();
    assertThat(store().durable()).isZero();
    assertThat(store().isReady()).isTrue();
  }

  @Test
  void aRankThatIsFencedAtACommitStopsToo() {
    error = OpError.FENCED;
    fails = call -> call.object().startsWith("dir.");
    for (int i = 0; i < 50; i++) {
      put("name " + i);
      settle();
    }
    assertThat(told).contains(new StoreEffect.Failed("dir.1.0/0: refused"));
    assertThat(told.stream().filter(StoreEffect.Failed.class::isInstance)).hasSize(1);
  }

  @Test
  void aJournalThatFilledUpDuringOneWriteIsCutAgain() {
    int names = 0;
    while (store().admits()) {
      put("name " + names);
      names++;
    }
    assertThat(store().durable()).isZero();
    settle();
    assertThat(store().durable()).isGreaterThan(names);
    assertThat(store().admits()).isTrue();
    assertThat(store().journalBytes()).isLessThan(1_024);
  }

  @Test
  void commitsThatFailAreTriedAgainWhenAsked() {
    fails = call -> call.object().startsWith("dir.");
    for (int i = 0; i < 100; i++) {
      put("name " + i);
      settle();
    }
    long full = store().journalBytes();
    assertThat(full).isGreaterThan(4_000);
    fails = _ -> false;
    put("one more");
    settle();
    assertThat(store().journalBytes()).as("not before it is asked").isGreaterThan(full);
    for (int i = 0; i < 3; i++) {
      store().retry();
      settle();
    }
    assertThat(store().journalBytes()).isLessThan(full);
    String key = EntryKey.of(EntryName.of("name 0"), HASH).text();
    assertThat(objects.execute("dir.1.0/0", List.of(new ObjectOp.GetEntries(List.of(key)))))
        .isInstanceOfSatisfying(
            OpOutcome.Succeeded.class, it -> assertThat(it.toString()).contains(key));
  }

  @Test
  void commitsWaitUntilTheirRecordsAreDurable() {
    fails = call -> call.object().startsWith("dir.");
    for (int i = 0; i < 100; i++) {
      put("name " + i);
      settle();
    }
    fails = _ -> false;
    put("late");
    StoreEffect.Call held = calls.removeFirst();
    assertThat(held.operations()).hasOnlyElementsOfType(ObjectOp.Write.class);
    store().retry();
    assertThat(calls).as("the commit may contain the late entry").isEmpty();
    replay.onAnswer(held.token(), objects.execute(held.object(), held.operations()));
    assertThat(calls.stream().map(StoreEffect.Call::object)).contains("dir.1.0/0");
  }

  @Test
  void segmentsAreCutOnceTheRowsThatLeftThemAreDurable() {
    fails = call -> call.object().startsWith("dir.");
    for (int i = 0; i < 200; i++) {
      put("other");
      settle();
      if (i % 5 == 0) {
        put("other");
        settle();
      }
      put("same");
      assertThat(calls)
          .as("the newest change of a row is not durable, and an older one would be cut off")
          .noneMatch(it ->
              it.object().equals("journal.0")
                  && it.operations().getFirst() instanceof ObjectOp.SetAttribute);
      settle();
    }
    assertThat(store().journalBytes()).isLessThan(4_000);
  }

  @Test
  void journalsAreBounded() {
    fails = call -> call.object().startsWith("dir.");
    int ordered = 0;
    while (store().admits()) {
      put("name " + ordered);
      settle();
      ordered++;
    }
    assertThat(store().journalBytes()).isBetween(10_000L, 11_100L);
    fails = _ -> false;
    for (int i = 0; i < 20 && !store().admits(); i++) {
      store().retry();
      settle();
    }
    assertThat(store().admits()).isTrue();
    assertThat(store().ordered()).isGreaterThanOrEqualTo(ordered);
  }

  @Test
  void readsThatFailNameTheObject() {
    fails = call -> call.object().startsWith("dir.");
    error = OpError.DAMAGED;
    long one = store().read(root(), List.of(EntryKey.of(NAME, HASH)));
    long all = store().readAll(root());
    settle();
    assertThat(told)
        .containsExactly(
            new StoreEffect.LoadFailed(one, "object dir.1.0/0: refused (DAMAGED)"),
            new StoreEffect.LoadFailed(all, "object dir.1.0/0: refused (DAMAGED)"));
    assertThat(root().find(EntryKey.of(NAME, HASH))).isInstanceOf(Found.Unknown.class);
  }

  @Test
  void rowsThatAreNotRecordsAreDamage() {
    TreeMap<String, Payload> entries = new TreeMap<>();
    entries.put(EntryKey.of(NAME, HASH).text(), Payload.utf8("junk"));
    OpOutcome _ = objects.execute("dir.1.0/0", List.of(new ObjectOp.SetEntries(entries)));
    long one = store().read(root(), List.of(EntryKey.of(NAME, HASH)));
    settle();
    assertThat(told)
        .hasSize(1)
        .first()
        .isInstanceOfSatisfying(
            StoreEffect.LoadFailed.class,
            it -> {
              assertThat(it.read()).isEqualTo(one);
              assertThat(it.why()).contains("StoredEntry");
            });
    told.clear();
    entries.clear();
    entries.put("junk", Payload.EMPTY);
    OpOutcome _ = objects.execute("dir.1.0/0", List.of(new ObjectOp.SetEntries(entries)));
    store().readAll(root());
    settle();
    assertThat(told).first().isInstanceOf(StoreEffect.LoadFailed.class);
    assertThat(root().isComplete()).isFalse();
  }
}
