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
 * Objects with changes that are not applied to the volume yet, as the owner's loop knows them. The
 * volume has the newest state of all other objects.
 *
 * <p>Invariants: objects are ordered by ticket; the oldest ticket is newer than the volume's state.
 */
final class PendingObjects {
  /** For each object, the ticket of the newest transaction that changes it, ordered by ticket. */
  private final SequencedMap<ObjectRef, Long> newest = new LinkedHashMap<>();

  /** Ticket of the newest transaction that changes many objects, or collections themselves. */
  private long newestWide;

  private long applied;

  /** Adds a submitted transaction; tickets increase. */
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

  /** All transactions up to this ticket are applied or were refused. */
  void onApplied(long ticket) {
    applied = ticket;
    Iterator<Long> tickets = newest.values().iterator();
    while (tickets.hasNext() && tickets.next() <= ticket) {
      tickets.remove();
    }
  }

  /** Ticket of the newest pending transaction that may change an object; 0 if there is none. */
  long newestOf(CollectionId collection, ObjectId object) {
    long own = newest.getOrDefault(new ObjectRef(collection, object), 0L);
    return Math.max(own, newestWide > applied ? newestWide : 0);
  }

  /** Invariants that take only a few comparisons. */
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

  /** Invariants that take a look at every object. */
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
