package io.pando.sim.files.run;

import io.pando.bytes.ByteRange;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.random.Random64;
import io.pando.sim.files.check.Cells;
import io.pando.sim.files.check.FilesOp;
import io.pando.sim.files.check.PlayedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A program on one client: one call after the other, about names that all programs use, and about
 * the bytes of at most one file that it has open.
 */
final class FilesProgram implements FilesPlayer {
  /** Longest file, in cells. */
  static final int MOST_CELLS = 96;

  private static final int MOST_AT_ONCE = 40;
  private static final int LISTED = 1_000;
  private static final int MODE = 0755;

  private final FilesSite site;
  private final FilesSite.Client client;
  private final FilesCaller caller;
  private final long owner;
  private final Random64 random;
  private final SortedMap<String, Ino> directories;

  /** Files that some answer showed; they may be gone. */
  private final List<Ino> known = new ArrayList<>();

  private @Nullable Ino file;
  private long handle;
  private boolean locked;
  private boolean stopped;

  /**
   * A program that has not begun.
   *
   * @param owner number of its locks
   * @param directories the directories in which it works, by name
   */
  FilesProgram(
      FilesSite site, FilesSite.Client client, long owner, SortedMap<String, Ino> directories) {
    this.site = site;
    this.client = client;
    this.caller = new FilesCaller(site, client);
    this.owner = owner;
    this.random = site.random().split();
    this.directories = directories;
  }

  @Override
  public void start() {
    later();
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public boolean isIdle() {
    return (stopped && current() == null && file == null) || !caller.isAlive();
  }

  @Override
  public @Nullable PlayedCall current() {
    return caller.current();
  }

  private void later() {
    long at = site.nowNanos() + random.between(0, site.plan().clients().pauseNanos());
    site.cluster().world().at(at, this::next);
  }

  private void next() {
    if (!caller.isAlive()) {
      return;
    }
    Ino open = file;
    if (stopped) {
      if (open != null) {
        close(open);
      }
    } else if (random.nextInt(10) >= site.plan().clients().bytesOf10()) {
      ofNames();
    } else if (open == null) {
      open();
    } else {
      ofBytes(open);
    }
  }

  // Calls

  private void call(FilesOp op, FileCall call, Consumer<FileOutcome> then) {
    caller.call(
        op,
        call,
        outcome -> {
          learn(outcome);
          then.accept(outcome);
          later();
        });
  }

  private void call(FilesOp op, FileCall call) {
    call(op, call, _ -> {});
  }

  private void request(FilesOp op, FsRequest request) {
    call(op, new FileCall.Request(request), _ -> {});
  }

  private void learn(FileOutcome outcome) {
    switch (outcome) {
      case FileOutcome.Answered(FsAnswer.Found it) -> learn(it.inode().ino(), it);
      case FileOutcome.Answered(FsAnswer.Listing it) ->
          it.entries().forEach(each -> learn(each.inode().ino(), new FsAnswer.Found(each.inode())));
      default -> {
        // No inode.
      }
    }
  }

  private void learn(Ino ino, FsAnswer.Found it) {
    if (!it.inode().isDirectory() && !known.contains(ino)) {
      known.add(ino);
    }
  }

  // Names

  /** A name in a directory. */
  private record Place(String directory, Ino ino, String name) {
    String path() {
      return directory + "/" + name;
    }

    EntryName entry() {
      return EntryName.of(name);
    }
  }

  private Place place() {
    List<String> all = List.copyOf(directories.keySet());
    String directory = all.get(random.nextInt(all.size()));
    Ino ino = directories.getOrDefault(directory, Ino.ROOT);
    return new Place(directory, ino, "n" + random.nextInt(site.plan().clients().names()));
  }

  private void ofNames() {
    Place at = place();
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> make(at, false);
      case 3 -> make(at, true);
      case 4, 5 -> {
        boolean ofDirectory = random.oneIn(3);
        request(
            new FilesOp.Remove(at.path(), ofDirectory),
            new FsRequest.Remove(at.ino(), at.entry(), ofDirectory));
      }
      case 6, 7 -> {
        Place to = place();
        request(
            new FilesOp.Rename(at.path(), to.path()),
            new FsRequest.Rename(
                at.ino(), at.entry(), to.ino(), to.entry(), FsRequest.RenameMode.REPLACE));
      }
      case 8 -> link(at);
      case 9 ->
          request(
              new FilesOp.List(at.directory()),
              new FsRequest.ListDirectory(at.ino(), -1, null, LISTED));
      case 10 -> request(new FilesOp.Lookup(at.path()), new FsRequest.Lookup(at.ino(), at.entry()));
      default -> {
        if (random.oneIn(3)) {
          call(new FilesOp.SyncAll(), new FileCall.SyncAll());
        } else {
          request(new FilesOp.Lookup(at.path()), new FsRequest.Lookup(at.ino(), at.entry()));
        }
      }
    }
  }

