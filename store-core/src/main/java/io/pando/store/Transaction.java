package io.pando.store;

import io.pando.cluster.Compression;
import java.util.List;

/**
 * Steps that a store applies atomically, in order: all of them or, after a crash or a refusal,
 * none.
 *
 * <p>Transactions after one that is not binding must be valid whether or not that one was applied,
 * since they may already be submitted when it is refused.
 *
 * @param ops steps, not empty
 * @param binding whether later transactions depend on this one. If a binding transaction is
 *     refused, all later ones are refused too until the store is opened again. The stored state
 *     then ends right before the refused transaction, so a log in the store has no gap. A store on
 *     a medium that others fill too refuses a binding transaction only if it could never fit;
 *     otherwise this one and all later ones wait for room. A transaction with a {@linkplain
 *     StoreOp.OnCollections step on collections} is always binding, since later ones depend on it
 * @param compression preferred compression of the bytes that it writes; a store without it keeps
 *     them uncompressed
 */
public record Transaction(List<StoreOp> ops, boolean binding, Compression compression) {
  public Transaction {
    if (ops.isEmpty()) {
      throw new IllegalArgumentException("a transaction must have a step");
    }
    ops = List.copyOf(ops);
    binding |= hasStepOnCollections(ops);
  }

  /** A transaction without compression. */
  public Transaction(List<StoreOp> ops, boolean binding) {
    this(ops, binding, Compression.NONE);
  }

  /** A transaction that is binding only if one of its steps requires it. */
  public Transaction(List<StoreOp> ops) {
    this(ops, false);
  }

  /** A transaction with the given steps, which is binding only if one of them requires it. */
  public static Transaction of(StoreOp... ops) {
    return new Transaction(List.of(ops));
  }

  private static boolean hasStepOnCollections(List<StoreOp> ops) {
    for (StoreOp op : ops) {
      if (op instanceof StoreOp.OnCollections) {
        return true;
      }
    }
    return false;
  }
}
