package io.pando.client.fs.locks;

import io.pando.fs.Ino;
import io.pando.fs.lock.HeldLock;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.lock.LockPart;
import io.pando.fs.lock.LockRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What owners of this client have locked, as far as the server has answered. */
final class HeldLocks {
  private record Held(int process, LockRanges ranges) {}

  private final SortedMap<LockHolder, Held> held = new TreeMap<>();

  /** The server has granted a lock, or released a range. */
  void set(Ino ino, LockClaim claim) {
    LockHolder holder = LockHolder.of(ino, claim);
    LockRanges ranges = rangesOf(holder);
    ranges.set(claim.range(), claim.mode());
    keep(holder, claim, ranges);
  }

  private void keep(LockHolder holder, LockClaim claim, LockRanges ranges) {
    if (ranges.isEmpty()) {
      held.remove(holder);
    } else {
      held.put(holder, new Held(claim.process(), ranges));
    }
  }

  private LockRanges rangesOf(LockHolder holder) {
    Held has = held.get(holder);
    return has == null ? new LockRanges() : has.ranges();
  }

  /** Lowers what an owner has to what a request leaves of it at least; whether that is less. */
  boolean lower(Ino ino, LockClaim claim) {
    LockHolder holder = LockHolder.of(ino, claim);
    LockRanges ranges = rangesOf(holder);
    boolean lowered = ranges.lower(claim.range(), claim.mode());
    if (lowered) {
      keep(holder, claim, ranges);
    }
    return lowered;
  }

  /**
   * A conversion of a lock by {@code flock} to a higher mode is sent: the server gives up the old
   * lock if the new one is not free.
   */
  void beforeConversion(Ino ino, LockClaim claim) {
    LockRanges ranges = rangesOf(LockHolder.of(ino, claim));
    boolean isHigher =
        ranges.parts().stream().anyMatch(part -> part.mode().compareTo(claim.mode()) < 0);
    if (claim.family() == LockFamily.FLOCK && isHigher) {
      held.remove(LockHolder.of(ino, claim));
    }
  }

  /** Whether an owner has something in the range of a claim. */
  boolean has(Ino ino, LockClaim claim) {
    Held has = held.get(LockHolder.of(ino, claim));
    return has != null && !has.ranges().partsIn(claim.range()).isEmpty();
  }

  /** Whether an owner has a lock of a file. */
  boolean contains(LockHolder holder) {
    return held.containsKey(holder);
  }

  /** All locks. */
  List<HeldLock> all() {
    List<HeldLock> all = new ArrayList<>();
    held.forEach((holder, has) -> {
      for (LockPart part : has.ranges().parts()) {
        all.add(
            new HeldLock(
                holder.ino(),
                new LockClaim(
                    holder.family(), holder.owner(), has.process(), part.mode(), part.range())));
      }
    });
    return all;
  }

  /** Those that have locks. */
  SortedSet<LockHolder> holders() {
    return new TreeSet<>(held.keySet());
  }

  void clear() {
    held.clear();
  }

  /** The claim by which an owner releases a range. */
  static LockClaim release(LockClaim of) {
    return new LockClaim(of.family(), of.owner(), of.process(), LockMode.NONE, of.range());
  }

  @Override
  public String toString() {
    return held.toString();
  }
}
