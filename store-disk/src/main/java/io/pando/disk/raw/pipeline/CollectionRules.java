package io.pando.disk.raw.pipeline;

import io.pando.check.Invariant;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The collections that will exist when all submitted transactions are applied. A transaction that
 * violates the rules for collections is refused before it is written to the log, since the log
 * could never be replayed with it. Transactions that change collections are binding: if one is
 * refused, no later transaction that relies on it reaches the log either.
 */
final class CollectionRules {
  private final Set<CollectionId> present;

  CollectionRules(Collection<CollectionId> present) {
    this.present = new HashSet<>(present);
  }

  /** Applies a transaction; throws if it violates a rule, and then nothing has changed. */
  void take(Transaction transaction) {
    CollectionId last = null;
    for (StoreOp op : transaction.ops()) {
      if (op instanceof StoreOp.OnCollections) {
        takeChanges(transaction);
        return;
      }
      CollectionId collection = op.collection();
      if (!collection.equals(last)) {
        mustBeThere(present.contains(collection), collection);
        last = collection;
      }
      CollectionId other = op.otherCollection();
      if (other != null && !other.equals(last)) {
        mustBeThere(present.contains(other), other);
      }
    }
  }

  /** Applies a transaction that changes the set of collections. */
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
      mustBeThere(there, collection);
      CollectionId other = op.otherCollection();
      if (other != null) {
        mustBeThere(isThere(other, made, removed), other);
      }
      if (op instanceof StoreOp.RemoveCollection) {
        removed.add(collection);
        made.remove(collection);
      }
    }
    present.addAll(made);
    present.removeAll(removed);
  }

  private static void mustBeThere(boolean isThere, CollectionId collection) {
    Invariant.check(isThere, () -> "collection " + collection + " must exist");
  }

  private boolean isThere(
      CollectionId collection, Set<CollectionId> made, Set<CollectionId> removed) {
    return made.contains(collection)
        || (present.contains(collection) && !removed.contains(collection));
  }
}
