package io.pando.client.fs.open;

import io.pando.bytes.ByteRange;
import io.pando.client.fs.FileEffect;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsAnswer;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Locks of open files, by the client of names, which has the session: those that programs ask for,
 * and those of reads and writes of shared files, each of which is an owner of its own.
 */
final class FileLocking {
  /** After this time a lock is asked for again that was refused because of too many others. */
  private static final long AGAIN_NANOS = 10_000_000;

  private final FileParts parts;

  /** Questions whether a lock conflicts, by number: the calls of programs. */
  private final SortedMap<Long, Long> tests = new TreeMap<>();

  FileLocking(FileParts parts) {
    this.parts = parts;
  }

  /** Takes or releases a lock. */
  void set(long call, FileHandle handle, FileCall.SetLock what) {
    long number = parts.question(answer -> parts.complete(call, new FileOutcome.Answered(answer)));
    parts.client().lock(parts.now().nanos(), number, handle.file.ino, what.lock(), what.waits());
  }

  /** Asks which lock conflicts. */
  void test(long call, FileHandle handle, FileCall.TestLock what) {
    long number = parts.nextNumber();
    tests.put(number, call);
    parts.put(number, answer -> failTest(number, answer));
    parts.client().testLock(parts.now().nanos(), number, handle.file.ino, what.lock());
  }

  private void failTest(long number, FsAnswer answer) {
    Long call = tests.remove(number);
    if (call != null) {
      parts.complete(call, new FileOutcome.Answered(answer));
    }
  }

  /** Ends a call that waits for a lock. */
  void cancel(long call, FileHandle handle, FileCall.CancelLock what) {
    parts.client().cancelLock(parts.now().nanos(), handle.file.ino, what.lock());
    parts.complete(call, FileOutcome.DONE);
  }

  // Reads and writes

  /**
   * Takes the lock of a range for a call that has none.
   *
   * @param then is run when the call has the lock, or may have to ask again
   */
  void obtain(FileOp op, LockMode mode, ByteRange range, Runnable then) {
    long owner = parts.nextNumber();
    op.locks(owner, parts.session(), range);
    long number =
        parts.question(answer -> {
          if (answer instanceof FsAnswer.Failed) {
            release(op);
            parts.later(AGAIN_NANOS, then);
          } else {
            then.run();
          }
        });
    LockClaim claim = new LockClaim(LockFamily.TRANSFER, owner, 0, mode, range);
    parts.client().lock(parts.now().nanos(), number, op.file().ino, claim, true);
  }

  /** Releases the lock of a call, if it has one. */
  void release(FileOp op) {
    if (op.hasLock()) {
      parts.client().releaseLocks(parts.now().nanos(), op.file().ino, op.dropLock());
    }
  }

  /** The client of names tells about locks. */
  void on(FileEffect.OfLocks effect) {
    switch (effect) {
      case FileEffect.Tested tested -> {
        parts.drop(tested.call());
        Long call = tests.remove(tested.call());
        if (call != null) {
          parts.complete(call, new FileOutcome.Conflict(tested.conflict()));
        }
      }
      case FileEffect.LocksLost _ -> {
        // The client of names refuses further locks of the owner until it has closed the file. The
        // lock of a read or write is asked for once more when the call is carried out again.
      }
    }
  }
}
