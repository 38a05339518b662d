package io.pando.disk.raw.pipeline;

import io.pando.check.Invariant;
import io.pando.disk.raw.pipeline.apply.StoreItem;
import io.pando.disk.raw.volume.GrantedExtent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The space that the owner's loop can hand out: blocks promised to it, and the number of blocks
 * that the store can allocate for data in the log. Space for transactions that are not applied yet
 * counts as taken until the store has reported what is left after them.
 *
 * <p>Invariants: the number of promised blocks is the sum of the runs; the space taken is the sum
 * over the pending transactions, whose tickets increase.
 */
final class Space {
  private record Taken(long ticket, long blocks, long placedBlocks) {}

  private final ArrayDeque<GrantedExtent> runs = new ArrayDeque<>();
  private final ArrayDeque<Taken> underWay = new ArrayDeque<>();
  private long promised;
  private long available;
  private long free;
  private long takenBlocks;
  private long placedUnderWay;
  private long askedBlocks;
  private long urgentBlocks;

  /** Number of promised blocks. */
  long promised() {
    return promised;
  }

  /** Number of free blocks, whether the medium has space for them or not. */
  long free() {
    return free;
  }

  /** Number of blocks available for data in the log. */
  long available() {
    return available - takenBlocks - askedBlocks - urgentBlocks;
  }

  /**
   * Number of blocks to request so that {@code wanted} are promised; at most a part of the free
   * ones, since data in the log need space too.
   */
  long missing(long wanted) {
    long fair = Math.min(wanted, (promised + available()) / 4);
    return fair - promised;
  }

  /** Records a request for blocks; the answer must be a grant. */
  void ask(long blocks) {
    askedBlocks = blocks;
  }

  /**
   * Records an urgent request for blocks. A grant that arrives meanwhile may let other transactions
   * go on, but they do not get these blocks: the store may have promised them already.
   */
  void askUrgently(long blocks) {
    urgentBlocks = blocks;
  }

  /** Records the answer to the urgent request; its grant comes next. */
  void onUrgentAnswer() {
    urgentBlocks = 0;
  }

  boolean isAsking() {
    return askedBlocks > 0;
  }

  /** Applies a grant of the store. */
  void onGrant(StoreItem.Grant grant) {
    for (GrantedExtent run : grant.runs()) {
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
   * Takes space for a transaction.
   *
   * @param blocks blocks for its data in the log
   * @param placedBlocks number of promised blocks that it uses
   */
  void take(long ticket, long blocks, long placedBlocks) {
    if (blocks > 0 || placedBlocks > 0) {
      underWay.addLast(new Taken(ticket, blocks, placedBlocks));
      takenBlocks += blocks;
      placedUnderWay += placedBlocks;
    }
  }

  /** Number of blocks of transactions that are not applied yet. */
  long underWay() {
    return takenBlocks + placedUnderWay;
  }

  /** Takes a run of at most {@code most} promised blocks; there must be one. */
  GrantedExtent place(int most) {
    GrantedExtent first = runs.removeFirst();
    int count = Math.min(most, first.count());
    if (count < first.count()) {
      runs.addFirst(new GrantedExtent(first.first() + count, first.count() - count));
    }
    promised -= count;
    Invariant.check(promised >= 0, "more blocks were taken than were promised");
    return new GrantedExtent(first.first(), count);
  }

  /** All promised and unused blocks, to be given back. */
  List<GrantedExtent> takeBack() {
    List<GrantedExtent> unused = new ArrayList<>(runs);
    runs.clear();
    promised = 0;
    return unused;
  }

  /** Invariants that take only a few comparisons. */
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

  /** Invariants that take a look at all runs and transactions. */
  void thoroughInvariants() {
    long inRuns = runs.stream().mapToLong(GrantedExtent::count).sum();
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
