package io.pando.fuse.files;

import io.pando.bytes.ByteRange;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fuse.protocol.FileLock;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * Requests about locks. The kernel sends no request for locks that end with a descriptor: those of
 * a process end when it closes any descriptor of the file, those of an open file when its last one
 * is closed.
 */
final class LockCalls {
  private static final FileLock NO_LOCK = new FileLock(0, 0, FileLock.Kind.UNLOCK, 0);

  /** Owners that may have locks of ranges, by node: most files have none, and most closes. */
  private final ConcurrentMap<Long, Set<Long>> recordOwners = new ConcurrentHashMap<>();

  void test(Exchange exchange, FileRequest.GetLock request, OpenHandle handle) {
    LockClaim claim = claim(request.owner(), request.lock(), request.isFlock());
    exchange.call(
        new FileCall.TestLock(handle.inClient(), claim),
        outcome -> {
          if (!(outcome instanceof FileOutcome.Conflict conflict)) {
            throw Exchange.unexpected(outcome);
          }
          boolean _ = exchange.answer(new FuseAnswer.Lock(lock(conflict.lock())));
        });
  }

  void set(Exchange exchange, FileRequest.SetLock request, OpenHandle handle) {
    LockClaim claim = claim(request.owner(), request.lock(), request.isFlock());
    long inClient = handle.inClient();
    if (claim.family() == LockFamily.RECORD && claim.mode() != LockMode.NONE) {
      handle.onClaim(claim);
      recordOwners
          .computeIfAbsent(handle.node(), _ -> new ConcurrentSkipListSet<>())
          .add(claim.owner());
    }
    exchange.callAndFinish(new FileCall.SetLock(inClient, claim, request.waits()));
    if (request.waits()) {
      exchange.onInterrupt(
          () -> exchange.sender().sendAside(new FileCall.CancelLock(inClient, claim)));
    }
  }

  /** A process closed a descriptor: its locks of the file end. */
  void flush(Exchange exchange, long owner, OpenHandle handle) {
    Set<Long> owners = recordOwners.get(handle.node());
    if (owners == null || !owners.remove(owner)) {
      exchange.done();
      return;
    }
    FileCall release = new FileCall.SetLock(handle.inClient(), none(owner), false);
    exchange.sender().sendAllowed(release, _ -> exchange.done());
  }

  /** The last descriptor of an open file was closed: locks end that were taken through it. */
  void release(Exchange exchange, FileRequest.Release request, OpenHandle handle) {
    Set<Long> owners = recordOwners.get(handle.node());
    for (long owner : handle.recordOwners()) {
      if (owners != null && owners.remove(owner)) {
        exchange.sender().sendAside(new FileCall.SetLock(handle.inClient(), none(owner), false));
      }
    }
    recordOwners.computeIfPresent(handle.node(), (_, left) -> left.isEmpty() ? null : left);
    request
        .flockOwner()
        .ifPresent(owner -> {
          LockClaim none =
              new LockClaim(LockFamily.FLOCK, owner, 0, LockMode.NONE, LockClaim.WHOLE_FILE);
          exchange.sender().sendAside(new FileCall.SetLock(handle.inClient(), none, false));
        });
  }

  private static LockClaim none(long owner) {
    return new LockClaim(LockFamily.RECORD, owner, 0, LockMode.NONE, LockClaim.WHOLE_FILE);
  }

  // Forms of locks

  private static LockClaim claim(long owner, FileLock lock, boolean isFlock) {
    LockMode mode =
        switch (lock.kind()) {
          case READ -> LockMode.SHARED;
          case WRITE -> LockMode.EXCLUSIVE;
          case UNLOCK -> LockMode.NONE;
        };
    if (isFlock) {
      return new LockClaim(LockFamily.FLOCK, owner, lock.pid(), mode, LockClaim.WHOLE_FILE);
    }
    boolean toEnd = lock.end() == Long.MAX_VALUE;
    long length = toEnd ? Long.MAX_VALUE - lock.start() : lock.end() - lock.start() + 1;
    return new LockClaim(
        LockFamily.RECORD, owner, lock.pid(), mode, new ByteRange(lock.start(), length));
  }

  private static FileLock lock(@Nullable LockClaim claim) {
    if (claim == null) {
      return NO_LOCK;
    }
    FileLock.Kind kind =
        switch (claim.mode()) {
          case NONE -> FileLock.Kind.UNLOCK;
          case SHARED -> FileLock.Kind.READ;
          case EXCLUSIVE -> FileLock.Kind.WRITE;
        };
    long end = claim.range().end();
    return new FileLock(
        claim.range().offset(), end == Long.MAX_VALUE ? end : end - 1, kind, claim.process());
  }
}
