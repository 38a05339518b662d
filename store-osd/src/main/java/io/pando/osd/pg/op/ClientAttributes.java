package io.pando.osd.pg.op;

import io.pando.bytes.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The sizes of an object's client attributes in the course of a vector, by name. They may exceed a
 * limit that was introduced or lowered later. Then they may only become fewer or smaller.
 */
final class ClientAttributes {
  private final SortedMap<String, Integer> sizes = new TreeMap<>();
  private long totalBytes;

  /** Adds the attributes of the stored object. */
  void load(Map<String, Payload> stored) {
    stored.forEach((name, value) -> {
      if (name.startsWith(OpVector.ATTRIBUTE_PREFIX)) {
        put(name.substring(OpVector.ATTRIBUTE_PREFIX.length()), value);
      }
    });
  }

  /** Sets an attribute; returns the limit that this exceeds, if it does. */
  Optional<String> set(String name, Payload value, AttributeLimits limits) {
    int countBefore = sizes.size();
    long bytesBefore = totalBytes;
    put(name, value);
    if (sizes.size() > limits.maxCount() && sizes.size() > countBefore) {
      return Optional.of(
          "an object has %d attributes; at most %d are allowed"
              .formatted(sizes.size(), limits.maxCount()));
    }
    if (totalBytes > limits.maxTotalBytes() && totalBytes > bytesBefore) {
      return Optional.of(
          "attributes of an object have %d bytes; at most %d are allowed"
              .formatted(totalBytes, limits.maxTotalBytes()));
    }
    return Optional.empty();
  }

  private void put(String name, Payload value) {
    int size = name.getBytes(StandardCharsets.UTF_8).length + value.size();
    Integer before = sizes.put(name, size);
    totalBytes += size - (before == null ? 0 : before);
  }

  /** Removes an attribute; false if it does not exist. */
  boolean remove(String name) {
    Integer size = sizes.remove(name);
    totalBytes -= size == null ? 0 : size;
    return size != null;
  }

  void clear() {
    sizes.clear();
    totalBytes = 0;
  }
}
