package io.pando.op;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;

/** What one operation of a vector gave. */
public sealed interface OpResult {
  /** A mutation or a condition: there is nothing to say. */
  record Done() implements OpResult {}

  /** Bytes. */
  record Data(Payload data) implements OpResult {}

  /**
   * Parts of a range that hold data: {@code data} are the bytes of all ranges, one after the other.
   */
  record SparseData(List<ByteRange> ranges, Payload data) implements OpResult {}

  /**
   * What an object is.
   *
   * @param modifiedMillis wall-clock time of the last change at its primary, milliseconds since
   *     1970 UTC
   */
  record Stat(long sizeBytes, Version version, long modifiedMillis) implements OpResult {}

  /** Attributes by name. */
  record Attributes(SortedMap<String, Payload> attributes) implements OpResult {}

  /**
   * Entries of the key/value map.
   *
   * @param more whether a limit kept entries out that follow
   */
  record Entries(SortedMap<String, Payload> entries, boolean more) implements OpResult {}
}
