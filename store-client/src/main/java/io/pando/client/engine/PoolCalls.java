package io.pando.client.engine;

import io.pando.client.objecter.Operation;
import io.pando.client.objecter.OperationOutcome;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.id.ObjectId;
import io.pando.id.PoolId;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Makes blocking and asynchronous calls on one pool, and converts their outcomes to values. */
public record PoolCalls(
    ClientEngine engine,
    Completion completion,
    PoolId pool,
    String poolName,
    CallOptions options,
    int maxOperationBytes) {

  public PoolCalls withTimeout(Duration other) {
    return with(new CallOptions(other, options.waitsForSpace()));
  }

  /** Calls that need space wait while there is none. */
  public PoolCalls waitingForSpace() {
    return with(new CallOptions(timeout(), true));
  }

  private PoolCalls with(CallOptions other) {
    return new PoolCalls(engine, completion, pool, poolName, other, maxOperationBytes);
  }

  private Duration timeout() {
    return options.timeout();
  }

  /** A call that was submitted and not waited for yet. */
  public record Begun<T>(
      PoolCalls calls, CompletableFuture<OperationOutcome> raw, ObjectCall<T> call) {
    public T await() {
      String what = calls.what(call);
      return calls.completion.await(raw, calls.reading(call, what), calls.timeout(), what);
    }

    public void drop() {
      raw.cancel(false);
    }
  }

  public <T> T get(ObjectCall<T> call) {
    return begin(call).await();
  }

  /** Submits a call for a thread that will wait for it. */
  public <T> Begun<T> begin(ObjectCall<T> call) {
    return new Begun<>(this, engine.submit(work(call), timeout(), true), call);
  }

  public <T> CompletableFuture<T> start(ObjectCall<T> call) {
    return completion.hand(engine.submit(work(call), timeout(), false), reading(call, what(call)));
  }

  public ObjectMessage.ListReply list(ObjectId after, int max) {
    String what = "listing pool '" + poolName + "'";
    return completion.await(
        engine.submit(new Operation.Listing(pool, after, max), timeout(), true),
        outcome -> reply(ObjectMessage.ListReply.class, outcome, what),
        timeout(),
        what);
  }

  public <T> CompletableFuture<T> startList(
      ObjectId after, int max, Function<ObjectMessage.ListReply, T> reading) {
    String what = "listing pool '" + poolName + "'";
    return completion.hand(
        engine.submit(new Operation.Listing(pool, after, max), timeout(), false),
        outcome -> reading.apply(reply(ObjectMessage.ListReply.class, outcome, what)));
  }

  private Operation work(ObjectCall<?> call) {
    ObjectId object =
        Placement.object(ObjectNames.valid(call.object(), poolName, completion.exceptions()));
    Operation.Vector work =
        new Operation.Vector(pool, object, call.ops(), call.company(), options.waitsForSpace());
    requireSupport(call);
    new OperationLimits(maxOperationBytes, completion.exceptions()).check(work, what(call));
    return work;
  }

  /** Whether objects of the pool have key/value maps; true if the pool is not in the map. */
  public boolean supportsEntries() {
    return refusalOfEntries().isEmpty();
  }

  /** Refuses what OSDs would refuse, without a way to them. */
  private void requireSupport(ObjectCall<?> call) {
    if (call.ops().stream().anyMatch(ObjectOp::concernsEntries)) {
      refusalOfEntries()
          .ifPresent(reason -> {
            throw completion.exceptions().notSupported("object '" + call.object() + "': " + reason);
          });
    }
  }

  private Optional<String> refusalOfEntries() {
    return Optional.ofNullable(engine.map())
        .flatMap(map -> map.livePool(pool))
        .filter(info -> !info.supportsEntries())
        .map(PoolInfo::refusalOfEntries);
  }

  private String what(ObjectCall<?> call) {
    return "object '" + call.object() + "' in pool '" + poolName + "'";
  }

  private <T> Function<OperationOutcome, T> reading(ObjectCall<T> call, String what) {
    return outcome ->
        switch (reply(ObjectMessage.OperateReply.class, outcome, what).outcome()) {
          case OpOutcome.Failed failed -> throw completion.exceptions().of(failed, what);
          case OpOutcome.Succeeded succeeded -> call.reading().apply(succeeded);
        };
  }

  private <R extends ObjectMessage.Reply> R reply(
      Class<R> type, OperationOutcome outcome, String what) {
    if (outcome instanceof OperationOutcome.Replied replied && type.isInstance(replied.reply())) {
      return type.cast(replied.reply());
    }
    throw completion.exceptions().of(outcome, what, timeout());
  }
}
