package io.pando.disk.metadata;

import io.pando.bytes.Payload;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes the ordered maps of objects and collections, in the metadata's batch. */
public final class MapWriter {
  private final Metadata metadata;

  public MapWriter(Metadata metadata) {
    this.metadata = metadata;
  }

  /** Puts entries with a prefix. */
  public void putAll(Family family, byte[] prefix, Map<String, Payload> entries)
      throws MetadataException {
    for (var entry : entries.entrySet()) {
      metadata.put(family, Keys.append(prefix, entry.getKey()), entry.getValue().toByteArray());
    }
  }

  /** Removes entries with a prefix from one key to another, exclusive; null for no upper bound. */
  public void removeRange(Family family, byte[] prefix, String from, @Nullable String to)
      throws MetadataException {
    byte[] begin = Keys.append(prefix, from);
    byte[] end = to == null ? Keys.end(prefix) : Keys.append(prefix, to);
    if (Arrays.equals(end, Keys.successor(begin))) {
      // A single key is deleted without a search.
      metadata.delete(family, begin);
    } else {
      metadata.deleteRange(family, begin, end);
    }
  }

  /** Removes all entries with a prefix. */
  public void removeAll(Family family, byte[] prefix) throws MetadataException {
    metadata.deleteRange(family, prefix, Keys.end(prefix));
  }
}
