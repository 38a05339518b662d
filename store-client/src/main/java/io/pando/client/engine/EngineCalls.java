package io.pando.client.engine;

import io.pando.client.objecter.Operation;
import io.pando.client.objecter.OperationOutcome;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Placement;
import io.pando.id.PoolId;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.port.ClusterCalls;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The cluster as a daemon uses it, through an engine on the daemon's event loop. */
final class EngineCalls implements ClusterCalls {
  /** As long as a session stays fenced. */
  private static final Duration LONGEST = Duration.ofHours(1);

  private final ClientEngine engine;

  /** Calls through an engine that is started. */
  EngineCalls(ClientEngine engine) {
    this.engine = engine;
  }

  @Override
  public void onMap(Consumer<ClusterMap> listener) {
    next(0, listener);
  }

  private void next(long after, Consumer<ClusterMap> listener) {
    var _ =
        engine
            .mapAfter(after, LONGEST)
            .thenAccept(map -> {
              map.ifPresent(listener);
              if (!engine.isClosed()) {
                next(map.map(ClusterMap::epoch).orElse(after), listener);
              }
            });
  }

  @Override
  public void request(Change change, Consumer<ChangeOutcome> done) {
    var _ = engine.request(change).thenAccept(done);
  }

  @Override
  public void call(PoolId pool, String object, List<ObjectOp> operations, Consumer<Outcome> done) {
    boolean reads = operations.stream().noneMatch(ObjectOp.Mutation.class::isInstance);
    Operation work =
        new Operation.Vector(
            pool,
            Placement.object(object),
            operations,
            reads ? Operation.Concurrency.READERS : Operation.Concurrency.UPDATES,
            true);
    var _ =
        engine
            .submit(work, LONGEST, true)
            .thenAccept(outcome -> done.accept(outcome(object, outcome)));
  }

  private static Outcome outcome(String object, OperationOutcome outcome) {
    return switch (outcome) {
      case OperationOutcome.Replied it
          when it.reply() instanceof ObjectMessage.OperateReply reply ->
          new Outcome.Answered(reply.outcome());
      case OperationOutcome.Replied it ->
          unanswered(object, "was answered by " + it.reply().getClass().getSimpleName());
      case OperationOutcome.PoolGone _ ->
          new Outcome.Answered(
              new OpOutcome.Failed(OpError.NO_POOL, -1, "the pool of " + object + " is gone"));
      case OperationOutcome.Fenced _ ->
          new Outcome.Answered(
              new OpOutcome.Failed(OpError.FENCED, -1, "the session of this daemon is fenced"));
      case OperationOutcome.TimedOut it -> unanswered(object, it.account());
      case OperationOutcome.Refused it -> unanswered(object, it.reason());
      case OperationOutcome.Cancelled _ -> unanswered(object, "was cancelled");
      case OperationOutcome.Closed _ -> unanswered(object, "the connection was closed");
    };
  }

  private static Outcome unanswered(String object, String why) {
    return new Outcome.Unanswered("object %s: %s".formatted(object, why));
  }
}
