package io.pando.sim.workload;

import io.pando.client.ListCursor;
import io.pando.client.ListPage;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.sim.check.CallOutcome;
import io.pando.sim.check.History;
import io.pando.sim.check.Listed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A pool as a client uses it, with all calls recorded in a history. As thread-safe as the pool and
 * the clock.
 */
public final class RecordedPool {
  private final Pool pool;
  private final String client;
  private final History history;
  private final LongSupplier nanos;
  private volatile boolean fenced;

  /**
   * @param client name of the client in the history
   * @param nanos the single clock of the whole history
   */
  public RecordedPool(Pool pool, String client, History history, LongSupplier nanos) {
    this.pool = pool;
    this.client = client;
    this.history = history;
    this.nanos = nanos;
  }

  /** Name of the client in the history. */
  public String client() {
    return client;
  }

  /** Whether an operation failed since the session is fenced. */
  public boolean isFenced() {
    return fenced;
  }

  /** Executes a vector on an object. The future never fails. */
  public CompletableFuture<CallOutcome> operate(String object, List<ObjectOp> ops) {
    return operate(object, ops, history.called(client, object, nanos.getAsLong(), ops));
  }

  /**
   * Executes a vector on an object after this client has got a map that fences another session:
   * updates of that session come before it in the object's history. The future never fails.
   *
   * @param session name of the fenced client in the history
   */
  public CompletableFuture<CallOutcome> operateAfterFence(
      String session, String object, List<ObjectOp> ops) {
    History.Call call = history.called(client, object, nanos.getAsLong(), ops);
    call.endsSession(session);
    return operate(object, ops, call);
  }

  private CompletableFuture<CallOutcome> operate(
      String object, List<ObjectOp> ops, History.Call call) {
    SdkVector vector = new SdkVector(ops);
    return pool.operateAsync(object, vector.operation())
        .handle((result, failure) -> {
          CallOutcome ending =
              failure == null
                  ? new CallOutcome.Succeeded(result.version(), vector.results(result))
                  : endingOf(failure);
          call.ended(nanos.getAsLong(), ending);
          return ending;
        });
  }

  /**
   * Lists all objects, at most {@code pageSize} in a page. The future's value tells whether the
   * listing reached its end.
   */
  public CompletableFuture<Boolean> list(int pageSize) {
    return page(new ArrayList<>(), null, pageSize, nanos.getAsLong())
        .handle((_, failure) -> {
          if (failure != null) {
            noteFence(failure);
          }
          return failure == null;
        });
  }

  private CompletableFuture<Boolean> page(
      List<String> names, @Nullable ListCursor after, int pageSize, long callNanos) {
    return pool.listPageAsync(after, pageSize)
        .thenCompose(page -> next(names, page, pageSize, callNanos));
  }

  private CompletableFuture<Boolean> next(
      List<String> names, ListPage page, int pageSize, long callNanos) {
    names.addAll(page.names());
    if (page.next() != null) {
      return page(names, page.next(), pageSize, callNanos);
    }
    history.listed(new Listed(client, callNanos, nanos.getAsLong(), names));
    return CompletableFuture.completedFuture(true);
  }

  private void noteFence(Throwable failure) {
    fenced |= causeOf(failure) instanceof PandoException.Fenced;
  }

  private static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** Outcome of the operation, by its exception. */
  private CallOutcome endingOf(Throwable failure) {
    noteFence(failure);
    Throwable cause = causeOf(failure);
    String why = String.valueOf(cause.getMessage());
    return switch (cause) {
      case PandoException.NotFound _ -> new CallOutcome.Failed(OpError.NOT_FOUND);
      case PandoException.AlreadyExists _ -> new CallOutcome.Failed(OpError.ALREADY_EXISTS);
      case PandoException.NoAttribute _ -> new CallOutcome.Failed(OpError.NO_ATTRIBUTE);
      case PandoException.VersionMismatch _ -> new CallOutcome.Failed(OpError.VERSION_MISMATCH);
      case PandoException.ConditionFailed _ -> new CallOutcome.Failed(OpError.CONDITION_FAILED);
      case PandoException.Damaged _ -> new CallOutcome.Damaged(why);
      case PandoException.Overloaded _,
          PandoException.NoSpace _,
          PandoException.TooLarge _,
          PandoException.InvalidArgument _ ->
          new CallOutcome.NotDone(why);
      case PandoException.Timeout late when !late.mayHaveHappened() -> new CallOutcome.NotDone(why);
      case PandoException.Fenced fenced when !fenced.mayHaveHappened() ->
          new CallOutcome.NotDone(why);
      case PandoException.NoPool gone when !gone.mayHaveHappened() -> new CallOutcome.NotDone(why);
      case PandoException _ -> new CallOutcome.Unknown(why);
      case Error error -> throw error;
      default -> throw new IllegalStateException("the SDK failed", cause);
    };
  }
}
