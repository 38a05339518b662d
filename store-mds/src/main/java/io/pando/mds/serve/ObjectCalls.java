package io.pando.mds.serve;

import io.pando.check.Invariant;
import io.pando.id.PoolId;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls of objects that are under way, with what happens at their answers. */
final class ObjectCalls {
  private final Consumer<ServiceEffect> out;
  private final SortedMap<Long, Consumer<OpOutcome>> underWay = new TreeMap<>();
  private long last;

  ObjectCalls(Consumer<ServiceEffect> out) {
    this.out = out;
  }

  /**
   * Executes operations on an object.
   *
   * @param pool a data pool; null for the metadata pool
   */
  void call(
      @Nullable PoolId pool, String object, List<ObjectOp> operations, Consumer<OpOutcome> then) {
    last++;
    underWay.put(last, then);
    out.accept(new ServiceEffect.Call(last, pool, object, operations));
  }

  void onAnswer(long token, OpOutcome outcome) {
    Invariant.present(underWay.remove(token), () -> "no call waits for answer " + token)
        .accept(outcome);
  }
}
