package io.pando.disk.raw.pipeline;

import io.pando.check.Invariant;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Which collections there will be when all that was submitted is applied. A transaction that breaks
 * their rules is refused before it is in the log, which it would make unreadable for ever. What
 * changes collections is binding: if it is refused, nothing that counted on it gets there either.
 */
final class CollectionRules {
  private final Set<CollectionId> present;

  CollectionRules(Collection<CollectionId> present) {
    this.present = new HashSet<>(present);
  }

  /** Takes a transaction; a broken rule is thrown, and nothing has changed then. */
  void take(Transaction transaction) {
    CollectionId last = null;
    for (StoreOp op : transaction.ops()) {
      if (op instanceof StoreOp.OnCollections) {
        takeChanges(transaction);
        return;
      }
      CollectionId collection = op.collection();
      if (!collection.equals(last)) {
        Invariant.check(
            present.contains(collection), () -> "collection " + collection + " must exist");
        last = collection;
      }
    }
  }

  /** Takes a transaction after which there may be other collections. */
  private void takeChanges(Transaction transaction) {
    Set<CollectionId> made = new HashSet<>();
    Set<CollectionId> removed = new HashSet<>();
    for (StoreOp op : transaction.ops()) {
      CollectionId collection = op.collection();
      boolean there = isThere(collection, made, removed);
      if (op instanceof StoreOp.CreateCollection) {
        Invariant.check(!there, () -> "collection " + collection + " must not exist");
        made.add(collection);
        removed.remove(collection);
        continue;
      }
      Invariant.check(there, () -> "collection " + collection + " must exist");
      if (op instanceof StoreOp.RemoveCollection) {
        removed.add(collection);
        made.remove(collection);
      } else if (op instanceof StoreOp.MoveObjects move) {
        Invariant.check(
            isThere(move.into(), made, removed), () -> "collection " + move.into() + " must exist");
      }
    }
    present.addAll(made);
    present.removeAll(removed);
  }

  private boolean isThere(
      CollectionId collection, Set<CollectionId> made, Set<CollectionId> removed) {
    return made.contains(collection)
        || (present.contains(collection) && !removed.contains(collection));
  }
}
