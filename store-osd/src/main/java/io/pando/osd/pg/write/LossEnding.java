package io.pando.osd.pg.write;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.Version;
import io.pando.op.OpResult;
import io.pando.osd.pg.op.ExecutionResult;
import io.pando.osd.pg.op.ObjectState;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The update that ends the loss of an object. All replicas get the whole object, or remove it,
 * whatever each has of it.
 */
final class LossEnding {
  private LossEnding() {}

  /**
   * The update.
   *
   * @param older the version that the object goes back to; if there is none, it is removed
   */
  static ExecutionResult of(ExecutionResult.Target target, OlderVersion older) {
    Version lost = target.before().version();
    List<OpResult> results = List.of(new OpResult.LossEnded(lost, older.version()));
    List<StoreOp.OnObject> steps = new ArrayList<>(older.steps());
    if (!older.exists()) {
      steps.add(new StoreOp.Remove(target.collection(), target.object()));
      return new ExecutionResult.Changed(results, steps, ObjectState.ABSENT);
    }
    TreeMap<String, Payload> stamp = new TreeMap<>(Utf8Order.INSTANCE);
    ObjectInfo info = new ObjectInfo(target.version(), target.wallMillis());
    stamp.put(ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(info));
    steps.add(new StoreOp.PutAttributes(target.collection(), target.object(), stamp));
    ObjectState after =
        new ObjectState(true, older.sizeBytes(), target.version(), target.wallMillis());
    return new ExecutionResult.Changed(results, steps, after);
  }
}
