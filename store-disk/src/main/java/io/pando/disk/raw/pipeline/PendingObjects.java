package io.pando.disk.raw.pipeline;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * Objects with changes on their way to the volume, as the owner's loop sees it: of all others the
 * volume knows the newest state.
 *
 * <p>Invariants: they are in the order of their tickets; the oldest is newer than what the volume
 * has.
 */
final class PendingObjects {
  /** The newest transaction that changes an object; in the order of these. */
  private final SequencedMap<ObjectRef, Long> newest = new LinkedHashMap<>();

  /** The newest that changes many objects, or collections themselves. */
  private long newestWide;

  private long applied;

  /** A transaction is on its way; their tickets rise. */
  void add(long ticket, Transaction transaction) {
    for (StoreOp op : transaction.ops()) {
      switch (op) {
        case StoreOp.OnObject on ->
            newest.putLast(new ObjectRef(on.collection(), on.object()), ticket);
        case StoreOp.CreateCollection _, StoreOp.RemoveCollection _, StoreOp.MoveObjects _ ->
            newestWide = ticket;
        case StoreOp.PutMeta _, StoreOp.RemoveMeta _ -> {}
      }
    }
  }

  /** The volume has all transactions up to this one, but for those that were refused. */
  void onApplied(long ticket) {
    applied = ticket;
    Iterator<Long> tickets = newest.values().iterator();
    while (tickets.hasNext() && tickets.next() <= ticket) {
      tickets.remove();
    }
  }

  /** The newest transaction on its way that may change an object; 0: there is none. */
  long newestOf(CollectionId collection, ObjectId object) {
    long own = newest.getOrDefault(new ObjectRef(collection, object), 0L);
    return Math.max(own, newestWide > applied ? newestWide : 0);
  }

  /** What a few comparisons tell. */
  void invariants(long lastTicket) {
    Invariant.check(
        applied <= lastTicket
            && newestWide <= lastTicket
            && (newest.isEmpty()
                || (newest.firstEntry().getValue() > applied
                    && newest.lastEntry().getValue() <= lastTicket)),
        () ->
            "objects are changed by transactions from %d to %d, of which %d are applied and %d given out"
                .formatted(
                    newest.isEmpty() ? 0 : newest.firstEntry().getValue(),
                    newest.isEmpty() ? 0 : newest.lastEntry().getValue(),
                    applied,
                    lastTicket));
  }

  /** What a look at every object tells. */
  void thoroughInvariants() {
    long before = applied;
    for (long ticket : newest.values()) {
      long last = before;
      Invariant.check(
          ticket >= last, () -> "an object of transaction " + ticket + " comes behind " + last);
      before = ticket;
    }
  }
}
