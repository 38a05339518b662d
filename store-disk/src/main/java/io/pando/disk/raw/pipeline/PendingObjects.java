package io.pando.disk.raw.pipeline;

import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.HashMap;
import java.util.Map;

/**
 * Which objects have transactions that were submitted and are not on their way to the store yet. A
 * question about any other object need not wait for the log.
 */
final class PendingObjects {
  private record Ref(CollectionId collection, ObjectId object) {}

  private final Map<Ref, Integer> counts = new HashMap<>();

  /** Transactions that change many objects, or collections themselves. */
  private int wide;

  void add(Transaction transaction) {
    for (StoreOp op : transaction.ops()) {
      switch (op) {
        case StoreOp.OnObject on -> counts.merge(ref(on), 1, Integer::sum);
        case StoreOp.CreateCollection _, StoreOp.RemoveCollection _, StoreOp.MoveObjects _ ->
            wide++;
        case StoreOp.PutMeta _, StoreOp.RemoveMeta _ -> {}
      }
    }
  }

  void remove(Transaction transaction) {
    for (StoreOp op : transaction.ops()) {
      switch (op) {
        case StoreOp.OnObject on ->
            counts.computeIfPresent(ref(on), (_, count) -> count == 1 ? null : count - 1);
        case StoreOp.CreateCollection _, StoreOp.RemoveCollection _, StoreOp.MoveObjects _ ->
            wide--;
        case StoreOp.PutMeta _, StoreOp.RemoveMeta _ -> {}
      }
    }
  }

  boolean has(CollectionId collection, ObjectId object) {
    return wide > 0 || counts.containsKey(new Ref(collection, object));
  }

  private static Ref ref(StoreOp.OnObject op) {
    return new Ref(op.collection(), op.object());
  }
}
