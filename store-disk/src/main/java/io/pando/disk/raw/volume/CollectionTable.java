package io.pando.disk.raw.volume;

import io.pando.check.Invariant;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.TreeSet;

/** Which collections there are. */
final class CollectionTable {
  private final Metadata metadata;
  private final TreeSet<CollectionId> collections = new TreeSet<>();

  CollectionTable(Metadata metadata) {
    this.metadata = metadata;
  }

  /** What the metadata say, after opening or when a batch was given up. */
  void load() throws MetadataException, DamagedRecordException {
    collections.clear();
    try (Metadata.Cursor entries = metadata.iterate(Family.COLLECTION)) {
      for (entries.seekToFirst(); entries.isValid(); entries.next()) {
        collections.add(Keys.collection(entries.key()));
      }
      entries.status();
    }
  }

  List<CollectionId> list() {
    return List.copyOf(collections);
  }

  void mustExist(CollectionId collection) {
    Invariant.check(
        collections.contains(collection), () -> "collection " + collection + " must exist");
  }

  void create(CollectionId collection) throws MetadataException {
    Invariant.check(
        !collections.contains(collection), () -> "collection " + collection + " must not exist");
    metadata.put(Family.COLLECTION, Keys.collection(collection), new byte[0]);
    collections.add(collection);
  }

  void remove(CollectionId collection) throws MetadataException {
    metadata.delete(Family.COLLECTION, Keys.collection(collection));
    collections.remove(collection);
  }
}
