package io.pando.disk.raw.check;

import io.pando.bytes.Payload;
import io.pando.disk.metadata.Keys;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes keys whose contents may be arbitrary. */
final class RecordKeys {
  /** The lengths of collections; no collection is a prefix of another. */
  private static final List<Integer> LENGTHS =
      List.of(
          Keys.collection(CollectionId.DAEMON).length,
          Keys.GROUP_BYTES,
          Keys.GROUP_AT_POSITION_BYTES);

  private RecordKeys() {}

  /** The collection that a key begins with; null if there is none. */
  static @Nullable CollectionId collection(byte[] key) {
    CollectionId found = null;
    for (int length : LENGTHS) {
      found = found == null ? parse(key, length) : found;
    }
    return found;
  }

  private static @Nullable CollectionId parse(byte[] key, int length) {
    if (key.length < length) {
      return null;
    }
    try {
      return Keys.collection(Arrays.copyOf(key, length));
    } catch (DamagedRecordException noCollection) {
      return null;
    }
  }

  /** The object that a key names; null if there is none. */
  static Subject.@Nullable Named object(byte[] key) {
    CollectionId collection = collection(key);
    int prefix = collection == null ? 0 : Keys.collection(collection).length;
    if (collection == null || key.length < prefix + Integer.BYTES) {
      return null;
    }
    try {
      ObjectId id = Keys.object(key, prefix);
      boolean same = Arrays.equals(Keys.object(collection, id), key);
      return same ? new Subject.Named(collection, id, Payload.wrap(key)) : null;
    } catch (IllegalArgumentException noName) {
      return null;
    }
  }
}
