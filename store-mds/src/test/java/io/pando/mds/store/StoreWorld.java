package io.pando.mds.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.mds.follow.FollowedJournal;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.table.Found;
import io.pando.mds.table.MetadataTable;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A store with its objects, and crashes. Calls of one object are executed in order, those of others
 * in any order; answers arrive in any order. The rows that there should be after each record are
 * known. A standby follows the journal, and half of the successors continue what it read.
 */
final class StoreWorld {
  static final JournalLayout LAYOUT = new JournalLayout(0, 4096);
  private static final StoreLimits LIMITS = new StoreLimits(12_000, 40_000, 5, 2_000, 3, 4);
  private static final NameHash HASH = new NameHash(11);
  private static final int DIRECTORIES = 4;
  private static final int NAMES = 12;

  /** The rows after a record: entries by directory and name, and inodes of the link table. */
  private record State(SortedMap<String, Long> rows, SortedMap<Integer, Long> counts) {
    State copy() {
      return new State(new TreeMap<>(rows), new TreeMap<>(counts));
    }
  }

  private final Random64 random;
  private final PlayedObjects objects = new PlayedObjects();
  private final List<StoreEffect.Call> asked = new ArrayList<>();
  private final List<Runnable> answers = new ArrayList<>();

  /** States by the number of the record after which they hold. */
  private final TreeMap<Long, State> states = new TreeMap<>();

  private final PlayedFollower follower;
  private JournalReplay replay;
  private int resumed;
  private int rejected;
  private boolean begun;
  private long told;
  private int crashes;
  private int refused;
  private long largest;
  private @Nullable StoreEffect end;

  StoreWorld(long seed) {
    random = new Random64(seed);
    states.put(0L, new State(new TreeMap<>(), new TreeMap<>()));
    follower = new PlayedFollower(objects, LAYOUT, random.split());
    replay = start(null);
  }

  private JournalReplay start(@Nullable FollowedJournal followed) {
    return new JournalReplay(
        LIMITS, LAYOUT, new RankMetadata(HASH), begun, followed, this::onEffect);
  }

  /** Number of successors that read on from where the journal was followed to. */
  int resumed() {
    return resumed;
  }

  /** Number of successors that could not use the rows of the follower. */
  int rejected() {
    return rejected;
  }

  int crashes() {
    return crashes;
  }

  int refused() {
    return refused;
  }

  PlayedObjects objects() {
    return objects;
  }

  @Nullable StoreEffect end() {
    return end;
  }

  private void onEffect(StoreEffect effect) {
    switch (effect) {
      case StoreEffect.Call it -> asked.add(it);
      case StoreEffect.Durable it -> told = Math.max(told, it.number());
      case StoreEffect.Loaded _ -> {}
      case StoreEffect.LoadFailed it -> throw new AssertionError(it.toString());
      case StoreEffect.Damaged _, StoreEffect.Failed _ -> end = effect;
    }
  }

