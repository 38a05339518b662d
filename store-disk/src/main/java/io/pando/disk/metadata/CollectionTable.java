package io.pando.disk.metadata;

import io.pando.check.Invariant;
import io.pando.format.DamagedRecordException;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.TreeSet;

/** Which collections there are. One thread uses it. */
public final class CollectionTable {
  private final Metadata metadata;
  private final TreeSet<CollectionId> collections = new TreeSet<>();

  /** Knows none until {@link #load}. */
  public CollectionTable(Metadata metadata) {
    this.metadata = metadata;
  }

  /** What the metadata say, after opening or when a batch was given up. */
  public void load() throws MetadataException, DamagedRecordException {
    collections.clear();
    try (Metadata.Cursor entries = metadata.iterate(Family.COLLECTION)) {
      for (entries.seekToFirst(); entries.isValid(); entries.next()) {
        collections.add(Keys.collection(entries.key()));
      }
      entries.status();
    }
  }

  /** All, in order. */
  public List<CollectionId> list() {
    return List.copyOf(collections);
  }

  /** It is against the rules to name one that is not there. */
  public void mustExist(CollectionId collection) {
    Invariant.check(
        collections.contains(collection), () -> "collection " + collection + " must exist");
  }

  /** Adds one that is not there. */
  public void create(CollectionId collection) throws MetadataException {
    Invariant.check(
        !collections.contains(collection), () -> "collection " + collection + " must not exist");
    metadata.put(Family.COLLECTION, Keys.collection(collection), new byte[0]);
    collections.add(collection);
  }

  /** Removes one; what is in it is left to the caller. */
  public void remove(CollectionId collection) throws MetadataException {
    metadata.delete(Family.COLLECTION, Keys.collection(collection));
    collections.remove(collection);
  }
}
