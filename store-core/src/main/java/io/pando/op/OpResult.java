package io.pando.op;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;

/** The result of one operation of a vector. */
public sealed interface OpResult {
  /** Result of a mutation or a condition: success, without data. */
  record Done() implements OpResult {}

  /** Result of a read: the bytes. */
  record Data(Payload data) implements OpResult {}

  /**
   * Result of a sparse read: the ranges that hold data, and in {@code data} their bytes,
   * concatenated.
   */
  record SparseData(List<ByteRange> ranges, Payload data) implements OpResult {}

  /**
   * Size, version and modification time of an object.
   *
   * @param modifiedMillis the primary's wall-clock time of the last change, in milliseconds since
   *     1970 UTC
   */
  record Stat(long sizeBytes, Version version, long modifiedMillis) implements OpResult {}

  /** Attributes by name. */
  record Attributes(SortedMap<String, Payload> attributes) implements OpResult {}

  /**
   * Entries of the key/value map.
   *
   * @param more whether more entries follow, which a limit excluded
   */
  record Entries(SortedMap<String, Payload> entries, boolean more) implements OpResult {}

  /**
   * The end of a loss.
   *
   * @param lost version that the object had
   * @param kept version whose content it has now, under a new version; {@link Version#ZERO} if it
   *     was removed
   */
  record LossEnded(Version lost, Version kept) implements OpResult {}
}
