package io.pando.client.engine;

import io.pando.client.objecter.Operation;
import io.pando.op.ObjectOp;
import java.util.List;

/**
 * Limits of one operation. A message beyond the limits of the wire format would break its stream
 * and be resent until the time-out; so it is refused here, with a message that names the remedy.
 *
 * @param maxOperationBytes most bytes that an operation may move
 */
record OperationLimits(int maxOperationBytes, Exceptions exceptions) {
  /** Most bytes of attribute names and keys together. */
  static final int KEY_BYTES = 8 << 20;

  /** Size counted for a key in addition to its bytes. */
  private static final int KEY_OVERHEAD_BYTES = 16;

  /**
   * Throws unless the vector is within the limits and its strings are well-formed.
   *
   * @param what the object and pool, for the message
   */
  void check(Operation.Vector vector, String what) {
    if (vector.sizeBytes() > maxOperationBytes) {
      throw exceptions.tooLarge(
          what
              + ": one operation moves at most "
              + maxOperationBytes
              + " bytes, not "
              + vector.sizeBytes()
              + "; use upload or download, or several operations");
    }
    long keyBytes = vector.ops().stream().mapToLong(op -> keyBytes(op, what)).sum();
    if (keyBytes > KEY_BYTES) {
      throw exceptions.tooLarge(
          what
              + ": one operation names attributes and keys of at most "
              + KEY_BYTES
              + " bytes together, not "
              + keyBytes
              + "; use several operations");
    }
  }

  private long keyBytes(ObjectOp op, String what) {
    return switch (op) {
      case ObjectOp.GetAttribute get -> keyBytes(get.name(), what);
      case ObjectOp.CompareAttribute compare -> keyBytes(compare.name(), what);
      case ObjectOp.SetAttribute set -> keyBytes(set.name(), what);
      case ObjectOp.RemoveAttribute remove -> keyBytes(remove.name(), what);
      case ObjectOp.GetEntries get -> keyBytes(get.keys(), what);
      case ObjectOp.RemoveEntries remove -> keyBytes(remove.keys(), what);
      case ObjectOp.SetEntries set -> keyBytes(List.copyOf(set.entries().keySet()), what);
      case ObjectOp.ListEntries list ->
          keyBytes(list.prefix(), what) + (list.after() == null ? 0 : keyBytes(list.after(), what));
      case ObjectOp.RemoveEntryRange range ->
          keyBytes(range.from(), what) + (range.to() == null ? 0 : keyBytes(range.to(), what));
      default -> 0;
    };
  }

  private long keyBytes(List<String> keys, String what) {
    return keys.stream().mapToLong(key -> keyBytes(key, what)).sum();
  }

  private long keyBytes(String key, String what) {
    return ObjectNames.utf8Bytes(key, what + ": a key or attribute name", exceptions)
        + KEY_OVERHEAD_BYTES;
  }
}
