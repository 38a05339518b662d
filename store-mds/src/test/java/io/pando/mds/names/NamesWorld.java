package io.pando.mds.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.DirFragment;
import io.pando.fs.DirFragments;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.id.PoolId;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.store.JournalReplay;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.PlayedObjects;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.store.StoreEffect;
import io.pando.mds.store.StoreLimits;
import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.Tree;
import io.pando.mds.tree.UnreadException;
import io.pando.mds.tree.Update;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Names over a store with its objects, beside a model of POSIX that executes the same. */
final class NamesWorld {
  static final NameHash HASH = new NameHash(7);
  static final NamesConfig CONFIG =
      new NamesConfig(
          FileLayout.usual(new PoolId(3)),
          List.of(new PoolId(3), new PoolId(4)),
          new Permissions(0777, 0, 0),
          0);
  private static final Timestamp BEGIN = new Timestamp(1_000, 0);

  /** A change that the model made, and the record with it. */
  private record Done(long record, Consumer<PosixModel> action) {}

  private final PlayedObjects objects = new PlayedObjects();
  private final Deque<StoreEffect.Call> calls = new ArrayDeque<>();
  private final List<Done> history = new ArrayList<>();
  private final JournalLayout layout;
  private final StoreLimits limits;
  private PosixModel model = new PosixModel(HASH, BEGIN);
  private JournalReplay replay;
  private Tree tree;
  private Names names;
  private long clock = 1_000;
  private int missing;

  NamesWorld() {
    this(4_096);
  }

  /**
   * A new file system.
   *
   * @param objectBytes size of the objects of the journal; ten may be full
   */
  NamesWorld(int objectBytes) {
    layout = new JournalLayout(0, objectBytes);
    limits = new StoreLimits(objectBytes, 10L * objectBytes, 20, 4_000, 3, 3);
    RankMetadata metadata = new RankMetadata(HASH);
    tree = new Tree(metadata, HASH);
    names = new Names(CONFIG, tree);
    replay = replay(metadata, false);
    recover();
    order(plan(() -> names.format(BEGIN)).update());
    pump(true);
  }

  private JournalReplay replay(RankMetadata metadata, boolean begun) {
    JournalReplay begins = new JournalReplay(limits, layout, metadata, begun, null, this::onEffect);
    replay = begins;
    while (begins.store() == null || !store().isReady()) {
      pump(true);
    }
    return begins;
  }

  private void onEffect(StoreEffect effect) {
    switch (effect) {
      case StoreEffect.Call it -> calls.addLast(it);
      case StoreEffect.Durable _, StoreEffect.Loaded _ -> {}
      case StoreEffect.LoadFailed _, StoreEffect.Damaged _, StoreEffect.Failed _ ->
          throw new AssertionError(effect.toString());
    }
  }

  MetadataStore store() {
    return Objects.requireNonNull(replay.store());
  }

  Tree tree() {
    return tree;
  }

  Names names() {
    return names;
  }

  PosixModel model() {
    return model;
  }

  /** How often rows had to be read. */
  int missing() {
    return missing;
  }

  /** Executes what is under way; without the journal, nothing becomes durable. */
  void pump(boolean journal) {
    Deque<StoreEffect.Call> kept = new ArrayDeque<>();
    while (!calls.isEmpty()) {
      StoreEffect.Call call = calls.removeFirst();
      if (!journal && call.object().startsWith("journal")) {
        kept.addLast(call);
      } else {
        replay.onAnswer(call.token(), objects.execute(call.object(), call.operations()));
      }
    }
    calls.addAll(kept);
  }

  // Executing

  /** Executes until there is a plan; null if an inode does not exist. */
  private Execution.@Nullable Plan tryPlan(Supplier<Execution> executed) {
    for (int i = 0; i < 1_000; i++) {
      switch (executed.get()) {
        case Execution.Plan it -> {
          return it;
        }
        case Execution.Uncut it -> cut(it.file());
        case Execution.Missing it -> {
          missing++;
          assertThat(it.rows()).isNotEmpty();
          for (MissingRow row : it.rows()) {
            if (!read(row)) {
              return null;
            }
          }
          pump(false);
        }
      }
    }
    throw new AssertionError("rows are missing although they were read");
  }

  private Execution.Plan plan(Supplier<Execution> executed) {
    return Objects.requireNonNull(tryPlan(executed));
  }

  private boolean read(MissingRow row) {
    switch (row) {
      case MissingRow.Stored it -> {
        long _ = Tree.read(store(), it);
      }
      case MissingRow.PlaceOf it -> {
        ModelNode node = model.nodes().get(it.ino());
        if (node == null) {
          return false;
        }
        readPath(node);
      }
    }
    return true;
  }

  /** Reads the entry with an inode, as a lookup by name would. */
  private void readPath(ModelNode node) {
    if (node.names == 0) {
      readEntry(CONFIG.strays(), EntryName.of(node.ino.toString()));
      return;
    }
    for (ModelNode each : model.nodes().values()) {
      for (Map.Entry<String, ModelNode> child : each.children.entrySet()) {
        if (child.getValue() == node) {
          readEntry(each.ino, EntryName.of(child.getKey()));
        }
      }
    }
  }

  private void readEntry(Ino directory, EntryName name) {
    EntryKey key = EntryKey.of(name, HASH);
    for (DirFragments each : List.of(DirFragments.ONE, split())) {
      FragmentId fragment = new FragmentId(directory, each.of(key.hash()));
      long _ = Tree.read(store(), new MissingRow.Entry(fragment, key));
    }
  }

