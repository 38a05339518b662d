package io.pando.osd.pg.write;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.op.ExecutionResult;
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
 * Replaces as a whole, or removes, an object of which no good copy is left. Its attributes and map
 * entries were acknowledged, and are still here unless they are lost too: they are kept. All
 * replicas get the complete object, since different parts of it may be left on each.
 *
 * @param before what is left of the object here; null if not even its attributes are
 */
record Replacement(CollectionId collection, ObjectId object, @Nullable ObjectView before) {
  private static final int MAX_ENTRIES = 10_000;
  private static final int MAX_BYTES = 4 << 20;

  /** The query that must be run first. */
  static final ObjectQuery QUERY =
      new ObjectQuery(
          List.of(), List.of(new ObjectQuery.Page(null, "", MAX_ENTRIES, MAX_BYTES)), false);

  /** The replacement for an object, from the result of {@link #QUERY} and the lost version. */
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
   * @param damagedBytes size of the damaged copies on other OSDs, used if nothing of the object is
   *     here; 0 if not known
   */
  long sizeBytes(long damagedBytes) {
    if (before == null) {
      return damagedBytes;
    }
    Payload stamp = before.attributes().get(ObjectInfo.ATTRIBUTE);
    long objectBytes = stamp == null ? 0 : GroupRecords.OBJECT.decode(stamp).objectBytes();
    // Of an object that is stored in fragments, its record tells the size; a fragment is smaller.
    return Math.max(before.size(), objectBytes);
  }

  /**
   * Completes the update with the attributes and entries to keep, or returns the reason why that is
   * impossible.
   */
  ExecutionResult complete(ExecutionResult execution) {
    if (!(execution instanceof ExecutionResult.Changed changed)) {
      return execution;
    }
    List<StoreOp.OnObject> steps = new ArrayList<>();
    steps.add(new StoreOp.Remove(collection, object));
    if (changed.after().exists()) {
      if (before == null || before.maps().getFirst().more()) {
        Probe.reached("operations: attributes would be lost with the bytes");
        return new ExecutionResult.Failed(
            new OpOutcome.Failed(
                OpError.DAMAGED,
                -1,
                "attributes or entries of %s would be lost with its bytes: remove it first"
                    .formatted(object.name())));
      }
      Probe.reached("operations: attributes outlive lost bytes");
      keep(before, steps);
    }
    steps.addAll(changed.steps());
    return new ExecutionResult.Changed(changed.results(), steps, changed.after());
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
