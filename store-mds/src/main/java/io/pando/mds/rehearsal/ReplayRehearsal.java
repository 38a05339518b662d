package io.pando.mds.rehearsal;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.fence.Fences;
import io.pando.cluster.files.FileSystemId;
import io.pando.cluster.files.RankId;
import io.pando.fs.DirFragment;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.session.ClientIdentity;
import io.pando.id.PoolId;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.names.NamesConfig;
import io.pando.mds.rank.RankConfig;
import io.pando.mds.rank.RankEffect;
import io.pando.mds.rank.RankServer;
import io.pando.mds.serve.Moment;
import io.pando.mds.store.JournalReplay;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.store.StoreEffect;
import io.pando.mds.store.UpdateDraft;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/**
 * Replays a small made-up journal in memory. The JVM compiles code that ran often. A standby that
 * takes a rank over would interpret a good part of a replay, which its clients wait for; one that
 * has replayed this journal some times before has compiled code.
 *
 * <p>The journal has what programs do that make files: a name, totals and the row of the answer;
 * the size; a removal into the stray directory and from there; rows of answers that are forgotten.
 * The successor is a whole holder of a rank that reads it.
 */
public final class ReplayRehearsal {
  /** Replays after which more make little difference. */
  public static final int USUAL_ROUNDS = 80;

  private static final int FILES = 1_200;
  private static final int FILES_OF_DIRECTORY = 40;
  private static final int FILES_OF_STEP = 10;
  private static final int REMEMBERED = 20;
  private static final int SYMLINK_EVERY = 8;
  private static final long SESSION = 1;
  private static final PoolId POOL = new PoolId(1);
  private static final NameHash HASH = new NameHash(1);
  private static final Permissions PERMISSIONS = new Permissions(0755, 0, 0);
  private static final FragmentId STRAYS = new FragmentId(new Ino(16), DirFragment.WHOLE);
  private static final RankConfig CONFIG =
      new RankConfig(
          new RankId(new FileSystemId(1), 0),
          HASH,
          new NamesConfig(FileLayout.usual(POOL), List.of(POOL), PERMISSIONS, 0),
          new JournalLayout(0, JournalLayout.USUAL_OBJECT_BYTES),
          0,
          RankConfig.Limits.usual());

  private final RehearsedObjects objects = new RehearsedObjects();

  /** Makes the journal. */
  public ReplayRehearsal() {
    Deque<StoreEffect.Call> calls = new ArrayDeque<>();
    JournalReplay begin =
        new JournalReplay(
            CONFIG.limits().store(),
            CONFIG.journal(),
            new RankMetadata(HASH),
            false,
            null,
            effect -> {
              if (effect instanceof StoreEffect.Call it) {
                calls.add(it);
              }
            });
    while (begin.store() == null) {
      StoreEffect.Call call = calls.removeFirst();
      begin.onAnswer(call.token(), objects.execute(call.object(), call.operations()));
    }
    MetadataStore store = Invariant.present(begin.store(), () -> "no journal was there");
    answer(store, calls);
    long _ = store.readAll(store.metadata().sessions());
    answer(store, calls);
    store.metadata().create(STRAYS);
    long _ =
        store
            .begin()
            .putSessionRow(
                SessionKey.of(SESSION),
                new SessionRow.OfSession(new ClientIdentity("host", "program", "/"), List.of()))
            .order();
    answer(store, calls);
    for (int i = 0; i < FILES; i += FILES_OF_STEP) {
      store.beginStep();
      for (int j = i; j < i + FILES_OF_STEP; j++) {
        change(store, j);
      }
      store.endStep(i, true);
      answer(store, calls);
    }
  }

  private void answer(MetadataStore store, Deque<StoreEffect.Call> calls) {
    while (!calls.isEmpty()) {
      StoreEffect.Call call = calls.removeFirst();
      store.onAnswer(call.token(), objects.execute(call.object(), call.operations()));
    }
  }

