package io.pando.mds.table;

import io.pando.bytes.Payload;
import io.pando.op.ObjectOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * One write of dirty rows to the object of a table, which is done entirely or not at all.
 *
 * @param object name of the object
 * @param rows entries to set
 * @param removed entries to remove
 * @param head the head with the version of the table, an attribute of the object
 */
public record TableCommit(
    String object, SortedMap<String, Payload> rows, List<String> removed, Payload head) {
  /** Attribute of the object with the head of the table. */
  public static final String HEAD = "table";

  /** Bytes of keys and values. */
  public long bytes() {
    long bytes = head.size();
    for (Map.Entry<String, Payload> each : rows.entrySet()) {
      bytes += each.getKey().length() + each.getValue().size();
    }
    for (String each : removed) {
      bytes += each.length();
    }
    return bytes;
  }

  /** The operations on the object. */
  public List<ObjectOp> operations() {
    List<ObjectOp> operations = new ArrayList<>();
    operations.add(new ObjectOp.SetAttribute(HEAD, head));
    if (!rows.isEmpty()) {
      operations.add(new ObjectOp.SetEntries(rows));
    }
    if (!removed.isEmpty()) {
      operations.add(new ObjectOp.RemoveEntries(removed));
    }
    return operations;
  }
}
