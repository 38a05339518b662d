package io.pando.mds.locks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which owners of locks wait for which others: for those that have a conflicting lock, and, since
 * requests are granted in their order, for those whose older request conflicts.
 */
final class WaitGraph {
  private final Function<LockPlace, @Nullable LockedFile> files;
  private final SortedMap<LockOwner, List<LockAsk>> waits = new TreeMap<>();

  /** No owner waits. */
  WaitGraph(Function<LockPlace, @Nullable LockedFile> files) {
    this.files = files;
  }

  void add(LockAsk ask) {
    waits.computeIfAbsent(ask.owner(), _ -> new ArrayList<>()).add(ask);
  }

  void remove(LockAsk ask) {
    List<LockAsk> asks = waits.get(ask.owner());
    if (asks != null && asks.remove(ask) && asks.isEmpty()) {
      waits.remove(ask.owner());
    }
  }

  boolean isWaiting(LockOwner owner) {
    return waits.containsKey(owner);
  }

  /**
   * Whether the owner of a request would wait for itself: some owner of a lock that it waits for
   * waits, directly or not, for a lock of its own. The order of requests does not count, since a
   * request may be granted before an older one.
   */
  boolean closesCycle(LockAsk ask) {
    return reachable(holders(ask), false).contains(ask.owner());
  }

  /** Whether an owner waits for another one, directly or not. */
  boolean waitsFor(LockOwner owner, LockOwner other) {
    return reachable(List.of(owner), true).contains(other);
  }

  /** Where the owners wait that an owner waits for, and where it waits itself. */
  SortedSet<LockPlace> placesFrom(LockOwner owner) {
    SortedSet<LockPlace> places = new TreeSet<>();
    for (LockOwner each : reachable(List.of(owner), true)) {
      waits.getOrDefault(each, List.of()).forEach(ask -> places.add(ask.place()));
    }
    return places;
  }

  /** Owners that can be reached, including those to begin with. */
  private SortedSet<LockOwner> reachable(List<LockOwner> from, boolean ordered) {
    SortedSet<LockOwner> reached = new TreeSet<>(from);
    Deque<LockOwner> next = new ArrayDeque<>(from);
    while (!next.isEmpty()) {
      for (LockAsk ask : waits.getOrDefault(next.removeFirst(), List.of())) {
        List<LockOwner> others = holders(ask);
        LockedFile file = files.apply(ask.place());
        if (ordered && file != null) {
          file.older(ask).forEach(each -> others.add(each.owner()));
        }
        others.forEach(each -> {
          if (reached.add(each)) {
            next.add(each);
          }
        });
      }
    }
    return reached;
  }

  private List<LockOwner> holders(LockAsk ask) {
    LockedFile file = files.apply(ask.place());
    return file == null ? new ArrayList<>() : file.holders(ask.owner(), ask.claim());
  }
}
