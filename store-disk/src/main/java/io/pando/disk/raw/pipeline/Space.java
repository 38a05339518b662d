package io.pando.disk.raw.pipeline;

import io.pando.check.Invariant;
import io.pando.disk.raw.volume.Allotment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The room that the owner's loop can give away: blocks that were promised to it, and how many more
 * the store will find for what goes with the log. What is on its way to the store counts as taken
 * until the store has said how much is left after it.
 *
 * <p>Invariants: what is promised is the sum of the runs; what counts as taken is the sum of what
 * is under way, of which the tickets rise.
 */
final class Space {
  private record Taken(long ticket, long blocks, long placedBlocks) {}

  private final ArrayDeque<Allotment> runs = new ArrayDeque<>();
  private final ArrayDeque<Taken> underWay = new ArrayDeque<>();
  private long promised;
  private long available;
  private long free;
  private long takenBlocks;
  private long placedUnderWay;
  private long askedBlocks;
  private long urgentBlocks;

  /** Blocks that were promised. */
  long promised() {
    return promised;
  }

  /** Blocks that the store has, whether its medium has room for them or not. */
  long free() {
    return free;
  }

  /** Blocks that can be had for data that go with the log. */
  long available() {
    return available - takenBlocks - askedBlocks - urgentBlocks;
  }

  /**
   * Blocks to ask for, so that {@code wanted} are promised: not more than a part of those that are
   * there, since data that go with the log need room too.
   */
  long missing(long wanted) {
    long fair = Math.min(wanted, (promised + available()) / 4);
    return fair - promised;
  }

  /** Blocks were asked for; the answer must be a grant. */
  void ask(long blocks) {
    askedBlocks = blocks;
  }

  /**
   * Blocks were asked for, whatever it takes. A grant that comes meanwhile may let others go on,
   * but they do not get these: the store may have promised them already.
   */
  void askUrgently(long blocks) {
    urgentBlocks = blocks;
  }

  /** What was asked for urgently is answered; the grant comes next. */
  void onUrgentAnswer() {
    urgentBlocks = 0;
  }

  boolean isAsking() {
    return askedBlocks > 0;
  }

  /** The store has told what there is. */
  void onGrant(StoreItem.Grant grant) {
    for (Allotment run : grant.runs()) {
      runs.addLast(run);
      promised += run.count();
    }
    if (grant.answer()) {
      askedBlocks = 0;
    }
    available = grant.availableBlocks();
    free = grant.freeBlocks();
    while (!underWay.isEmpty() && underWay.getFirst().ticket() <= grant.ticket()) {
      Taken applied = underWay.removeFirst();
      takenBlocks -= applied.blocks();
      placedUnderWay -= applied.placedBlocks();
    }
  }

  /**
   * A transaction takes room.
   *
   * @param blocks for its data that go with the log
   * @param placedBlocks of those that were promised
   */
  void take(long ticket, long blocks, long placedBlocks) {
    if (blocks > 0 || placedBlocks > 0) {
      underWay.addLast(new Taken(ticket, blocks, placedBlocks));
      takenBlocks += blocks;
      placedUnderWay += placedBlocks;
    }
  }

  /** Blocks of what is on its way to the store. */
  long underWay() {
    return takenBlocks + placedUnderWay;
  }

  /** A run of at most so many of the promised blocks; there must be one. */
  Allotment place(int most) {
    Allotment first = runs.removeFirst();
    int count = Math.min(most, first.count());
    if (count < first.count()) {
      runs.addFirst(new Allotment(first.first() + count, first.count() - count));
    }
    promised -= count;
    Invariant.check(promised >= 0, "more was taken than was promised");
    return new Allotment(first.first(), count);
  }

  /** All that was promised and not used, to be given back. */
  List<Allotment> takeBack() {
    List<Allotment> unused = new ArrayList<>(runs);
    runs.clear();
    promised = 0;
    return unused;
  }

  /** What a few comparisons tell. */
  void invariants(long lastTicket) {
    Invariant.check(
        promised >= 0 && runs.isEmpty() == (promised == 0),
        () -> promised + " blocks are promised in " + runs.size() + " runs");
    boolean none = takenBlocks == 0 && placedUnderWay == 0;
    boolean some = takenBlocks >= 0 && placedUnderWay >= 0 && !none;
    Invariant.check(
        underWay.isEmpty() ? none : some && underWay.getLast().ticket() <= lastTicket,
        () ->
            "%d blocks count as taken and %d as placed by %d transactions, the last is %d of %d"
                .formatted(
                    takenBlocks,
                    placedUnderWay,
                    underWay.size(),
                    underWay.isEmpty() ? 0 : underWay.getLast().ticket(),
                    lastTicket));
  }

  /** What a look at all runs and transactions tells. */
  void thoroughInvariants() {
    long inRuns = runs.stream().mapToLong(Allotment::count).sum();
    Invariant.check(inRuns == promised, () -> promised + " blocks are promised, in runs " + inRuns);
    long taken = 0;
    long placed = 0;
    long ticket = 0;
    for (Taken it : underWay) {
      taken += it.blocks();
      placed += it.placedBlocks();
      long before = ticket;
      ticket = it.ticket();
      Invariant.check(
          before < it.ticket(), () -> "transaction " + it.ticket() + " comes behind " + before);
    }
    long sumTaken = taken;
    long sumPlaced = placed;
    Invariant.check(
        sumTaken == takenBlocks && sumPlaced == placedUnderWay,
        () ->
            "%d blocks are taken and %d placed, counted are %d and %d"
                .formatted(sumTaken, sumPlaced, takenBlocks, placedUnderWay));
  }
}
