package io.pando.client.fs.open;

import io.pando.client.fs.FileEffect;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.FsAnswer;
import java.util.SortedMap;
import java.util.TreeMap;

/** Locks of open files: calls of programs, passed to the client of names, which has the session. */
final class FileLocking {
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
        // The client of names refuses further locks of the owner until it has closed the file.
      }
    }
  }
}
