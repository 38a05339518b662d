package io.pando.store;

import java.util.List;

/**
 * Steps that a store takes together, in order: all of them or, after a crash or a refusal, none.
 *
 * @param ops not empty
 */
public record Transaction(List<StoreOp> ops) {
  public Transaction {
    if (ops.isEmpty()) {
      throw new IllegalArgumentException("a transaction must have a step");
    }
    ops = List.copyOf(ops);
  }

  /** One with the given steps. */
  public static Transaction of(StoreOp... ops) {
    return new Transaction(List.of(ops));
  }
}
