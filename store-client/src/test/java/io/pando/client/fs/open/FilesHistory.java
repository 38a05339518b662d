package io.pando.client.fs.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Programs on several mounts that open, read, write and cut a few files. */
final class FilesHistory {
  private static final int LARGEST = 40_000;
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final List<OpenMode> MODES =
      List.of(
          OpenMode.READ,
          OpenMode.READ_WRITE,
          OpenMode.READ_WRITE,
          new OpenMode(false, true, false, false, false),
          new OpenMode(true, true, false, true, false),
          new OpenMode(false, true, false, true, false));

  private record Open(FilesMount mount, long handle, Ino ino, OpenMode mode) {}

  final FilesWorld world;
  private final Random64 random;
  private final TreeMap<Ino, SharedModel> models = new TreeMap<>();
  private final List<Open> open = new ArrayList<>();
  private final boolean troubles;
  private int lastNumber;
  int reads;
  int writes;
  int errors;

  FilesHistory(long seed, int mounts, boolean troubles) {
    this.world = new FilesWorld(seed);
    this.random = world.random.split();
    this.troubles = troubles;
    for (int i = 0; i < mounts; i++) {
      FilesMount mount = world.mount();
      mount.onLost = () -> models.values().forEach(each -> each.lost(mount.name()));
    }
  }

  int lost() {
    return world.mounts.stream().mapToInt(each -> each.lost).sum();
  }

  void play(int steps) {
    for (int i = 0; i < steps; i++) {
      act();
      world.run(world.now + random.nextInt((int) (FilesWorld.MILLI * (random.oneIn(8) ? 40 : 3))));
      if (troubles) {
        trouble();
      }
    }
    settle();
  }

  private void trouble() {
    FilesMount mount = world.mounts.get(random.nextInt(world.mounts.size()));
    switch (random.nextInt(150)) {
      case 0, 1 -> mount.reset();
      case 2 -> mount.cutUntil = world.now + random.nextInt(3_000) * FilesWorld.MILLI;
      case 3 -> {
        if (world.server.hasSession(mount.session())) {
          world.server.evict(mount.session());
        }
      }
      default -> {}
    }
  }

  /** All calls end, nothing stays dirty, and another mount sees what the objects have. */
  private void settle() {
    world.mounts.forEach(each -> each.cutUntil = 0);
    world.runUntil(() -> world.mounts.stream().allMatch(FilesMount::isIdle), "rest");
    for (Open each : List.copyOf(open)) {
      each.mount.run(new FileCall.Close(each.handle));
    }
    world.runUntil(() -> world.mounts.stream().allMatch(FilesMount::isIdle), "rest");
    FilesMount reader = world.mount();
    for (Ino ino : List.copyOf(models.keySet())) {
      FileOutcome.Opened opened =
          FilesMount.opened(reader.run(new FileCall.Open(ino, OpenMode.READ)));
      int size = (int) opened.inode().size();
      long began = model(ino).now();
      ByteRange all = new ByteRange(0, size + 1_000);
      FileOutcome outcome = reader.run(new FileCall.Read(opened.handle(), all));
      byte[] bytes = ((FileOutcome.Bytes) outcome).bytes().toByteArray();
      assertThat(bytes).hasSize(size);
      assertThat(bytes).isEqualTo(world.objects.bytes(ino, FilesWorld.LAYOUT, size));
      model(ino).check(began, all, bytes);
      world
          .objects
          .sizes(ino)
          .forEach((object, length) ->
              assertThat(FilesWorld.LAYOUT.fileBytes(object, length))
                  .as("end of object %d of a file of %d bytes", object, size)
                  .isLessThanOrEqualTo(size));
    }
  }

  private SharedModel model(Ino ino) {
    return models.computeIfAbsent(ino, _ -> new SharedModel());
  }

  // What programs do

  private void act() {
    if (open.isEmpty() || random.oneIn(6)) {
      openFile();
      return;
    }
    Open file = open.get(random.nextInt(open.size()));
    switch (random.nextInt(24)) {
      case 0, 1, 2 -> close(file);
      case 3 -> sync(file);
      case 4 -> resize(file);
      case 5 -> zero(file);
      case 6 -> stat(file);
      case 7 -> seek(file);
      case 8 -> file.mount.call(new FileCall.SyncAll(), outcome -> onEnd(file, outcome));
      default -> {
        if (file.mode.writes() && (!file.mode.reads() || random.nextBoolean())) {
          write(file);
        } else {
          read(file);
        }
      }
    }
  }

  private void openFile() {
    FilesMount mount = world.mounts.get(random.nextInt(world.mounts.size()));
    OpenMode mode = MODES.get(random.nextInt(MODES.size()));
    String name = NAMES.get(random.nextInt(NAMES.size()));
    mount.call(
        new FileCall.Create(FilesMount.newFile(name), false, mode),
        outcome -> {
          if (outcome instanceof FileOutcome.Opened(long handle, Inode inode)) {
            open.add(new Open(mount, handle, inode.ino(), mode));
            model(inode.ino());
          } else {
            assertThat(mount.lost).as("%s", outcome).isPositive();
          }
        });
  }

