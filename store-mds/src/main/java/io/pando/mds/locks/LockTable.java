package io.pando.mds.locks;

import io.pando.check.Invariant;
import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The locks that sessions have on the files of a rank, and the requests that wait for them.
 *
 * <p>A request that waits is granted once no lock conflicts with it, and no older request that
 * waits does. An older request that waits for the owner of a younger one, directly or not, does not
 * hold the younger one up: so the order alone never makes a deadlock. A request that does not wait
 * looks at locks only, as POSIX says.
 *
 * <p>If owners of record locks wait for each other in a circle, the request that closes it fails.
 * Locks by {@code flock} have no such check, and a conversion that has to wait gives up the old
 * lock first: both are as on Linux. Owners of locks of reads and writes never wait while they have
 * one, so that these are granted in the order of the requests.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>no two owners have conflicting locks;
 *   <li>no owner of record locks waits for itself;
 *   <li>no request waits that could be granted;
 *   <li>no session has more locks than the limit, unless it had them before.
 * </ul>
 */
final class LockTable {
  /** Takes the outcome of a request; must not call the table. */
  interface Decisions {
    /**
     * A request has ended.
     *
     * @param error why it failed; null if the lock is granted, or the range released
     */
    void decided(LockAsk ask, @Nullable FsError error);
  }

  private final int mostLocks;
  private final int mostClaims;
  private final Decisions out;
  private final SortedMap<LockPlace, LockedFile> files = new TreeMap<>();
  private final SortedMap<Long, Integer> locksOfSession = new TreeMap<>();

  /** Requests that wait, by session and number. */
  private final SortedMap<Long, SortedMap<Long, LockAsk>> waiting = new TreeMap<>();

  private final WaitGraph graph = new WaitGraph(this::file);

  /** Where a request that waits may have become free. */
  private final SortedSet<LockPlace> changed = new TreeSet<>();

  /** No locks. */
  LockTable(LockLimits limits, Decisions out) {
    this.mostLocks = limits.mostLocks();
    this.mostClaims = limits.mostClaims();
    this.out = out;
  }

  private @Nullable LockedFile file(LockPlace place) {
    return files.get(place);
  }

  // Inputs

  /** A request; its number is not one of a request of the session that waits. */
  void ask(LockAsk ask) {
    LockedFile file = files.computeIfAbsent(ask.place(), _ -> new LockedFile());
    changed.add(ask.place());
    if (ask.claim().range().length() == 0) {
      out.decided(ask, FsError.EINVAL);
    } else if (!hasRoom(file, ask)) {
      out.decided(ask, FsError.ENOLCK);
    } else if (file.isFree(ask.owner(), ask.claim()) && !(ask.waits() && isHeldUp(file, ask))) {
      grant(file, ask);
    } else {
      refuse(file, ask);
    }
    settle();
  }

  private void refuse(LockedFile file, LockAsk ask) {
    if (ask.claim().family() == LockFamily.FLOCK) {
      int change = file.set(ask.owner(), released(ask));
      count(ask.session(), change);
    }
    if (!ask.waits()) {
      out.decided(ask, FsError.EAGAIN);
    } else if (isDeadlock(ask)) {
      out.decided(ask, FsError.EDEADLK);
    } else {
      file.add(ask);
      waiting.computeIfAbsent(ask.session(), _ -> new TreeMap<>()).put(ask.number(), ask);
      if (ask.claim().family() != LockFamily.TRANSFER) {
        graph.add(ask);
        changed.addAll(graph.placesFrom(ask.owner()));
      }
    }
  }

  private static LockClaim released(LockAsk ask) {
    LockClaim claim = ask.claim();
    return new LockClaim(
        claim.family(), claim.owner(), claim.process(), LockMode.NONE, claim.range());
  }

  private boolean isDeadlock(LockAsk ask) {
    return ask.claim().family() == LockFamily.RECORD && graph.closesCycle(ask);
  }

  /** Whether an older request has to be granted before. */
  private boolean isHeldUp(LockedFile file, LockAsk ask) {
    boolean inOrder = ask.claim().family() == LockFamily.TRANSFER;
    for (LockAsk older : file.older(ask)) {
      if (inOrder || !graph.waitsFor(older.owner(), ask.owner())) {
        return true;
      }
    }
    return false;
  }

  private boolean hasRoom(LockedFile file, LockAsk ask) {
    int growth = file.growth(ask.owner(), ask.claim());
    return growth <= 0 || locksOfSession.getOrDefault(ask.session(), 0) + growth <= mostLocks;
  }

  /** Ends the wait of a request; false if it does not wait. */
  boolean cancel(long session, long number) {
    LockAsk ask = waiting.getOrDefault(session, new TreeMap<>()).get(number);
    if (ask == null) {
      return false;
    }
    end(ask, FsError.EINTR);
    settle();
    return true;
  }

