package io.pando.fuse.memory;

import io.pando.bytes.Payload;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.call.CachePermit;
import io.pando.fs.call.Caches;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Permissions;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.port.EventLoop;
import io.pando.port.FileCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The client of a file system on the heap. It has all capabilities, but for those that a test takes
 * away.
 */
public final class HeapFiles implements FileCalls {
  private static final long LEASE_NANOS = Duration.ofHours(1).toNanos();

  private record Open(Ino ino, OpenMode mode) {}

  private record Held(FileCall call, Runnable action) {}

  private final Executor thread;
  private final HeapTree tree;
  private final HeapLocks locks = new HeapLocks();
  private final Map<Long, Open> open = new HashMap<>();
  private final Map<Ino, CapabilitySet> permits = new HashMap<>();
  private final List<FileCall> calls = new ArrayList<>();
  private final List<Caller> callers = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();
  private @Nullable Class<? extends FileCall> holds;
  private @Nullable OuterCache outer;
  private @Nullable EventLoop loop;
  private long lastHandle = 100;

  /**
   * An empty file system.
   *
   * @param thread the client's thread
   * @param user owner of the root
   */
  public HeapFiles(Executor thread, NameHash hash, int user, int group) {
    this.thread = thread;
    this.tree = new HeapTree(hash, user, group);
  }

  @Override
  public Optional<EventLoop> loop() {
    return Optional.ofNullable(loop);
  }

  /** The client's thread is that of a loop, which is to read requests. */
  public void setLoop(EventLoop of) {
    loop = of;
  }

  // What tests ask and do

  /** Runs an action on the client's thread. */
  public <T> CompletableFuture<T> ask(Function<HeapFiles, T> question) {
    return CompletableFuture.supplyAsync(() -> question.apply(this), thread);
  }

  /** The calls so far. */
  public List<FileCall> calls() {
    return calls;
  }

  /** The callers of the calls so far. */
  public List<Caller> callers() {
    return callers;
  }

  /** Open files. */
  public int openFiles() {
    return open.size();
  }

  /** Locks that are held. */
  public int locks() {
    return locks.count();
  }

  /** Claims that wait. */
  public int waitingLocks() {
    return locks.waiting();
  }

  public int inodes() {
    return tree.count();
  }

  /** Calls of a kind wait until {@link #letGo}. */
  public void hold(Class<? extends FileCall> kind) {
    holds = kind;
  }

  /** Executes the calls that wait; no others wait. */
  public void letGo() {
    holds = null;
    List<Held> all = List.copyOf(held);
    held.clear();
    all.forEach(each -> each.action.run());
  }

  /** Number of calls that wait. */
  public int heldCalls() {
    return held.size();
  }