  /** A directory is made, and mentioned as a segment does. */
  private static void makeDirectory(MetadataStore store, FragmentId fragment) {
    Ino directory = fragment.directory();
    store.metadata().create(fragment);
    EntryName name = EntryName.of("a directory " + directory);
    DirEntry entry = new DirEntry.Primary(inode(directory, InodeContent.Directory.empty(), 0));
    long _ =
        store
            .begin()
            .putEntry(STRAYS, name, entry)
            .putNumbers(new Ino(directory.value() + 2L * FILES))
            .order();
    long _ = store.begin().mention(STRAYS, 1, name, entry).order();
  }

  /** A file is made and written, and each second one is removed. */
  private static void change(MetadataStore store, int number) {
    Ino directory = new Ino(Ino.FIRST_FREE.value() + number / FILES_OF_DIRECTORY);
    FragmentId fragment = new FragmentId(directory, DirFragment.WHOLE);
    if (number % FILES_OF_DIRECTORY == 0) {
      makeDirectory(store, fragment);
    }
    Ino ino = new Ino(Ino.FIRST_FREE.value() + FILES + number);
    EntryName name = EntryName.of("a name of a file " + number);
    SessionKey answer = new SessionKey(SESSION, number + 1L);
    UpdateDraft made = store.begin();
    made.putEntry(fragment, name, new DirEntry.Primary(file(ino, number, 0)))
        .putTotals(fragment, totals(number, 0))
        .putSessionRow(answer, new SessionRow.OfAnswer(ino, true));
    if (number >= REMEMBERED) {
      made.removeSessionRows(SESSION, List.of(answer.request() - REMEMBERED));
    }
    long _ = made.order();
    long _ =
        store
            .begin()
            .putEntry(fragment, name, new DirEntry.Primary(file(ino, number, number)))
            .putTotals(fragment, totals(number, number))
            .order();
    if (number % 2 == 0) {
      EntryName stray = EntryName.of(ino.toString());
      long _ =
          store
              .begin()
              .removeEntry(fragment, name)
              .putTotals(fragment, totals(number, 0))
              .putEntry(STRAYS, stray, new DirEntry.Primary(file(ino, number, number)))
              .order();
      long _ = store.begin().removeEntry(STRAYS, stray).order();
    }
  }

  private static FragmentTotals totals(long number, long bytes) {
    return new FragmentTotals(
        number, 0, new SubtreeTotals(bytes, number, 0), Timestamp.ofMillis(number));
  }

  private static Inode file(Ino ino, int number, long bytes) {
    return inode(
        ino,
        number % SYMLINK_EVERY == 0
            ? new InodeContent.Symlink(Payload.wrap(new byte[1 + number]))
            : new InodeContent.File(FileLayout.usual(POOL), bytes, 0, 0, 0),
        number + bytes);
  }

  private static Inode inode(Ino ino, InodeContent content, long millis) {
    return new Inode(
        ino,
        PERMISSIONS,
        FileTimes.bornAt(Timestamp.ofMillis(millis)),
        1,
        content,
        new TreeMap<>());
  }

  /** Replays it once; returns the number of rows that the successor has. */
  public long replay() {
    Deque<RankEffect.Call> calls = new ArrayDeque<>();
    RankServer successor =
        new RankServer(
            CONFIG,
            Fences.NONE,
            true,
            null,
            effect -> {
              if (effect instanceof RankEffect.Call it) {
                calls.add(it);
              }
            });
    Moment now = new Moment(0, Timestamp.EPOCH);
    while (!successor.isLoaded()) {
      if (successor.isWorking()) {
        successor.onTime(now);
      } else {
        RankEffect.Call call = calls.removeFirst();
        successor.onAnswer(now, call.token(), objects.execute(call.object(), call.operations()));
      }
    }
    return successor.rowsInMemory();
  }
}