  private static DirFragments split() {
    return DirFragments.ONE.split(DirFragment.WHOLE, 2);
  }

  private long order(Update update) {
    if (update.isEmpty()) {
      return store().ordered();
    }
    for (int i = 0; i < 100 && !store().admits(); i++) {
      pump(true);
      propagate(5);
    }
    assertThat(store().admits()).isTrue();
    return put(update);
  }

  private long put(Update update) {
    return tree.begin(store(), update).order();
  }

  /** Executes a request, and compares the answer with that of the model. */
  FsAnswer request(Caller caller, FsRequest request) {
    clock++;
    Timestamp now = new Timestamp(clock, 5);
    Execution.Plan plan = tryPlan(() -> names.execute(caller, now, request));
    if (plan == null) {
      assertThat(model.execute(caller, now, request)).as(request.toString()).isEqualTo("ESTALE");
      return new FsAnswer.Done();
    }
    // Making room for the update may order others, after which a plan is not valid.
    if (!store().admits()) {
      order(plan.update().isEmpty() ? Update.NONE : makeRoom());
      plan = plan(() -> names.execute(caller, now, request));
    }
    long record = order(plan.update());
    assertThat(Shown.of(plan.answer()))
        .as(() -> caller + " " + request)
        .isEqualTo(model.execute(caller, now, request));
    if (!plan.update().isEmpty()) {
      assertThat(plan.seen()).isEqualTo(plan.footprint().keySet());
      history.add(new Done(record, it -> it.execute(caller, now, request)));
    }
    return plan.answer();
  }

  /** Executes something, and changes nothing. */
  Execution.Plan peek(Function<Names, Execution> executed) {
    return plan(() -> executed.apply(names));
  }

  /** Executes something that the model does not know. */
  FsAnswer carryOut(Function<Names, Execution> executed) {
    Execution.Plan plan = peek(executed);
    order(plan.update());
    return plan.answer();
  }

  private Update makeRoom() {
    for (int i = 0; i < 100 && !store().admits(); i++) {
      pump(true);
      propagate(5);
    }
    return Update.NONE;
  }

  /** The objects of a file are cut to its size. */
  void cut(Ino ino) {
    makeRoom();
    Execution.Plan plan = tryPlan(() -> names.change(ino, NamesWorld::cut));
    if (plan != null) {
      long record = order(plan.update());
      model.cut(ino);
      history.add(new Done(record, it -> it.cut(ino)));
    }
  }

  private static Inode cut(Inode inode) {
    return inode.content() instanceof InodeContent.File it
        ? inode.withContent(new InodeContent.File(it.layout(), it.size(), it.granted(), 0))
        : inode;
  }

  /** An empty directory gets four fragments. */
  void split(Ino directory) {
    makeRoom();
    order(plan(() -> names.change(directory, NamesWorld::split)).update());
  }

  private static Inode split(Inode inode) {
    return inode.content() instanceof InodeContent.Directory it
        ? inode.withContent(
            new InodeContent.Directory(split(), it.totals(), it.quota(), it.layout()))
        : inode;
  }

  void purge(Ino ino) {
    makeRoom();
    long record = order(plan(() -> names.purge(ino)).update());
    model.purge(ino);
    history.add(new Done(record, it -> it.purge(ino)));
  }

  /** Objects say where inodes are, as far as the journal is to be cut. */
  private void writePlaces() {
    long due = store().due();
    tree.newPlaces().in(due, 1_000).forEach(it -> tree.newPlaces().onWritten(it, due));
    store().trim();
  }

  void propagate(int most) {
    writePlaces();
    for (int i = 0; i < 100; i++) {
      try {
        if (tree.isAhead()) {
          long _ = put(tree.propagate(most));
        }
        return;
      } catch (UnreadException unread) {
        unread.rows().forEach(this::read);
        pump(false);
      }
    }
  }

  void propagateAll() {
    for (int i = 0; i < 100 && tree.isAhead(); i++) {
      propagate(3);
    }
    assertThat(tree.isAhead()).isFalse();
  }

  // Failures

  /**
   * The server fails; its successor replays the journal.
   *
   * @param executed number of calls that are executed nevertheless
   */
  void crash(int executed) {
    for (int i = 0; i < executed && !calls.isEmpty(); i++) {
      StoreEffect.Call call = calls.removeFirst();
      var _ = objects.execute(call.object(), call.operations());
    }
    calls.clear();
    RankMetadata metadata = new RankMetadata(HASH);
    tree = new Tree(metadata, HASH);
    names = new Names(CONFIG, tree);
    replay = replay(metadata, true);
    recover();
    long durable = store().durable();
    history.removeIf(it -> it.record() > durable);
    model = new PosixModel(HASH, BEGIN);
    history.forEach(it -> it.action().accept(model));
  }

  private void recover() {
    List<MissingRow> rows = tree.recover();
    while (!rows.isEmpty()) {
      assertThat(rows).hasOnlyElementsOfType(MissingRow.Stored.class);
      rows.forEach(this::read);
      pump(false);
      rows = tree.recover();
    }
  }

  // Comparing

  /** Reads everything as the superuser. */
  void compareAll() {
    for (ModelNode each : List.copyOf(model.nodes().values())) {
      request(Caller.ROOT, new FsRequest.GetInode(each.ino));
      if (each.isDirectory()) {
        request(Caller.ROOT, new FsRequest.ListDirectory(each.ino, -1, null, 1_000));
        request(Caller.ROOT, new FsRequest.GetParent(each.ino));
      }
    }
  }
}
