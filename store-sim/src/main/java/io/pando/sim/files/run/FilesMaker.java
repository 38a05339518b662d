package io.pando.sim.files.run;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.random.Random64;
import io.pando.sim.files.check.Cells;
import io.pando.sim.files.check.FilesOp;
import io.pando.sim.files.check.PlayedCall;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A program that makes, writes and removes files in a directory that no other client uses: its
 * client answers before the server does.
 */
final class FilesMaker implements FilesPlayer {
  private static final int FILES = 4;
  private static final int MOST_CELLS = 20;
  private static final int MODE = 0755;
  private static final long SOON_NANOS = 5_000_000;

  private final FilesSite site;
  private final FilesSite.Client client;
  private final FilesCaller caller;
  private final Random64 random;
  private final String name;
  private final SortedMap<String, Ino> directories;
  private boolean inRound;
  private boolean stopped;

  /**
   * A program that has not begun.
   *
   * @param directories gets its directory when that is made
   */
  FilesMaker(FilesSite site, FilesSite.Client client, SortedMap<String, Ino> directories) {
    this.site = site;
    this.client = client;
    this.caller = new FilesCaller(site, client);
    this.random = site.random().split();
    this.name = "own" + client.number();
    this.directories = directories;
  }

  @Override
  public void start() {
    caller.later(pause(), this::makeDirectory);
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public boolean isIdle() {
    return (stopped && !inRound) || !caller.isAlive();
  }

  @Override
  public @Nullable PlayedCall current() {
    return caller.current();
  }

  private long pause() {
    return random.between(0, site.plan().clients().pauseNanos());
  }

  /**
   * The directory is no part of the history: no other client knows it, it is not removed, and it is
   * durable before it is used.
   */
  private void makeDirectory() {
    if (stopped || !caller.isAlive()) {
      return;
    }
    FsRequest.NewContent directory = new FsRequest.NewContent.NewDirectory();
    var _ =
        client
            .files()
            .call(
                Caller.ROOT,
                new FileCall.Make(new NewName(Ino.ROOT, EntryName.of(name), MODE, 0, directory)))
            .thenAccept(outcome -> {
              if (outcome instanceof FileOutcome.Answered(FsAnswer.Found made)) {
                syncDirectory(made.inode().ino());
              }
            });
  }

  private void syncDirectory(Ino directory) {
    var _ =
        client
            .files()
            .call(Caller.ROOT, new FileCall.SyncAll())
            .thenAccept(outcome -> {
              if (outcome.equals(FileOutcome.DONE)) {
                directories.put(name, directory);
                caller.later(pause(), () -> round(directory));
              }
            });
  }

  // One file

  private void round(Ino directory) {
    if (stopped || !caller.isAlive()) {
      return;
    }
    inRound = true;
    EntryName entry = EntryName.of("m" + random.nextInt(FILES));
    String path = name + "/" + entry;
    NewName file = new NewName(directory, entry, MODE, 0, new FsRequest.NewContent.NewFile());
    caller.call(
        new FilesOp.Make(path, false),
        new FileCall.Create(file, true, OpenMode.READ_WRITE),
        outcome -> {
          if (outcome instanceof FileOutcome.Opened opened) {
            soon(() -> write(directory, opened));
          } else {
            soon(() -> remove(directory, entry));
          }
        });
  }

  private void soon(Runnable what) {
    caller.later(random.between(0, SOON_NANOS), what);
  }

  private void write(Ino directory, FileOutcome.Opened file) {
    Ino ino = file.inode().ino();
    int count = 1 + random.nextInt(MOST_CELLS);
    long value = site.nextValue();
    caller.call(
        new FilesOp.Write(ino, 0, count, value),
        new FileCall.Write(file.handle(), 0, Cells.of(value, 0, count)),
        _ -> {
          if (random.nextBoolean()) {
            soon(() -> sync(directory, file));
          } else {
            soon(() -> close(directory, file));
          }
        });
  }

  private void sync(Ino directory, FileOutcome.Opened file) {
    caller.call(
        new FilesOp.Sync(file.inode().ino(), file.handle()),
        new FileCall.Sync(file.handle(), false),
        _ -> soon(() -> close(directory, file)));
  }

  private void close(Ino directory, FileOutcome.Opened file) {
    caller.call(
        new FilesOp.Close(file.inode().ino(), file.handle()),
        new FileCall.Close(file.handle()),
        _ -> ended(directory));
  }

  private void remove(Ino directory, EntryName entry) {
    caller.call(
        new FilesOp.Remove(name + "/" + entry, false),
        new FileCall.Request(new FsRequest.Remove(directory, entry, false)),
        _ -> ended(directory));
  }

  private void ended(Ino directory) {
    inRound = false;
    caller.later(pause(), () -> round(directory));
  }
}
