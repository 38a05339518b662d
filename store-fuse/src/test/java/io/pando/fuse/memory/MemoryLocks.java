package io.pando.fuse.memory;

import io.pando.fuse.FuseReply;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileLock;
import io.pando.fuse.protocol.FileRequest.SetLock;
import io.pando.fuse.protocol.FuseAnswer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Locks of one file, and requests that wait for one. Its file system's lock is held. */
final class MemoryLocks {
  private record Held(long owner, long handle, boolean isFlock, FileLock lock) {}

  private record Waiting(SetLock request, FuseReply reply) {}

  private List<Held> held = new ArrayList<>();
  private Deque<Waiting> waiting = new ArrayDeque<>();

  Optional<FileLock> conflict(long owner, boolean isFlock, FileLock lock) {
    return held.stream()
        .filter(each -> each.owner != owner && each.isFlock == isFlock)
        .map(Held::lock)
        .filter(lock::conflictsWith)
        .findFirst();
  }

  /** Takes a lock, waits for it, or fails. */
  void set(SetLock request, FuseReply reply, Object fileSystemLock) {
    if (conflict(request.owner(), request.isFlock(), request.lock()).isEmpty()) {
      take(request);
      reply.answer(new FuseAnswer.Done());
      retry();
    } else if (request.waits()) {
      Waiting waits = new Waiting(request, reply);
      waiting.add(waits);
      reply.onInterrupt(() -> {
        synchronized (fileSystemLock) {
          if (waiting.remove(waits)) {
            reply.error(Errno.EINTR);
          }
        }
      });
    } else {
      reply.error(Errno.EAGAIN);
    }
  }

  int waiting() {
    return waiting.size();
  }

  void releaseAll(long owner, boolean isFlock) {
    held.removeIf(each -> each.owner == owner && each.isFlock == isFlock);
    retry();
  }

  /** Locks of the open file itself end with it. */
  void releaseHandle(long handle) {
    held.removeIf(each -> each.handle == handle);
    retry();
  }

  private void retry() {
    Deque<Waiting> before = waiting;
    waiting = new ArrayDeque<>();
    for (Waiting each : before) {
      SetLock request = each.request;
      if (conflict(request.owner(), request.isFlock(), request.lock()).isEmpty()) {
        take(request);
        each.reply.answer(new FuseAnswer.Done());
      } else {
        waiting.add(each);
      }
    }
  }

  private void take(SetLock request) {
    FileLock lock = request.lock();
    List<Held> after = new ArrayList<>();
    for (Held each : held) {
      boolean same = each.owner == request.owner() && each.isFlock == request.isFlock();
      boolean overlaps = each.lock.start() <= lock.end() && lock.start() <= each.lock.end();
      if (!same || !overlaps) {
        after.add(each);
        continue;
      }
      FileLock old = each.lock;
      if (old.start() < lock.start()) {
        after.add(part(each, old.start(), lock.start() - 1));
      }
      if (old.end() > lock.end()) {
        after.add(part(each, lock.end() + 1, old.end()));
      }
    }
    if (lock.kind() != FileLock.Kind.UNLOCK) {
      after.add(new Held(request.owner(), request.handle(), request.isFlock(), lock));
    }
    held = after;
  }

  private static Held part(Held from, long start, long end) {
    FileLock lock = new FileLock(start, end, from.lock.kind(), from.lock.pid());
    return new Held(from.owner, from.handle, from.isFlock, lock);
  }
}
