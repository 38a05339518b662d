package io.pando.client.file;

import static java.util.Objects.requireNonNull;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.call.CachePermit;
import io.pando.fs.call.Caches;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.port.FileCalls;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file system in memory, with one client. Calls are executed in their order on a thread of its
 * own, the client's thread, which also takes their outcomes. Everything is durable at once, and no
 * other client exists: {@link #revoke} and {@link #loseSession} play the events that others cause.
 */
public final class MemoryFiles implements FileCalls, AutoCloseable {
  /** Hash of names, for positions in listings. */
  public static final NameHash HASH = MemoryTree.HASH;

  private static final long TOTAL_BYTES = 1L << 40;
  private static final long PERMIT_NANOS = 60_000_000_000L;

  /** An open file. */
  private record OpenFile(
      MemoryNode node, OpenMode mode, Caller caller, NavigableSet<Long> flockOwners) {}

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("memory-files").factory());
  private final MemoryTree tree = new MemoryTree();
  private final Map<Long, OpenFile> open = new ConcurrentSkipListMap<>();
  private @Nullable OuterCache outer;
  private long lastHandle;

  @Override
  public void submit(Caller caller, FileCall call, Consumer<FileOutcome> done) {
    thread.execute(() -> execute(caller, call, done));
  }

  private void execute(Caller caller, FileCall call, Consumer<FileOutcome> done) {
    @Nullable FileOutcome outcome;
    try {
      outcome = outcome(caller, call, done);
    } catch (MemoryRefusal refusal) {
      outcome = FileOutcome.failed(refusal.error());
    }
    if (outcome != null) {
      done.accept(outcome);
    }
  }

  @Override
  public CachePermit permit(Ino ino) {
    return new CachePermit(CapabilitySet.ALL, PERMIT_NANOS);
  }

  @Override
  public void attach(OuterCache cache) {
    this.outer = cache;
  }

  /** Gives up what caches depend on, as if another client asked for it. */
  public void revoke(Ino ino, Caches caches, Runnable dropped) {
    thread.execute(() -> requireNonNull(outer).drop(ino, caches, dropped));
  }

  /** Loses the session, and opens another one. */
  public void loseSession() {
    thread.execute(() -> requireNonNull(outer).dropAll());
  }

  /** Runs a task on the client's thread, behind all calls before. */
  public void run(Runnable task) {
    thread.execute(task);
  }

  /** Number of open files. */
  public int openFiles() {
    return open.size();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  /** Executes a call; null if it ends later. */
  private @Nullable FileOutcome outcome(Caller caller, FileCall call, Consumer<FileOutcome> done) {
    return switch (call) {
      case FileCall.Request it -> new FileOutcome.Answered(tree.execute(caller, it.request()));
      case FileCall.StatLite it -> new FileOutcome.Answered(tree.execute(caller, it.query()));
      case FileCall.Make it -> new FileOutcome.Answered(MemoryTree.found(make(caller, it.file())));
      case FileCall.Access it -> {
        MemoryTree.require(caller, tree.node(it.ino()), it.things());
        yield FileOutcome.DONE;
      }
      case FileCall.GetSpace _ ->
          new FileOutcome.Space(TOTAL_BYTES, TOTAL_BYTES - tree.allocated(), tree.count());
      case FileCall.SyncAll _ -> FileOutcome.DONE;
      case FileCall.Open it -> open(caller, tree.node(it.ino()), it.mode());
      case FileCall.Create it -> create(caller, it);
      case FileCall.OnHandle it -> onHandle(it, done);
    };
  }

  private MemoryNode make(Caller caller, NewName file) {
    return tree.make(
        caller, file.directory(), file.name(), file.mode() & ~file.mask(), file.content());
  }

  // Open files

  private FileOutcome create(Caller caller, FileCall.Create call) {
    FsRequest.Lookup lookup = new FsRequest.Lookup(call.file().directory(), call.file().name());
    if (!call.exclusive()) {
      MemoryNode directory = tree.node(lookup.directory());
      MemoryNode existing = MemoryTree.entry(directory, lookup.name());
      if (existing != null) {
        MemoryTree.require(caller, directory, AccessCheck.EXECUTE);
        return open(caller, existing, call.mode());
      }
    }
    return opened(caller, make(caller, call.file()), call.mode());
  }

  private FileOutcome open(Caller caller, MemoryNode node, OpenMode mode) {
    MemoryRefusal.when(node.inode.isDirectory(), FsError.EISDIR);
    MemoryRefusal.when(node.inode.content() instanceof InodeContent.Symlink, FsError.ELOOP);
    MemoryRefusal.when(!(node.inode.content() instanceof InodeContent.File), FsError.EINVAL);
    int things = (mode.reads() ? AccessCheck.READ : 0) | (mode.writes() ? AccessCheck.WRITE : 0);
    MemoryTree.require(caller, node, things);
    if (mode.truncates()) {
      node.bytes.cut(0);
      node.inode = changes(caller).sized(node, 0);
    }
    return opened(caller, node, mode);
  }

  private FileOutcome opened(Caller caller, MemoryNode node, OpenMode mode) {
    node.opens++;
    open.put(++lastHandle, new OpenFile(node, mode, caller, new TreeSet<>()));
    return new FileOutcome.Opened(lastHandle, node.inode);
  }

  private MemoryChanges changes(Caller caller) {
    return new MemoryChanges(caller, tree.now());
  }

  private @Nullable FileOutcome onHandle(FileCall.OnHandle call, Consumer<FileOutcome> done) {
    OpenFile file = open.get(call.handle());
    if (file == null) {
      throw new MemoryRefusal(FsError.EINVAL);
    }
    MemoryNode node = file.node();
    return switch (call) {
      case FileCall.Read it -> {
        MemoryRefusal.when(!file.mode().reads(), FsError.EINVAL);
        long offset = it.range().offset();
        long length = Math.clamp(node.inode.size() - offset, 0, it.range().length());
        yield new FileOutcome.Bytes(Payload.wrap(node.bytes.read(offset, (int) length)));
      }
      case FileCall.Write it -> write(file, it);
      case FileCall.Zero it -> {
        MemoryRefusal.when(!file.mode().writes(), FsError.EINVAL);
        changes(file.caller()).write(node, it.range(), null, it.grows());
        yield FileOutcome.DONE;
      }
      case FileCall.Extend it -> {
        long size = Math.max(it.size(), node.inode.size());
        node.inode = changes(file.caller()).sized(node, size);
        yield FileOutcome.DONE;
      }
      case FileCall.Seek it -> seek(node, it);
      case FileCall.Sync _, FileCall.Propagate _, FileCall.Synchronize _ -> FileOutcome.DONE;
      case FileCall.Close it -> {
        open.remove(it.handle());
        node.opens--;
        tree.forget(node);
        file.flockOwners().forEach(node.locks::releaseFlock);
        yield FileOutcome.DONE;
      }
      case FileCall.TestLock it ->
          new FileOutcome.Conflict(node.locks.conflict(it.lock()).orElse(null));
      case FileCall.SetLock it -> lock(file, it, done);
      case FileCall.CancelLock it -> {
        node.locks.cancel(it.lock());
        yield FileOutcome.DONE;
      }
    };
  }

  private FileOutcome write(OpenFile file, FileCall.Write call) {
    MemoryRefusal.when(!file.mode().writes(), FsError.EINVAL);
    long offset = file.mode().appends() ? file.node().inode.size() : call.offset();
    if (!call.bytes().isEmpty()) {
      ByteRange range = new ByteRange(offset, call.bytes().size());
      changes(file.caller()).write(file.node(), range, call.bytes(), true);
    }
    return new FileOutcome.At(offset);
  }

  private static FileOutcome seek(MemoryNode node, FileCall.Seek call) {
    long size = node.inode.size();
    MemoryRefusal.when(call.offset() >= size, FsError.ENODATA);
    if (!call.data()) {
      return new FileOutcome.At(node.bytes.nextHole(call.offset(), size));
    }
    long at = node.bytes.nextData(call.offset(), size);
    MemoryRefusal.when(at == size, FsError.ENODATA);
    return new FileOutcome.At(at);
  }

  // Locks

  private @Nullable FileOutcome lock(
      OpenFile file, FileCall.SetLock call, Consumer<FileOutcome> done) {
    LockClaim claim = call.lock();
    MemoryLocks locks = file.node().locks;
    Optional<LockClaim> conflict = locks.conflict(claim);
    if (claim.family() == LockFamily.FLOCK && claim.mode() != LockMode.NONE) {
      file.flockOwners().add(claim.owner());
    }
    if (conflict.isEmpty()) {
      locks.put(claim);
      return FileOutcome.DONE;
    }
    MemoryRefusal.when(!call.waits(), FsError.EAGAIN);
    MemoryRefusal.when(waitsFor(locks, claim, claim.owner()), FsError.EDEADLK);
    locks.await(
        new MemoryLocks.Waiting(
            claim,
            () -> done.accept(FileOutcome.DONE),
            () -> done.accept(FileOutcome.failed(FsError.EINTR))));
    return null;
  }

  /** Whether a claim has to wait for an owner, through others that wait. */
  private boolean waitsFor(MemoryLocks locks, LockClaim claim, long owner) {
    NavigableSet<Long> seen = new TreeSet<>();
    Deque<Long> next = new ArrayDeque<>(locks.blockers(claim));
    while (!next.isEmpty()) {
      long each = next.removeFirst();
      if (each == owner) {
        return true;
      }
      if (seen.add(each)) {
        for (MemoryNode node : tree.nodes()) {
          node.locks.waiting().stream()
              .filter(it -> it.claim().owner() == each && it.claim().family() == claim.family())
              .forEach(it -> next.addAll(node.locks.blockers(it.claim())));
        }
      }
    }
    return false;
  }
}
