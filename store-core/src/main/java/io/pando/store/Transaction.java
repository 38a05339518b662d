package io.pando.store;

import io.pando.cluster.Compression;
import java.util.List;

/**
 * Steps that a store takes together, in order: all of them or, after a crash or a refusal, none.
 *
 * <p>What follows one that is not binding must keep the rules whether that was taken or not, since
 * it may be under way already when the refusal comes.
 *
 * @param ops not empty
 * @param binding whether the owner cannot go on without it: once one is refused, so is everything
 *     that follows until the store is opened anew. What is stored then ends where the refusal came,
 *     and a log kept in it has no gap. A store on a medium that others fill too refuses one only if
 *     it could never fit; else it and all that follow wait for room. One with a {@linkplain
 *     StoreOp.OnCollections step on collections} always is, since what follows counts on it
 * @param compression how the bytes that it writes are best kept; a store that cannot keep them so
 *     keeps them as they are
 */
public record Transaction(List<StoreOp> ops, boolean binding, Compression compression) {
  public Transaction {
    if (ops.isEmpty()) {
      throw new IllegalArgumentException("a transaction must have a step");
    }
    ops = List.copyOf(ops);
    binding |= hasStepOnCollections(ops);
  }

  /** One whose bytes are kept as they are. */
  public Transaction(List<StoreOp> ops, boolean binding) {
    this(ops, binding, Compression.NONE);
  }

  /** One that may be refused by itself, unless a step says otherwise. */
  public Transaction(List<StoreOp> ops) {
    this(ops, false);
  }

  /** One with the given steps, that may be refused by itself unless one of them says otherwise. */
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