  private void close(Open file) {
    open.remove(file);
    file.mount.call(
        new FileCall.Close(file.handle),
        outcome -> assertThat(outcome).isEqualTo(FileOutcome.DONE));
  }

  private ByteRange range() {
    int length = 1 + (random.nextBoolean() ? random.nextInt(300) : random.nextInt(9_000));
    return new ByteRange(random.nextInt(LARGEST - length), length);
  }

  private void read(Open file) {
    ByteRange range = range();
    SharedModel model = model(file.ino);
    long began = model.now();
    file.mount.call(
        new FileCall.Read(file.handle, range),
        outcome -> {
          if (outcome instanceof FileOutcome.Bytes(Payload bytes)) {
            reads++;
            check(file, () -> model.check(began, range, bytes.toByteArray()));
          } else {
            onEnd(file, outcome);
          }
        });
  }

  private static void check(Open file, Runnable check) {
    try {
      check.run();
    } catch (AssertionError e) {
      throw new AssertionError(file.mount.name() + " of " + file.ino + ": " + e.getMessage(), e);
    }
  }

  private void write(Open file) {
    ByteRange range = range();
    int number = ++lastNumber;
    SharedModel model = model(file.ino);
    int length = file.mode.appends() ? (int) range.length() % 500 + 1 : (int) range.length();
    SharedModel.Change change =
        file.mode.appends()
            ? model.append(file.mount.name(), number, length)
            : model.write(file.mount.name(), number, range.offset(), length);
    file.mount.call(
        new FileCall.Write(
            file.handle, range.offset(), Payload.wrap(SharedModel.bytes(number, length))),
        outcome -> {
          if (outcome instanceof FileOutcome.At(long offset)) {
            writes++;
            change.from = offset;
            done(file, model, change);
          } else {
            onEnd(file, outcome);
          }
        });
  }

  /** A change after the end of its session, which the mount does not know yet, is lost. */
  private void done(Open file, SharedModel model, SharedModel.Change change) {
    if (!world.isFenced(file.mount.session())) {
      model.done(change);
    }
  }

  private void zero(Open file) {
    if (!file.mode.writes()) {
      return;
    }
    ByteRange range = range();
    boolean grows = random.nextBoolean();
    SharedModel model = model(file.ino);
    SharedModel.Change change = model.zero(file.mount.name(), range, grows);
    file.mount.call(
        new FileCall.Zero(file.handle, range, grows),
        outcome -> {
          if (onEnd(file, outcome)) {
            done(file, model, change);
          }
        });
  }

  private void resize(Open file) {
    long size = random.nextInt(LARGEST);
    SharedModel model = model(file.ino);
    SharedModel.Change change = model.resize(file.mount.name(), size);
    file.mount.call(
        new FileCall.Request(new FsRequest.SetAttributes(file.ino, InodeChange.ofSize(size))),
        outcome -> {
          if (onEnd(file, outcome)) {
            done(file, model, change);
          }
        });
  }

  private void sync(Open file) {
    SharedModel model = model(file.ino);
    long began = model.now();
    int lost = file.mount.lost;
    file.mount.call(
        new FileCall.Sync(file.handle, random.nextBoolean()),
        outcome -> {
          boolean over = world.isFenced(file.mount.session()) || lost != file.mount.lost;
          if (onEnd(file, outcome) && !over) {
            model.synced(file.mount.name(), began);
          }
        });
  }

  private void stat(Open file) {
    SharedModel model = model(file.ino);
    long began = model.now();
    file.mount.call(
        new FileCall.Request(new FsRequest.GetInode(file.ino)),
        outcome -> {
          if (outcome instanceof FileOutcome.Answered(FsAnswer.Found(Inode inode))) {
            ByteRange end = new ByteRange(inode.size(), 1);
            check(file, () -> model.check(began, end, new byte[0]));
            check(file, () -> model.checkReached(began, inode.size()));
          } else {
            onEnd(file, outcome);
          }
        });
  }

  private void seek(Open file) {
    long offset = random.nextInt(LARGEST);
    file.mount.call(
        new FileCall.Seek(file.handle, offset, random.nextBoolean()),
        outcome -> {
          if (outcome instanceof FileOutcome.At(long found)) {
            assertThat(found).isGreaterThanOrEqualTo(offset);
          } else if (FilesMount.errorOf(outcome) != FsError.ENODATA) {
            onEnd(file, outcome);
          }
        });
  }

  /** Whether it was done. Only a session that ended is a reason for an error. */
  private boolean onEnd(Open file, FileOutcome outcome) {
    FsError error = FilesMount.errorOf(outcome);
    if (error != null) {
      errors++;
      boolean over = file.mount.lost > 0 || world.isFenced(file.mount.session());
      assertThat(error == FsError.EIO && over).as("%s of %s", error, file.mount).isTrue();
    }
    return error == null;
  }
}