  /** The first lock of another owner that conflicts with one. */
  Optional<LockClaim> conflict(long session, Ino ino, LockClaim claim) {
    LockAsk ask = new LockAsk(session, 0, ino, claim, false);
    LockedFile file = files.get(ask.place());
    return file == null ? Optional.empty() : file.conflict(ask.owner(), claim);
  }

  /**
   * A session had a lock under a former holder of the rank; false if others have it, or it has too
   * many.
   */
  boolean claim(long session, Ino ino, LockClaim claim) {
    LockAsk ask = new LockAsk(session, 0, ino, claim, false);
    LockedFile file = files.computeIfAbsent(ask.place(), _ -> new LockedFile());
    int growth = file.growth(ask.owner(), claim);
    boolean free = file.isFree(ask.owner(), claim) && locksOf(session) + growth <= mostClaims;
    if (free) {
      count(session, file.set(ask.owner(), claim));
    }
    changed.add(ask.place());
    settle();
    return free;
  }

  /** A session has ended: it has no locks any more, and none of its requests waits. */
  void sessionGone(long session) {
    SortedMap<Long, LockAsk> asks = waiting.remove(session);
    if (asks != null) {
      asks.values().forEach(this::forget);
    }
    files.forEach((place, file) -> {
      if (file.removeLocksOf(session)) {
        changed.add(place);
      }
    });
    locksOfSession.remove(session);
    settle();
  }

  private void forget(LockAsk ask) {
    LockedFile file = files.get(ask.place());
    if (file != null && file.remove(ask)) {
      graph.remove(ask);
      changed.add(ask.place());
    }
  }

  // Granting

  private void settle() {
    while (!changed.isEmpty()) {
      LockPlace place = changed.removeFirst();
      LockedFile file = files.get(place);
      if (file != null) {
        file.waiting().forEach(ask -> tryAgain(file, ask));
        if (file.isEmpty()) {
          files.remove(place);
        }
      }
    }
  }

  private void tryAgain(LockedFile file, LockAsk ask) {
    if (isWaiting(ask) && file.isFree(ask.owner(), ask.claim()) && !isHeldUp(file, ask)) {
      if (hasRoom(file, ask)) {
        stopWaiting(ask);
        changed.add(ask.place());
        grant(file, ask);
      } else {
        end(ask, FsError.ENOLCK);
      }
    }
  }

  private boolean isWaiting(LockAsk ask) {
    return waiting.getOrDefault(ask.session(), new TreeMap<>()).containsKey(ask.number());
  }

  private void grant(LockedFile file, LockAsk ask) {
    count(ask.session(), file.set(ask.owner(), ask.claim()));
    out.decided(ask, null);
    if (graph.isWaiting(ask.owner())) {
      // Another request of the owner waits, so the new lock may close a circle.
      for (LockAsk each : file.waiting()) {
        if (isDeadlock(each)) {
          end(each, FsError.EDEADLK);
        }
      }
      changed.addAll(graph.placesFrom(ask.owner()));
    }
  }

  private void end(LockAsk ask, FsError error) {
    stopWaiting(ask);
    changed.add(ask.place());
    out.decided(ask, error);
  }

  private void stopWaiting(LockAsk ask) {
    forget(ask);
    SortedMap<Long, LockAsk> asks = waiting.get(ask.session());
    if (asks != null && asks.remove(ask.number()) != null && asks.isEmpty()) {
      waiting.remove(ask.session());
    }
  }

  private void count(long session, int change) {
    int locks = locksOfSession.merge(session, change, Integer::sum);
    if (locks == 0) {
      locksOfSession.remove(session);
    }
  }

  // Questions

  /** Number of locks of a session. */
  int locksOf(long session) {
    return locksOfSession.getOrDefault(session, 0);
  }

  /** Checks the invariants; costs time in proportion to the square of the locks of a file. */
  void invariants() {
    SortedMap<Long, Integer> counted = new TreeMap<>();
    List<LockAsk> asks = new ArrayList<>();
    for (Map.Entry<LockPlace, LockedFile> each : files.entrySet()) {
      LockedFile file = each.getValue();
      file.invariants();
      Invariant.check(!file.isEmpty(), () -> "nothing is locked of " + each.getKey());
      file.sizes().forEach((owner, size) -> counted.merge(owner.session(), size, Integer::sum));
      asks.addAll(file.waiting());
      for (LockAsk ask : file.waiting()) {
        Invariant.check(isWaiting(ask), () -> ask + " is not known to wait");
        Invariant.check(!isDeadlock(ask), () -> ask + " waits for itself");
        Invariant.check(
            !file.isFree(ask.owner(), ask.claim()) || isHeldUp(file, ask),
            () -> ask + " waits for nothing");
      }
    }
    Invariant.check(
        asks.size() == waiting.values().stream().mapToInt(Map::size).sum(),
        () -> "requests that wait: " + asks + ", and " + waiting);
    Invariant.check(
        counted.equals(locksOfSession), () -> "locks: " + counted + ", and " + locksOfSession);
  }

  @Override
  public String toString() {
    return files.toString();
  }
}
