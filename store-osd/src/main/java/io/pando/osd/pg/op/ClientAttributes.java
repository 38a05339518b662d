package io.pando.osd.pg.op;

import io.pando.bytes.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The attributes of clients that an object has in the course of a vector, by their names: how many,
 * and how large. They may be beyond a limit, if they were before there was one: then they may
 * become less.
 */
final class ClientAttributes {
  private final SortedMap<String, Integer> sizes = new TreeMap<>();
  private long totalBytes;

  /** Takes those of an object as it is stored. */
  void load(Map<String, Payload> stored) {
    stored.forEach((name, value) -> {
      if (name.startsWith(OpVector.ATTRIBUTE_PREFIX)) {
        put(name.substring(OpVector.ATTRIBUTE_PREFIX.length()), value);
      }
    });
  }

  /** Sets one; tells which limit that exceeds, if it does. */
  Optional<String> set(String name, Payload value, AttributeLimits limits) {
    int countBefore = sizes.size();
    long bytesBefore = totalBytes;
    put(name, value);
    if (sizes.size() > limits.maxCount() && sizes.size() > countBefore) {
      return Optional.of(
          "%d attributes of an object, at most %d".formatted(sizes.size(), limits.maxCount()));
    }
    if (totalBytes > limits.maxTotalBytes() && totalBytes > bytesBefore) {
      return Optional.of(
          "attributes of an object of %d bytes together, at most %d"
              .formatted(totalBytes, limits.maxTotalBytes()));
    }
    return Optional.empty();
  }

  private void put(String name, Payload value) {
    int size = name.getBytes(StandardCharsets.UTF_8).length + value.size();
    Integer before = sizes.put(name, size);
    totalBytes += size - (before == null ? 0 : before);
  }

  /** Removes one; false if it is not there. */
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
