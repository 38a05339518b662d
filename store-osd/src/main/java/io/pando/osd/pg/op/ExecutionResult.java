package io.pando.osd.pg.op;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.store.CollectionId;
import io.pando.store.ObjectView;
import io.pando.store.StoreOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of executing a vector on an object. */
public sealed interface ExecutionResult {
  /** The vector does not change the object. */
  record Observed(List<OpResult> results) implements ExecutionResult {}

  /**
   * The vector changes the object.
   *
   * @param steps of the store, with the new version among the attributes
   * @param after state of the object after the change
   */
  record Changed(List<OpResult> results, List<StoreOp.OnObject> steps, ObjectState after)
      implements ExecutionResult {}

  /** The vector fails and changes nothing. */
  record Failed(OpOutcome.Failed outcome) implements ExecutionResult {}

  /**
   * The object that a vector is executed on, and the version and time that its outcome gets.
   *
   * @param version of the object after a change
   */
  record Target(
      CollectionId collection,
      ObjectId object,
      ObjectState before,
      Version version,
      long wallMillis) {}

  /**
   * Executes a vector. A pure function.
   *
   * @param view result of {@link OpVector#query}; null if the object does not exist, or the vector
   *     needs no content
   */
  static ExecutionResult of(
      List<ObjectOp> ops, Target target, @Nullable ObjectView view, OpLimits limits) {
    return new VectorExecution(target, view, limits).run(ops);
  }
}
