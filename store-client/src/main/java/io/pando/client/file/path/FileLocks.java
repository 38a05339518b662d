package io.pando.client.file.path;

import io.pando.bytes.ByteRange;
import io.pando.client.file.RangeLock;
import io.pando.fs.call.FileCall;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsError;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The locks of one open file. Their owner is the open file, as with {@code F_OFD_SETLK}: two files
 * that one program opened exclude each other.
 */
final class FileLocks {
  private final CallerCalls calls;
  private final Edge edge;
  private final String path;
  private final long handle;
  private final AtomicBoolean used = new AtomicBoolean();

  /** Claims that may wait. */
  private final Set<LockClaim> waiting = ConcurrentHashMap.newKeySet();

  FileLocks(CallerCalls calls, Edge edge, String path, long handle) {
    this.calls = calls;
    this.edge = edge;
    this.path = path;
    this.handle = handle;
  }

  private LockClaim claim(ByteRange range, LockMode mode) {
    int process = (int) ProcessHandle.current().pid();
    return new LockClaim(LockFamily.RECORD, handle, process, mode, range);
  }

  private static LockMode mode(boolean shared) {
    return shared ? LockMode.SHARED : LockMode.EXCLUSIVE;
  }

  private CompletableFuture<RangeLock> set(LockClaim claim, boolean waits) {
    used.set(true);
    boolean shared = claim.mode() == LockMode.SHARED;
    return calls.start(
        new FileCall.SetLock(handle, claim, waits), _ -> new HeldLock(claim.range(), shared));
  }

  /** Takes a lock when it is free. */
  PendingCall<RangeLock> take(ByteRange range, boolean shared) {
    LockClaim claim = claim(range, mode(shared));
    waiting.add(claim);
    CompletableFuture<RangeLock> lock = set(claim, true);
    var _ = lock.whenComplete((_, _) -> waiting.remove(claim));
    return new PendingCall<>("lock", path, lock, () -> abandon(claim, lock));
  }

  /** The program does not wait any more. A lock that was taken meanwhile is released. */
  private void abandon(LockClaim claim, CompletableFuture<RangeLock> lock) {
    var _ = calls.run(new FileCall.CancelLock(handle, claim));
    var _ = lock.thenCompose(_ -> release(claim.range()));
  }

  /** Takes a lock if it is free. */
  PendingCall<Optional<RangeLock>> attempt(ByteRange range, boolean shared) {
    CompletableFuture<Optional<RangeLock>> lock =
        set(claim(range, mode(shared)), false)
            .thenApply(Optional::of)
            .exceptionally(FileLocks::noneIfTaken);
    return PendingCall.of("lock", path, lock);
  }

  private static Optional<RangeLock> noneIfTaken(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof CallFailure refused && refused.error() == FsError.EAGAIN) {
      return Optional.empty();
    }
    throw new CompletionException(cause);
  }

  private CompletableFuture<@Nullable Void> release(ByteRange range) {
    return calls.run(new FileCall.SetLock(handle, claim(range, LockMode.NONE), false));
  }

  /** Ends what waits, and releases all, if there were any. */
  void releaseAll() {
    if (used.get()) {
      for (LockClaim claim : waiting) {
        var _ = calls.run(new FileCall.CancelLock(handle, claim));
      }
      var _ = release(LockClaim.WHOLE_FILE);
    }
  }

  private final class HeldLock implements RangeLock {
    private final ByteRange range;
    private final boolean shared;
    private final AtomicBoolean released = new AtomicBoolean();

    HeldLock(ByteRange range, boolean shared) {
      this.range = range;
      this.shared = shared;
    }

    @Override
    public ByteRange range() {
      return range;
    }

    @Override
    public boolean isShared() {
      return shared;
    }

    @Override
    public void close() {
      if (released.compareAndSet(false, true)) {
        edge.awaitInAnyCase(PendingCall.of("unlock", path, release(range)));
      }
    }
  }
}
