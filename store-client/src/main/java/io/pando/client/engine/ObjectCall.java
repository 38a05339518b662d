package io.pando.client.engine;

import io.pando.client.objecter.Operation;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.List;
import java.util.function.Function;

/**
 * A vector on one object, and the function that reads its results.
 *
 * @param <T> type of the caller's result
 */
public record ObjectCall<T>(
    String object,
    List<ObjectOp> ops,
    Operation.Concurrency company,
    Function<OpOutcome.Succeeded, T> reading) {

  /** A single query, with a function that reads its result. */
  public static <T> ObjectCall<T> query(
      String object, ObjectOp query, Function<OpResult, T> reading) {
    return new ObjectCall<>(
        object,
        List.of(query),
        Operation.Concurrency.READERS,
        succeeded -> reading.apply(succeeded.results().getFirst()));
  }

  /** A single mutation; the result is the new version. */
  public static ObjectCall<Version> mutation(String object, ObjectOp mutation) {
    return new ObjectCall<>(
        object, List.of(mutation), Operation.Concurrency.UPDATES, OpOutcome.Succeeded::version);
  }

  /** A piece of a long transfer. */
  public static <T> ObjectCall<T> piece(
      String object, List<ObjectOp> ops, Function<OpOutcome.Succeeded, T> reading) {
    return new ObjectCall<>(object, ops, Operation.Concurrency.PIECES, reading);
  }
}
