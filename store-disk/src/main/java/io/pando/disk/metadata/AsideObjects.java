package io.pando.disk.metadata;

import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The objects that copies of groups keep aside and whose records are in the metadata. Each of these
 * objects is new when it is made, and is removed soon, mostly before its record is stored. So few
 * have records, and knowing which spares a lookup for each that is made. One thread uses it.
 *
 * <p>Invariant: it has every object with a record, of each collection that it has.
 */
final class AsideObjects {
  private final Metadata metadata;
  private final Map<CollectionId, Set<ObjectId>> stored = new HashMap<>();

  AsideObjects(Metadata metadata) {
    this.metadata = metadata;
  }

  /** Whether an object is one of these and certainly has no record. */
  boolean isWithoutRecord(ObjectTable.Ref ref) throws MetadataException {
    if (!ref.collection().isAside()) {
      return false;
    }
    Set<ObjectId> known = stored.get(ref.collection());
    if (known == null) {
      known = load(ref.collection());
      stored.put(ref.collection(), known);
    }
    return !known.contains(ref.object());
  }

  private Set<ObjectId> load(CollectionId collection) throws MetadataException {
    Set<ObjectId> objects = new HashSet<>();
    byte[] prefix = Keys.collection(collection);
    try (Metadata.Cursor entries = metadata.iterate(Family.OBJECT)) {
      for (entries.seek(prefix); entries.isValid(); entries.next()) {
        byte[] key = entries.key();
        if (!Keys.startsWith(key, prefix)) {
          break;
        }
        objects.add(Keys.object(key, prefix.length));
      }
      entries.status();
    }
    return objects;
  }

  /** The record of an object was stored. */
  void onStored(CollectionId collection, ObjectId object) {
    Set<ObjectId> known = collection.isAside() ? stored.get(collection) : null;
    if (known != null) {
      known.add(object);
    }
  }

  /** The record of an object was deleted. */
  void onDeleted(CollectionId collection, ObjectId object) {
    Set<ObjectId> known = collection.isAside() ? stored.get(collection) : null;
    if (known != null) {
      known.remove(object);
    }
  }

  /** Forgets a collection, whose records changed in another way. */
  void forget(CollectionId collection) {
    stored.remove(collection);
  }

  /** Forgets everything, since stored or deleted records were abandoned. */
  void forgetAll() {
    stored.clear();
  }
}