  private void make(Place at, boolean isDirectory) {
    FsRequest.NewContent content =
        isDirectory ? new FsRequest.NewContent.NewDirectory() : new FsRequest.NewContent.NewFile();
    call(
        new FilesOp.Make(at.path(), isDirectory),
        new FileCall.Make(new NewName(at.ino(), at.entry(), MODE, 0, content)));
  }

  private void link(Place at) {
    if (known.isEmpty()) {
      make(at, false);
    } else {
      Ino ino = known.get(random.nextInt(known.size()));
      request(new FilesOp.Link(ino, at.path()), new FsRequest.Link(ino, at.ino(), at.entry()));
    }
  }

  // Bytes

  private void open() {
    if (known.isEmpty()) {
      Place at = place();
      request(new FilesOp.Lookup(at.path()), new FsRequest.Lookup(at.ino(), at.entry()));
      return;
    }
    Ino ino = known.get(random.nextInt(known.size()));
    call(
        new FilesOp.Open(ino),
        new FileCall.Open(ino, OpenMode.READ_WRITE),
        outcome -> {
          if (outcome instanceof FileOutcome.Opened opened) {
            file = ino;
            handle = opened.handle();
          } else {
            known.remove(ino);
          }
        });
  }

  private void close(Ino open) {
    call(
        new FilesOp.Close(open, handle),
        new FileCall.Close(handle),
        _ -> {
          file = null;
          locked = false;
        });
  }

  private void ofBytes(Ino open) {
    int at = random.nextInt(MOST_CELLS);
    int count = 1 + random.nextInt(Math.min(MOST_AT_ONCE, MOST_CELLS - at));
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3, 4 -> write(open, at, count);
      case 5, 6, 7, 8 ->
          use(
              new FilesOp.Read(open, at, count),
              new FileCall.Read(handle, new ByteRange(bytes(at), bytes(count))));
      case 9 -> truncate(open, random.nextInt(MOST_CELLS));
      case 10 ->
          use(
              new FilesOp.Zero(open, at, count),
              new FileCall.Zero(handle, new ByteRange(bytes(at), bytes(count)), false));
      case 11, 12 -> request(new FilesOp.Stat(open), new FsRequest.GetInode(open));
      case 13 -> use(new FilesOp.Sync(open, handle), new FileCall.Sync(handle, false));
      case 14 -> close(open);
      default -> lock(open);
    }
  }

  /** A call on the open file, which is closed if bytes of it are lost. */
  private void use(FilesOp op, FileCall call) {
    call(
        op,
        call,
        outcome -> {
          Ino open = file;
          if (outcome.equals(FileOutcome.failed(FsError.EIO)) && open != null) {
            closeQuietly(open);
          }
        });
  }

  private void closeQuietly(Ino open) {
    long lost = handle;
    file = null;
    locked = false;
    PlayedCall played =
        site.history().begin(client.number(), new FilesOp.Close(open, lost), site.nowNanos());
    var _ =
        client
            .files()
            .call(Caller.ROOT, new FileCall.Close(lost))
            .thenAccept(outcome -> site.history().end(played, outcome, site.nowNanos()));
  }

  private void write(Ino open, int at, int count) {
    long value = site.nextValue();
    use(
        new FilesOp.Write(open, at, count, value),
        new FileCall.Write(handle, bytes(at), Cells.of(value, at, count)));
  }

  private void truncate(Ino open, int cells) {
    request(
        new FilesOp.Truncate(open, cells),
        new FsRequest.SetAttributes(open, InodeChange.ofSize(bytes(cells))));
  }

  private void lock(Ino open) {
    boolean takes = !locked;
    LockMode mode = takes ? LockMode.EXCLUSIVE : LockMode.NONE;
    LockClaim claim =
        new LockClaim(LockFamily.FLOCK, owner, (int) owner, mode, LockClaim.WHOLE_FILE);
    FilesOp op = takes ? new FilesOp.Lock(open, owner) : new FilesOp.Unlock(open, owner);
    call(
        op,
        new FileCall.SetLock(handle, claim, false),
        outcome -> locked = takes && outcome.equals(FileOutcome.DONE));
  }

  private static long bytes(int cells) {
    return (long) cells * Cells.BYTES;
  }
}
