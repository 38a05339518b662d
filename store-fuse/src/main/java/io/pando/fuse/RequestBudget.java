package io.pando.fuse;

import io.pando.check.Invariant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

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
  private @Nullable Runnable onRoom;

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

  /**
   * Whether there is room for a request.
   *
   * @param later run once when there is, by the thread that made it, if there is none now
   */
  boolean hasRoom(Runnable later) {
    lock.lock();
    try {
      boolean room = takenBytes <= limitBytes || ended;
      onRoom = room ? null : later;
      return room;
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
    Runnable waiting = null;
    lock.lock();
    try {
      Invariant.check(takenBytes >= bytes, "more was given back than taken");
      boolean wasFull = takenBytes > limitBytes;
      takenBytes -= bytes;
      if (wasFull && takenBytes <= limitBytes) {
        waiting = letIn();
      }
    } finally {
      lock.unlock();
    }
    if (waiting != null) {
      waiting.run();
    }
  }

  /** Lets threads read; returns what lets a loop read. */
  private @Nullable Runnable letIn() {
    changed.signalAll();
    Runnable waiting = onRoom;
    onRoom = null;
    return waiting;
  }

  /** Lets no thread wait any more. */
  void end() {
    Runnable waiting;
    lock.lock();
    try {
      ended = true;
      waiting = letIn();
    } finally {
      lock.unlock();
    }
    if (waiting != null) {
      waiting.run();
    }
  }
}
