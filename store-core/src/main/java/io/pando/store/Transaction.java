package io.pando.store;

import java.util.List;

/**
 * Steps that a store takes together, in order: all of them or, after a crash or a refusal, none.
 *
 * @param ops not empty
 * @param binding whether the owner cannot go on without it: once one is refused, so is everything
 *     that follows until the store is opened anew. What is stored then ends where the refusal came,
 *     and a log kept in it has no gap
 */
public record Transaction(List<StoreOp> ops, boolean binding) {
  public Transaction {
    if (ops.isEmpty()) {
      throw new IllegalArgumentException("a transaction must have a step");
    }
    ops = List.copyOf(ops);
  }

  /** One that may be refused by itself. */
  public Transaction(List<StoreOp> ops) {
    this(ops, false);
  }

  /** One with the given steps, that may be refused by itself. */
  public static Transaction of(StoreOp... ops) {
    return new Transaction(List.of(ops));
  }
}
