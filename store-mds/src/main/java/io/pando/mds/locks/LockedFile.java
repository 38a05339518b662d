package io.pando.mds.locks;

import io.pando.check.Invariant;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockMode;
import io.pando.fs.lock.LockPart;
import io.pando.fs.lock.LockRanges;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Locks of one family on one file, and the requests that wait for them, the oldest first. */
final class LockedFile {
  /**
   * What an owner has.
   *
   * @param process that asked for the newest part
   */
  private record Owned(int process, LockRanges ranges) {}

  private final SortedMap<LockOwner, Owned> owned = new TreeMap<>();
  private final List<LockAsk> waiting = new ArrayList<>();

  // Locks

  /** By how much the number of the owner's locks would change. */
  int growth(LockOwner owner, LockClaim claim) {
    return rangesOf(owner).growth(claim.range(), claim.mode());
  }

  private LockRanges rangesOf(LockOwner owner) {
    Owned has = owned.get(owner);
    return has == null ? new LockRanges() : has.ranges();
  }

  /** Gives an owner a lock, or releases a range; returns by how much its locks are more. */
  int set(LockOwner owner, LockClaim claim) {
    LockRanges ranges = rangesOf(owner);
    int before = ranges.size();
    ranges.set(claim.range(), claim.mode());
    if (ranges.isEmpty()) {
      owned.remove(owner);
    } else {
      owned.put(owner, new Owned(claim.process(), ranges));
    }
    return ranges.size() - before;
  }

  /** Number of locks of an owner. */
  int locksOf(LockOwner owner) {
    return rangesOf(owner).size();
  }

  /** The lock of another owner with the lowest offset that keeps an owner from a lock. */
  Optional<LockClaim> conflict(LockOwner owner, LockClaim claim) {
    LockClaim first = null;
    for (Map.Entry<LockOwner, Owned> each : owned.entrySet()) {
      Optional<LockPart> found = conflict(each, owner, claim);
      if (found.isPresent()
          && (first == null || found.get().range().offset() < first.range().offset())) {
        first = claim(each, found.get());
      }
    }
    return Optional.ofNullable(first);
  }

  private static Optional<LockPart> conflict(
      Map.Entry<LockOwner, Owned> other, LockOwner owner, LockClaim claim) {
    return other.getKey().equals(owner)
        ? Optional.empty()
        : other.getValue().ranges().conflict(claim.range(), claim.mode());
  }

  private static LockClaim claim(Map.Entry<LockOwner, Owned> of, LockPart part) {
    return new LockClaim(
        of.getKey().family(),
        of.getKey().number(),
        of.getValue().process(),
        part.mode(),
        part.range());
  }

  /** The owners whose locks keep an owner from a lock. */
  List<LockOwner> holders(LockOwner owner, LockClaim claim) {
    List<LockOwner> holders = new ArrayList<>();
    for (Map.Entry<LockOwner, Owned> each : owned.entrySet()) {
      if (conflict(each, owner, claim).isPresent()) {
        holders.add(each.getKey());
      }
    }
    return holders;
  }

  boolean isFree(LockOwner owner, LockClaim claim) {
    for (Map.Entry<LockOwner, Owned> each : owned.entrySet()) {
      if (conflict(each, owner, claim).isPresent()) {
        return false;
      }
    }
    return true;
  }

  /** Takes all locks of a session; whether it had any. */
  boolean removeLocksOf(long session) {
    return owned.keySet().removeIf(owner -> owner.session() == session);
  }

  /** Number of locks of each owner. */
  SortedMap<LockOwner, Integer> sizes() {
    SortedMap<LockOwner, Integer> sizes = new TreeMap<>();
    owned.forEach((owner, has) -> sizes.put(owner, has.ranges().size()));
    return sizes;
  }

  // Requests that wait

  void add(LockAsk ask) {
    waiting.add(ask);
  }

  /** Whether it waited. */
  boolean remove(LockAsk ask) {
    return waiting.remove(ask);
  }

  List<LockAsk> waiting() {
    return List.copyOf(waiting);
  }

  /** Requests that it has to wait for because they are older and conflict with it. */
  Iterable<LockAsk> older(LockAsk ask) {
    List<LockAsk> older = new ArrayList<>();
    Iterator<LockAsk> all = waiting.iterator();
    while (all.hasNext()) {
      LockAsk each = all.next();
      if (each.equals(ask)) {
        break;
      }
      if (each.conflictsWith(ask)) {
        older.add(each);
      }
    }
    return older;
  }

  boolean isEmpty() {
    return owned.isEmpty() && waiting.isEmpty();
  }

  /** Checks that no two owners have conflicting locks. */
  void invariants() {
    for (Map.Entry<LockOwner, Owned> each : owned.entrySet()) {
      LockRanges ranges = each.getValue().ranges();
      ranges.invariants();
      Invariant.check(!ranges.isEmpty(), () -> "%s has nothing".formatted(each.getKey()));
      for (LockPart part : ranges.parts()) {
        Invariant.check(
            part.mode() == LockMode.NONE || isFree(each.getKey(), claim(each, part)),
            () -> "%s has %s, which conflicts".formatted(each.getKey(), part));
      }
    }
  }

  @Override
  public String toString() {
    return owned + ", waiting " + waiting;
  }
}
