package io.pando.osd;

import io.pando.id.PgId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Lets at most so many groups of a shard recover at a time, in the order they asked. */
final class RecoverySlots {
  private final int slots;
  private final SortedSet<PgId> holding = new TreeSet<>();
  private final Deque<PgId> asking = new ArrayDeque<>();

  RecoverySlots(int slots) {
    this.slots = slots;
  }

  /** A group wants one. */
  void ask(PgId group) {
    if (!holding.contains(group) && !asking.contains(group)) {
      asking.addLast(group);
    }
  }

  /** A group does not want one, or not any more. */
  void end(PgId group) {
    holding.remove(group);
    asking.remove(group);
  }

  /** Who gets one now. */
  List<PgId> grant() {
    List<PgId> granted = new ArrayList<>();
    while (holding.size() < slots && !asking.isEmpty()) {
      PgId group = asking.removeFirst();
      holding.add(group);
      granted.add(group);
    }
    return granted;
  }
}
