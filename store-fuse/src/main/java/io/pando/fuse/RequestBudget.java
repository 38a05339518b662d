package io.pando.fuse;

import io.pando.check.Invariant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory that requests without an answer may take. Reading threads wait while more is taken;
 * each may then read one more request, so the limit is exceeded by one request for each thread at
 * most. Any thread may use it.
 */
final class RequestBudget {
  private final long limitBytes;
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long takenBytes;
  private boolean ended;

  RequestBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Waits until there is room for a request; false if the session ends. */
  boolean awaitRoom() {
    lock.lock();
    try {
      while (takenBytes > limitBytes && !ended) {
        changed.awaitUninterruptibly();
      }
      return !ended;
    } finally {
      lock.unlock();
    }
  }

  void take(long bytes) {
    lock.lock();
    try {
      takenBytes += bytes;
    } finally {
      lock.unlock();
    }
  }

  void giveBack(long bytes) {
    lock.lock();
    try {
      Invariant.check(takenBytes >= bytes, "more was given back than taken");
      boolean wasFull = takenBytes > limitBytes;
      takenBytes -= bytes;
      if (wasFull) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Lets no thread wait any more. */
  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
