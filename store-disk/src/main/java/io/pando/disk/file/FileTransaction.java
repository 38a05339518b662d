package io.pando.disk.file;

import io.pando.cluster.Compression;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.List;

/**
 * A transaction as it is in the log of a file store: with the bytes of the ranges that it cloned. A
 * file cannot say that bytes are damaged, so ranges of them are named beside the steps.
 *
 * @param ops all other steps
 * @param binding see {@link Transaction}
 * @param compression see {@link Transaction}
 * @param damaged in the order in which they come between the steps
 */
public record FileTransaction(
    List<StoreOp> ops, boolean binding, Compression compression, List<DamagedRange> damaged) {
  public FileTransaction {
    ops = List.copyOf(ops);
    damaged = List.copyOf(damaged);
    int last = 0;
    for (DamagedRange range : damaged) {
      if (range.before() < last || range.before() > ops.size()) {
        throw new IllegalArgumentException(
            "damage after " + range.before() + " of " + ops.size() + " steps: " + range);
      }
      last = range.before();
    }
  }

  static FileTransaction of(Transaction transaction) {
    return new FileTransaction(
        transaction.ops(), transaction.binding(), transaction.compression(), List.of());
  }
}
