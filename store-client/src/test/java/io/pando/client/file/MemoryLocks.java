package io.pando.client.file;

import io.pando.bytes.ByteRange;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The locks on one file in memory, and the claims that wait for them. */
final class MemoryLocks {
  /** A claim that waits. */
  record Waiting(LockClaim claim, Runnable granted, Runnable cancelled) {}

  private List<LockClaim> held = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();

  private static boolean overlap(ByteRange a, ByteRange b) {
    return a.offset() < b.end() && b.offset() < a.end();
  }

  private static boolean sameOwner(LockClaim a, LockClaim b) {
    return a.family() == b.family() && a.owner() == b.owner();
  }

  private static boolean conflict(LockClaim a, LockClaim b) {
    return a.family() == b.family()
        && a.owner() != b.owner()
        && overlap(a.range(), b.range())
        && (a.mode() == LockMode.EXCLUSIVE || b.mode() == LockMode.EXCLUSIVE);
  }

  /** A lock that a claim conflicts with. */
  Optional<LockClaim> conflict(LockClaim claim) {
    return claim.mode() == LockMode.NONE
        ? Optional.empty()
        : held.stream().filter(each -> conflict(each, claim)).findFirst();
  }

  /** Owners that a claim has to wait for. */
  List<Long> blockers(LockClaim claim) {
    return held.stream().filter(each -> conflict(each, claim)).map(LockClaim::owner).toList();
  }

  List<Waiting> waiting() {
    return waiting;
  }

  void await(Waiting waits) {
    waiting.add(waits);
  }

  /** Replaces what the owner has of the range. No other owner has a lock that conflicts. */
  void put(LockClaim claim) {
    List<LockClaim> next = new ArrayList<>();
    for (LockClaim each : held) {
      if (sameOwner(each, claim) && overlap(each.range(), claim.range())) {
        addPart(next, each, each.range().offset(), claim.range().offset());
        addPart(next, each, claim.range().end(), each.range().end());
      } else {
        next.add(each);
      }
    }
    if (claim.mode() != LockMode.NONE) {
      next.add(claim);
    }
    held = next;
    grant();
  }

  private static void addPart(List<LockClaim> to, LockClaim of, long from, long end) {
    if (from < end) {
      ByteRange range = new ByteRange(from, end - from);
      to.add(new LockClaim(of.family(), of.owner(), of.process(), of.mode(), range));
    }
  }

  private void grant() {
    for (Waiting each : List.copyOf(waiting)) {
      if (waiting.contains(each) && conflict(each.claim()).isEmpty()) {
        waiting.remove(each);
        put(each.claim());
        each.granted().run();
      }
    }
  }

  /** Ends claims that wait and are equal to this one. */
  void cancel(LockClaim claim) {
    for (Waiting each : List.copyOf(waiting)) {
      if (each.claim().equals(claim)) {
        waiting.remove(each);
        each.cancelled().run();
      }
    }
  }

  /** Releases all that an owner has by flock: its open file is closed. */
  void releaseFlock(long owner) {
    put(new LockClaim(LockFamily.FLOCK, owner, 0, LockMode.NONE, LockClaim.WHOLE_FILE));
  }
}