  void step() {
    MetadataStore store = replay.store();
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> {
        if (store != null && store.isReady()) {
          change(store);
        }
      }
      case 3 -> {
        if (store != null) {
          read(store);
        }
      }
      case 4 -> {
        if (random.oneIn(40)) {
          crash();
        } else if (store != null) {
          store.retry();
        }
      }
      case 5, 6, 7, 8 -> execute(false);
      default -> answer();
    }
    if (random.oneIn(4)) {
      follower.step();
    }
    check();
  }

  private static FragmentId directory(int number) {
    return new FragmentId(new Ino(100 + number), DirFragment.WHOLE);
  }

  private static EntryName name(int number) {
    return EntryName.of("name " + number);
  }

  /** Changes in one step; returns how many batches of the journal were begun for them. */
  long batchesOfStep(int changes) {
    MetadataStore store = Objects.requireNonNull(replay.store());
    long before = store.batches();
    long ordered = store.ordered();
    store.beginStep();
    while (store.ordered() < ordered + changes) {
      change(store);
    }
    assertThat(store.batches()).as("batches before the end of the step").isEqualTo(before);
    store.endStep(0, true);
    settle();
    return store.batches() - before;
  }

  /**
   * Changes something twice, the second time while the first is written; returns how many batches
   * of the journal have begun some time after the write.
   *
   * @param nanos time of the last step; the changes are made at 0 and 1
   */
  long batchesWhenBusy(long nanos, boolean awaited) {
    MetadataStore store = Objects.requireNonNull(replay.store());
    long before = store.batches();
    stepAt(store, 0, false, () -> changeOnce(store));
    stepAt(store, 1, false, () -> changeOnce(store));
    assertThat(store.batches() - before).as("batches at a time").isEqualTo(1);
    stepAt(store, 2, false, this::settle);
    stepAt(store, nanos, awaited, () -> {});
    long begun = store.batches() - before;
    assertThat(store.nextStepNanos().isPresent()).as("a step is due").isEqualTo(begun == 1);
    stepAt(store, Long.MAX_VALUE / 2, true, this::settle);
    settle();
    return begun;
  }

  private static void stepAt(MetadataStore store, long nanos, boolean awaited, Runnable what) {
    store.beginStep();
    what.run();
    store.endStep(nanos, awaited);
  }

  private void changeOnce(MetadataStore store) {
    long ordered = store.ordered();
    while (store.ordered() == ordered) {
      change(store);
    }
  }

  private void change(MetadataStore store) {
    if (!store.admits()) {
      refused++;
      return;
    }
    int directory = random.nextInt(DIRECTORIES);
    int name = random.nextInt(NAMES);
    FragmentId id = directory(directory);
    Ino ino = new Ino(1L << 40 | random.nextInt(3) << 12 | name);
    boolean links = random.oneIn(3);
    if (store.metadata().fragment(id).head() == null
        || (links && store.metadata().links(ino).head() == null)) {
      return;
    }
    State next = states.lastEntry().getValue().copy();
    UpdateDraft draft = store.begin();
    String row = directory + "/" + name;
    if (random.oneIn(3)) {
      draft.removeEntry(id, name(name));
      next.rows().remove(row);
    } else {
      draft.putEntry(id, name(name), new DirEntry.Remote(ino, FileType.FIFO));
      next.rows().put(row, ino.value());
    }
    if (links && random.oneIn(3)) {
      draft.removeInode(ino);
      next.rows().remove("links/" + ino);
    } else if (links) {
      draft.putInode(inode(ino));
      next.rows().put("links/" + ino, ino.value());
    }
    long count = next.counts().merge(directory, 1L, Long::sum);
    draft.putTotals(id, totals(count));
    long number = draft.order();
    begun = true;
    states.put(number, next);
    largest = Math.max(largest, store.journalBytes());
  }

  private static Inode inode(Ino ino) {
    return new Inode(
        ino,
        new Permissions(0600, 0, 0),
        FileTimes.bornAt(Timestamp.EPOCH),
        2,
        new InodeContent.Special(FileType.FIFO, 0),
        new TreeMap<>());
  }

  private static FragmentTotals totals(long count) {
    return new FragmentTotals(count, 0, SubtreeTotals.NONE, Timestamp.EPOCH);
  }

  private void read(MetadataStore store) {
    MetadataTable<FragmentTotals, EntryKey, DirEntry> table =
        store.metadata().fragment(directory(random.nextInt(DIRECTORIES)));
    EntryKey key = EntryKey.of(name(random.nextInt(NAMES)), HASH);
    switch (random.nextInt(5)) {
      case 0 -> store.readAll(table);
      case 1 -> {
        boolean _ = table.evict(key);
      }
      case 2 -> {
        Ino ino = new Ino(1L << 40 | random.nextInt(3) << 12 | random.nextInt(NAMES));
        store.read(store.metadata().links(ino), List.of(ino));
      }
      default -> store.read(table, List.of(key));
    }
  }

  /** Executes one of the calls that are the first for their objects. */
  private void execute(boolean unanswered) {
    if (asked.isEmpty()) {
      return;
    }
    StoreEffect.Call any = asked.get(random.nextInt(asked.size()));
    StoreEffect.Call first =
        asked.stream().filter(it -> it.object().equals(any.object())).findFirst().orElseThrow();
    asked.remove(first);
    boolean commit =
        first.object().startsWith("dir.")
            && first.operations().getFirst() instanceof ObjectOp.SetAttribute;
    OpOutcome outcome =
        commit && random.oneIn(12)
            ? new OpOutcome.Failed(OpError.NO_SPACE, -1, "a device is full")
            : objects.execute(first.object(), first.operations());
    if (!unanswered) {
      JournalReplay asking = replay;
      answers.add(() -> asking.onAnswer(first.token(), outcome));
    }
  }

  private void answer() {
    if (!answers.isEmpty()) {
      answers.remove(random.nextInt(answers.size())).run();
    }
  }

  /** The process is gone; some of its calls are still executed. */
  private void crash() {
    crash(random.oneIn(2));
  }

  private void crash(boolean follows) {
    crashes++;
    for (int more = random.nextInt(4); more > 0; more--) {
      execute(true);
    }
    if (random.oneIn(3)) {
      seeWhatIsNotDurable();
    }
    asked.clear();
    answers.clear();
    long durable = told;
    FollowedJournal followed = follows ? follower.handOver() : null;
    replay = start(followed);
    while (replay.store() == null && end == null) {
      execute(false);
      answer();
      replay.advance();
    }
    resumed += replay.isResumed() ? 1 : 0;
    rejected += followed != null && !replay.isResumed() ? 1 : 0;
    MetadataStore store = replay.store();
    if (store != null) {
      assertThat(store.durable()).isGreaterThanOrEqualTo(durable);
      states.tailMap(store.durable(), false).clear();
      long last = store.durable();
      states.putIfAbsent(last, states.floorEntry(last).getValue());
    }
  }

  /** The follower reads a batch that is lost afterwards, as a broken object store could do it. */
  private void seeWhatIsNotDurable() {
    for (StoreEffect.Call call : asked) {
      if (call.operations().getFirst() instanceof ObjectOp.Write
          && objects.size(call.object()) > 0) {
        byte[] before = objects.bytes(call.object());
        objects.execute(call.object(), call.operations());
        follower.catchUp();
        objects.setBytes(call.object(), before);
        return;
      }
    }
  }

  private void check() {
    MetadataStore store = replay.store();
    if (store == null) {
      return;
    }
    State now = states.lastEntry().getValue();
    for (int directory = 0; directory < DIRECTORIES; directory++) {
      MetadataTable<FragmentTotals, EntryKey, DirEntry> table =
          store.metadata().fragment(directory(directory));
      for (int name = 0; name < NAMES; name++) {
        Long expected = now.rows().get(directory + "/" + name);
        switch (table.find(EntryKey.of(name(name), HASH))) {
          case Found.Present<DirEntry> it ->
              assertThat(it.value().ino().value()).isEqualTo(expected);
          case Found.Absent<DirEntry> _ -> assertThat(expected).isNull();
          case Found.Unknown<DirEntry> _ -> assertThat(table.isComplete()).isFalse();
        }
      }
      if (table.head() != null) {
        assertThat(table.head()).isEqualTo(totals(now.counts().getOrDefault(directory, 0L)));
      }
    }
    checkLinks(store, now);
    assertThat(store.journalBytes()).isLessThan(2 * LIMITS.mostBytes());
  }

  private static void checkLinks(MetadataStore store, State now) {
    for (int slice = 0; slice < 3; slice++) {
      for (int name = 0; name < NAMES; name++) {
        Ino ino = new Ino(1L << 40 | slice << 12 | name);
        Long expected = now.rows().get("links/" + ino);
        switch (store.metadata().links(ino).find(ino)) {
          case Found.Present<Inode> _ -> assertThat(expected).isNotNull();
          case Found.Absent<Inode> _ -> assertThat(expected).isNull();
          case Found.Unknown<Inode> _ -> {}
        }
      }
    }
  }

  /** All that is under way is done; nothing new begins. */
  void settle() {
    for (int i = 0; i < 2_000 && !(asked.isEmpty() && answers.isEmpty()); i++) {
      execute(false);
      answer();
      MetadataStore store = replay.store();
      if (store != null) {
        store.retry();
      }
    }
    assertThat(asked).isEmpty();
    check();
  }

  /** Everything is read again, after a failure; false if the journal is damaged. */
  boolean restart() {
    return restart(random.oneIn(2));
  }

  /** The same; a successor that does not follow reads the journal from its beginning. */
  boolean restart(boolean follows) {
    crash(follows);
    settle();
    MetadataStore store = replay.store();
    if (store == null) {
      return false;
    }
    for (int directory = 0; directory < DIRECTORIES; directory++) {
      store.readAll(store.metadata().fragment(directory(directory)));
      settle();
      assertThat(store.metadata().fragment(directory(directory)).isComplete()).isTrue();
    }
    return true;
  }

  /** Size of the journal after it was cut, and the largest that it had. */
  long largest() {
    return largest;
  }

  long journalBytes() {
    MetadataStore store = replay.store();
    return store == null ? 0 : store.journalBytes();
  }
}
