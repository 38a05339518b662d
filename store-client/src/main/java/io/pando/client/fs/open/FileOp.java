package io.pando.client.fs.open;

import io.pando.bytes.ByteRange;
import io.pando.fs.call.FileCall;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A call on the bytes of an open file. */
final class FileOp {
  private static final long NEVER = -1;
  private static final long NO_LOCK = 0;

  final long call;
  final FileHandle handle;
  final FileCall.OnHandle what;

  /** Its place in the order of {@link Order}. */
  long order;

  /** Number of the session in which it was begun. */
  long session;

  /** {@link OpenFile#cuts} when the server said the size for this call. */
  private long sizedIn = NEVER;

  FileOp(long call, FileHandle handle, FileCall.OnHandle what) {
    this.call = call;
    this.handle = handle;
    this.what = what;
  }

  OpenFile file() {
    return handle.file;
  }

  /** How often the append was overtaken. */
  int overtaken;

  /** Where the write ends that is under way. */
  long writesTo;

  /** Whether the server is not told that the file is so long before the write is done. */
  boolean grows;

  // The lock of its bytes

  /** Number of the owner of the lock. */
  private long lock = NO_LOCK;

  private long lockSession;
  private ByteRange locked = new ByteRange(0, 0);

  /** The call asks for the lock of a range as an owner of its own. */
  void locks(long owner, long ofSession, ByteRange range) {
    lock = owner;
    lockSession = ofSession;
    locked = range;
  }

  boolean hasLock() {
    return lock != NO_LOCK;
  }

  /** Whether it has a lock that did not end with its session. */
  boolean hasLockOf(long ofSession) {
    return lock != NO_LOCK && lockSession == ofSession;
  }

  /** The range that it has locked, or asked for. */
  ByteRange locked() {
    return locked;
  }

  /** Forgets the lock; returns its owner. */
  long dropLock() {
    long owner = lock;
    lock = NO_LOCK;
    return owner;
  }

  /** The server said the size after the call began. */
  void sized() {
    sizedIn = handle.file.cuts;
  }

  /** Whether the size that is known has been the size since the call began. */
  boolean isSized() {
    return handle.file.knowsSize() || sizedIn == handle.file.cuts;
  }

  /**
   * The order of calls on the bytes of one file. A call that is submitted after a write of the same
   * bytes takes effect after it, although the write may have to wait for capabilities that the call
   * does not need, or for a lock.
   *
   * <p>Programs that call at the same time need no order. A mount does: it answers the kernel's
   * writes of pages before they are carried out, so that the kernel can drop them (decision 0051).
   * A program that reads, syncs or truncates the file then follows such a write.
   *
   * <p>A call waits only for those before it, and before it has a lock; none of these waits for it.
   * Appends have no place in this order: no pages are appended.
   */
  static final class Order {
    private record Waiting(long behind, Runnable what) {}

    /** Writes that have not ended, by their place in the order. */
    private final SortedMap<Long, FileOp> open = new TreeMap<>();

    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private long last;

    /** A call is submitted. */
    void add(FileOp op) {
      last++;
      op.order = last;
      if (changed(op) != null) {
        open.put(last, op);
      }
    }

    /** The bytes that a call changes; null if it changes none, or appends. */
    private static @Nullable ByteRange changed(FileOp op) {
      return switch (op.what) {
        case FileCall.Write write when !op.handle.mode.appends() ->
            new ByteRange(write.offset(), write.bytes().size());
        case FileCall.Zero zero -> zero.range();
        default -> null;
      };
    }

    /** Whether a call has to wait for a change that was submitted before it. */
    boolean holdUp(FileOp op) {
      if (open.isEmpty() || open.firstKey() >= op.order) {
        return false;
      }
      ByteRange range = op.what instanceof FileCall.Read read ? read.range() : changed(op);
      boolean ofAll = op.what instanceof FileCall.Seek;
      return open.headMap(op.order).values().stream()
          .anyMatch(each -> ofAll || (range != null && meet(changed(each), range)));
    }

    private static boolean meet(@Nullable ByteRange one, ByteRange other) {
      return one != null && one.offset() < other.end() && other.offset() < one.end();
    }

    /** Does something when all changes have ended that were submitted before. */
    void afterAll(Runnable what) {
      if (open.isEmpty()) {
        what.run();
      } else {
        waiting.add(new Waiting(last, what));
      }
    }

    /** A call has ended. */
    void ended(FileOp op) {
      open.remove(op.order);
      while (!waiting.isEmpty()
          && (open.isEmpty() || open.firstKey() > waiting.getFirst().behind())) {
        waiting.removeFirst().what().run();
      }
    }
  }
}
