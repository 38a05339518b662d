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

/** How a vector went on an object. */
public sealed interface Execution {
  /** The object stays as it is. */
  record Observed(List<OpResult> results) implements Execution {}

  /**
   * The object changes.
   *
   * @param steps of the store, with the new version among the attributes
   * @param after the object as it will be
   */
  record Changed(List<OpResult> results, List<StoreOp.OnObject> steps, ObjectState after)
      implements Execution {}

  /** It fails, and changes nothing. */
  record Failed(OpOutcome.Failed outcome) implements Execution {}

  /**
   * The object a vector is executed on, and what the outcome is stamped with.
   *
   * @param version that a change will have
   */
  record Target(
      CollectionId collection,
      ObjectId object,
      ObjectState before,
      Version version,
      long wallMillis) {}

  /**
   * Executes. A pure function.
   *
   * @param view what {@link OpVector#query} found; null if the object does not exist, or the vector
   *     needs no content
   */
  static Execution of(
      List<ObjectOp> ops, Target target, @Nullable ObjectView view, OpLimits limits) {
    return new VectorExecution(target, view, limits).run(ops);
  }
}