  /** Takes capabilities away; the future is done when nothing is cached under them. */
  public CompletableFuture<Void> revoke(Ino ino, CapabilitySet some) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    thread.execute(() -> {
      permits.put(ino, usable(ino).minus(some));
      cache().drop(ino, Caches.under(some), () -> done.complete(null));
    });
    return done;
  }

  /** The same without waiting. */
  public void take(Ino ino, CapabilitySet some) {
    CompletableFuture<Void> _ = revoke(ino, some);
  }

  /** Gives all capabilities back. */
  public void grant(Ino ino) {
    permits.remove(ino);
  }

  /** The caches are void. */
  public void dropAll() {
    cache().dropAll();
  }

  private OuterCache cache() {
    OuterCache attached = outer;
    if (attached == null) {
      throw new IllegalStateException("no cache is attached");
    }
    return attached;
  }

  // The port

  @Override
  public void submit(Caller caller, FileCall call, Consumer<FileOutcome> done) {
    thread.execute(() -> {
      calls.add(call);
      callers.add(caller);
      if (call.getClass().equals(holds)) {
        held.add(new Held(call, () -> execute(caller, call, done)));
      } else {
        execute(caller, call, done);
      }
    });
  }

  @Override
  public CachePermit permit(Ino ino) {
    return new CachePermit(usable(ino), LEASE_NANOS);
  }

  private CapabilitySet usable(Ino ino) {
    return permits.getOrDefault(ino, CapabilitySet.ALL);
  }

  @Override
  public void attach(OuterCache cache) {
    outer = cache;
  }

  private void execute(Caller caller, FileCall call, Consumer<FileOutcome> done) {
    FileOutcome outcome;
    try {
      switch (call) {
        case FileCall.SetLock set -> {
          locks.set(of(set).ino, set.lock(), set.waits(), done);
          return;
        }
        case FileCall.CancelLock cancel -> {
          locks.cancel(of(cancel).ino, cancel.lock());
          outcome = FileOutcome.DONE;
        }
        case FileCall.OnHandle onHandle -> outcome = onHandle(onHandle, of(onHandle).ino);
        default -> outcome = onNames(caller, call);
      }
    } catch (FailedRequest e) {
      outcome = FileOutcome.failed(FsError.ofNumber(e.errno).orElseThrow());
    }
    done.accept(outcome);
  }

  private Open of(FileCall.OnHandle call) throws FailedRequest {
    Open found = open.get(call.handle());
    if (found == null) {
      throw HeapTree.failure(FsError.EINVAL);
    }
    return found;
  }

  private FileOutcome onNames(Caller caller, FileCall call) throws FailedRequest {
    return switch (call) {
      case FileCall.Request request -> new FileOutcome.Answered(answer(caller, request.request()));
      case FileCall.StatLite lite -> new FileOutcome.Answered(answer(caller, lite.query()));
      case FileCall.Make make -> found(tree.make(caller, make.file().withNumber(tree.newNumber())));
      case FileCall.Access access -> {
        tree.require(caller, tree.inode(access.ino()), access.things());
        yield FileOutcome.DONE;
      }
      case FileCall.GetSpace _ -> new FileOutcome.Space(1L << 30, 1L << 29, tree.count());
      case FileCall.SyncAll _ -> FileOutcome.DONE;
      case FileCall.Open it -> {
        int things = (it.mode().reads() ? AccessCheck.READ : 0);
        things |= it.mode().writes() ? AccessCheck.WRITE : 0;
        tree.require(caller, tree.inode(it.ino()), things);
        yield opened(caller, it.ino(), it.mode());
      }
      case FileCall.Create create -> create(caller, create);
      case FileCall.OnHandle _ -> throw new IllegalStateException("treated elsewhere: " + call);
    };
  }

  private static FileOutcome found(Inode inode) {
    return new FileOutcome.Answered(new FsAnswer.Found(inode));
  }

  private FileOutcome create(Caller caller, FileCall.Create create) throws FailedRequest {
    Ino there = tree.names(create.file().directory()).get(tree.key(create.file().name()));
    if (there != null && create.exclusive()) {
      throw HeapTree.failure(FsError.EEXIST);
    }
    Ino ino =
        there != null ? there : tree.make(caller, create.file().withNumber(tree.newNumber())).ino();
    return opened(caller, ino, create.mode());
  }

  private FileOutcome opened(Caller caller, Ino ino, OpenMode mode) throws FailedRequest {
    if (mode.truncates()) {
      tree.data(ino).truncate(0);
      Inode cut = tree.written(ino);
      if (!caller.isSuperuser()) {
        Permissions old = cut.permissions();
        int left = old.mode() & ~Permissions.SET_USER_ID;
        tree.put(cut.withPermissions(new Permissions(left, old.owner(), old.group())));
      }
    }
    open.put(++lastHandle, new Open(ino, mode));
    return new FileOutcome.Opened(lastHandle, tree.inode(ino));
  }

  private FsAnswer answer(Caller caller, FsRequest request) throws FailedRequest {
    return switch (request) {
      case FsRequest.Lookup it ->
          new FsAnswer.Found(tree.inode(tree.find(caller, it.directory(), it.name())));
      case FsRequest.GetInode it -> new FsAnswer.Found(tree.inode(it.ino()));
      case FsRequest.GetParent it -> new FsAnswer.Found(tree.inode(tree.parent(it.directory())));
      case FsRequest.ListDirectory it -> tree.list(it);
      case FsRequest.Make it -> new FsAnswer.Found(tree.make(caller, it));
      case FsRequest.Link it -> new FsAnswer.Found(tree.link(it));
      case FsRequest.Remove it -> {
        tree.remove(caller, it);
        yield new FsAnswer.Done();
      }
      case FsRequest.Rename it -> {
        tree.rename(caller, it);
        yield new FsAnswer.Done();
      }
      case FsRequest.SetAttributes it -> setAttributes(caller, tree.inode(it.ino()), it.change());
      case FsRequest.SetXattr it -> setXattr(it);
      case FsRequest.RemoveXattr it -> {
        Inode inode = tree.inode(it.ino());
        SortedMap<String, Payload> changed = new TreeMap<>(inode.attributes());
        if (changed.remove(it.name()) == null) {
          throw HeapTree.failure(FsError.ENODATA);
        }
        tree.put(inode.withAttributes(changed));
        yield new FsAnswer.Found(tree.inode(it.ino()));
      }
    };
  }

  private FsAnswer setXattr(FsRequest.SetXattr it) throws FailedRequest {
    Inode inode = tree.inode(it.ino());
    SortedMap<String, Payload> changed = new TreeMap<>(inode.attributes());
    boolean exists = changed.containsKey(it.name());
    if (exists && it.mode() == FsRequest.XattrMode.CREATE) {
      throw HeapTree.failure(FsError.EEXIST);
    }
    if (!exists && it.mode() == FsRequest.XattrMode.REPLACE) {
      throw HeapTree.failure(FsError.ENODATA);
    }
    changed.put(it.name(), it.value());
    tree.put(inode.withAttributes(changed));
    return new FsAnswer.Found(tree.inode(it.ino()));
  }

  private FsAnswer setAttributes(Caller caller, Inode inode, InodeChange change)
      throws FailedRequest {
    Permissions old = inode.permissions();
    boolean owns = caller.isSuperuser() || caller.user() == old.owner();
    if (!owns && change.mode() != null) {
      throw HeapTree.failure(FsError.EPERM);
    }
    Long size = change.size();
    if (size != null) {
      tree.require(caller, inode, AccessCheck.WRITE);
      tree.data(inode.ino()).truncate(size);
    }
    Inode changed = size == null ? inode : tree.written(inode.ino());
    Integer mode = change.mode();
    Integer owner = change.owner();
    Integer group = change.group();
    changed =
        changed
            .withPermissions(
                new Permissions(
                    mode == null ? old.mode() : mode,
                    owner == null ? old.owner() : owner,
                    group == null ? old.group() : group))
            .withTimes(changed.times().changedAt(tree.now()));
    if (change.modified() instanceof InodeChange.TimeChange.To to) {
      changed =
          changed.withTimes(changed.times().set(changed.times().accessed(), to.time(), tree.now()));
    }
    tree.put(changed);
    return new FsAnswer.Found(changed);
  }

  private FileOutcome onHandle(FileCall.OnHandle call, Ino ino) throws FailedRequest {
    MemoryData data = tree.data(ino);
    return switch (call) {
      case FileCall.Read read ->
          new FileOutcome.Bytes(
              data.read(read.range().offset(), (int) Math.min(1 << 24, read.range().length())));
      case FileCall.Write write -> {
        long offset = of(write).mode.appends() ? data.size() : write.offset();
        data.write(offset, write.bytes());
        tree.written(ino);
        yield new FileOutcome.At(offset);
      }
      case FileCall.Zero zero -> {
        data.zero(zero.range().offset(), zero.range().length());
        if (zero.grows()) {
          data.extend(zero.range().end());
        }
        tree.written(ino);
        yield FileOutcome.DONE;
      }
      case FileCall.Extend extend -> {
        data.extend(extend.size());
        tree.written(ino);
        yield FileOutcome.DONE;
      }
      case FileCall.Seek seek -> {
        long at = seek.data() ? data.seekData(seek.offset()) : data.seekHole(seek.offset());
        if (at < 0) {
          throw HeapTree.failure(FsError.ENODATA);
        }
        yield new FileOutcome.At(at);
      }
      case FileCall.Sync _, FileCall.Propagate _, FileCall.Synchronize _ -> FileOutcome.DONE;
      case FileCall.Close close -> {
        open.remove(close.handle());
        yield FileOutcome.DONE;
      }
      case FileCall.TestLock test -> {
        Optional<LockClaim> conflict = locks.conflict(ino, test.lock());
        yield new FileOutcome.Conflict(conflict.orElse(null));
      }
      case FileCall.SetLock _, FileCall.CancelLock _ ->
          throw new IllegalStateException("treated elsewhere: " + call);
    };
  }

  /** Whether a handle is of a lazy file. */
  public boolean isLazy(long handle) {
    Open found = open.get(handle);
    return found != null && found.mode.lazy();
  }
}
