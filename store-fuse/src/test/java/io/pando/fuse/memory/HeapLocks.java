package io.pando.fuse.memory;

import io.pando.bytes.ByteRange;
import io.pando.fs.Ino;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Locks of files, whole ranges only, and claims that wait. */
final class HeapLocks {
  private record Held(Ino ino, LockClaim lock) {}

  private record Waiting(Ino ino, LockClaim lock, Consumer<FileOutcome> done) {}

  private final List<Held> held = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();

  Optional<LockClaim> conflict(Ino ino, LockClaim claim) {
    return held.stream()
        .filter(each -> each.ino.equals(ino) && conflict(each.lock, claim))
        .map(Held::lock)
        .findFirst();
  }

  private static boolean conflict(LockClaim one, LockClaim other) {
    boolean exclusive = one.mode() == LockMode.EXCLUSIVE || other.mode() == LockMode.EXCLUSIVE;
    return one.family() == other.family()
        && one.owner() != other.owner()
        && other.mode() != LockMode.NONE
        && exclusive
        && meet(one.range(), other.range());
  }

  private static boolean meet(ByteRange one, ByteRange other) {
    return one.offset() < other.end() && other.offset() < one.end();
  }

  void set(Ino ino, LockClaim claim, boolean waits, Consumer<FileOutcome> done) {
    if (conflict(ino, claim).isEmpty()) {
      held.removeIf(each ->
          each.ino.equals(ino)
              && each.lock.family() == claim.family()
              && each.lock.owner() == claim.owner()
              && meet(each.lock.range(), claim.range()));
      if (claim.mode() != LockMode.NONE) {
        held.add(new Held(ino, claim));
      }
      done.accept(FileOutcome.DONE);
      retry();
    } else if (waits) {
      waiting.add(new Waiting(ino, claim, done));
    } else {
      done.accept(FileOutcome.failed(FsError.EAGAIN));
    }
  }

  void cancel(Ino ino, LockClaim claim) {
    for (Waiting each : List.copyOf(waiting)) {
      if (each.ino.equals(ino) && each.lock.equals(claim) && waiting.remove(each)) {
        each.done.accept(FileOutcome.failed(FsError.EINTR));
      }
    }
  }

  int count() {
    return held.size();
  }

  int waiting() {
    return waiting.size();
  }

  private void retry() {
    for (Waiting each : List.copyOf(waiting)) {
      if (conflict(each.ino, each.lock).isEmpty() && waiting.remove(each)) {
        set(each.ino, each.lock, true, each.done);
      }
    }
  }
}
