package io.pando.osd.pg.write;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.op.Execution;
import io.pando.osd.pg.op.ObjectState;
import io.pando.probe.Probe;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How an object whose bytes are lost everywhere is replaced as a whole, or removed. Its attributes
 * and entries were acknowledged, and are still here unless they are lost too: they go on. All
 * replicas get all of it, since each of them may have something else left.
 *
 * @param before what is left of it here; null: not even its attributes
 */
record Replacement(CollectionId collection, ObjectId object, @Nullable ObjectView before) {
  private static final int MAX_ENTRIES = 10_000;
  private static final int MAX_BYTES = 4 << 20;

  /** What must be read before. */
  static final ObjectQuery QUERY =
      new ObjectQuery(
          List.of(), List.of(new ObjectQuery.Page(null, "", MAX_ENTRIES, MAX_BYTES)), false);

  /** By what was read of an object that should be here in that version. */
  static Replacement of(
      CollectionId collection, ObjectId object, Version lost, ReadOutcome outcome) {
    ObjectView left =
        outcome instanceof ReadOutcome.Found found
                && ObjectState.of(found.view()).version().equals(lost)
            ? found.view()
            : null;
    return new Replacement(collection, object, left);
  }

  /**
   * The size in bytes of the object that is replaced.
   *
   * @param damagedBytes size of the damaged copies on other OSDs, for an object of which nothing is
   *     here; 0: not known
   */
  long sizeBytes(long damagedBytes) {
    return before == null ? damagedBytes : before.size();
  }

  /** The update with everything that it needs, or why it cannot be. */
  Execution complete(Execution execution) {
    if (!(execution instanceof Execution.Changed changed)) {
      return execution;
    }
    List<StoreOp.OnObject> steps = new ArrayList<>();
    steps.add(new StoreOp.Remove(collection, object));
    if (changed.after().exists()) {
      if (before == null || before.maps().getFirst().more()) {
        Probe.reached("operations: attributes would be lost with the bytes");
        return new Execution.Failed(
            new OpOutcome.Failed(
                OpError.DAMAGED,
                -1,
                "attributes or entries of "
                    + object.name()
                    + " would be lost with its bytes: remove it first"));
      }
      Probe.reached("operations: attributes outlive lost bytes");
      keep(before, steps);
    }
    steps.addAll(changed.steps());
    return new Execution.Changed(changed.results(), steps, changed.after());
  }

  private void keep(ObjectView left, List<StoreOp.OnObject> steps) {
    if (!left.attributes().isEmpty()) {
      TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
      attributes.putAll(left.attributes());
      steps.add(new StoreOp.PutAttributes(collection, object, attributes));
    }
    if (!left.maps().getFirst().entries().isEmpty()) {
      steps.add(new StoreOp.PutMap(collection, object, left.maps().getFirst().entries()));
    }
  }
}
