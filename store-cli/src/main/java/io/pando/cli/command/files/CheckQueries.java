package io.pando.cli.command.files;

import io.pando.client.Handle;
import io.pando.client.ObjectOperation;
import io.pando.client.OperationResult;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Queries of a check of a file system, as operations on a pool. */
record CheckQueries(Pool pool) {
  /** The outcome; fails with {@link PandoException} if the object is out of reach. */
  CompletableFuture<OpOutcome> execute(String object, List<ObjectOp> queries) {
    ObjectOperation.Builder operation = ObjectOperation.builder();
    List<Function<OperationResult, OpResult>> readers = new ArrayList<>();
    queries.forEach(each -> readers.add(add(operation, each)));
    return pool.operateAsync(object, operation.build())
        .handle(
            (result, failed) ->
                failed == null
                    ? new OpOutcome.Succeeded(
                        result.version(),
                        readers.stream().map(reader -> reader.apply(result)).toList())
                    : failure(failed));
  }

  private static Function<OperationResult, OpResult> add(
      ObjectOperation.Builder operation, ObjectOp query) {
    switch (query) {
      case ObjectOp.ListAttributes _ -> {
        var handle = Handle.attributes();
        operation.listAttributes(handle);
        return result -> new OpResult.Attributes(result.get(handle));
      }
      case ObjectOp.ListEntries it -> {
        var handle = Handle.entries();
        operation.listEntries(it.after(), it.prefix(), it.maxEntries(), handle);
        return result ->
            new OpResult.Entries(result.get(handle).entries(), result.get(handle).more());
      }
      case ObjectOp.Read it -> {
        var handle = Handle.bytes();
        operation.read(it.range().offset(), it.range().length(), handle);
        return result -> new OpResult.Data(result.get(handle));
      }
      case ObjectOp.Stat _ -> {
        var handle = Handle.stat();
        operation.stat(handle);
        return result ->
            new OpResult.Stat(
                result.get(handle).sizeBytes(),
                result.get(handle).version(),
                result.get(handle).modified().toEpochMilli());
      }
      default -> throw new IllegalArgumentException("not a query of a check: " + query);
    }
  }

  private static OpOutcome failure(Throwable failed) {
    @Nullable Throwable cause = failed instanceof CompletionException it ? it.getCause() : failed;
    return switch (cause) {
      case PandoException.NotFound it ->
          new OpOutcome.Failed(OpError.NOT_FOUND, -1, String.valueOf(it.getMessage()));
      case PandoException.Damaged it ->
          new OpOutcome.Failed(OpError.DAMAGED, -1, String.valueOf(it.getMessage()));
      case null, default -> throw new CompletionException(cause);
    };
  }
}
