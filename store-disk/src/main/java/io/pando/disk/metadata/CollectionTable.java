package io.pando.disk.metadata;

import io.pando.check.Invariant;
import io.pando.format.DamagedRecordException;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.TreeSet;

/** The existing collections. One thread uses it. */
public final class CollectionTable {
  private final Metadata metadata;
  private final TreeSet<CollectionId> collections = new TreeSet<>();

  /** A table that is empty until {@link #load}. */
  public CollectionTable(Metadata metadata) {
    this.metadata = metadata;
  }

  /** Loads the collections from the metadata, at opening or after a batch was abandoned. */
  public void load() throws MetadataException, DamagedRecordException {
    collections.clear();
    metadata.each(Family.COLLECTION, (key, _) -> collections.add(Keys.collection(key)));
  }

  /** All collections, in order. */
  public List<CollectionId> list() {
    return List.copyOf(collections);
  }

  /** Fails for a collection that does not exist; naming one violates the port's rules. */
  public void mustExist(CollectionId collection) {
    Invariant.check(
        collections.contains(collection), () -> "collection " + collection + " must exist");
  }

  /** Adds a collection that does not exist. */
  public void create(CollectionId collection) throws MetadataException {
    Invariant.check(
        !collections.contains(collection), () -> "collection " + collection + " must not exist");
    metadata.put(Family.COLLECTION, Keys.collection(collection), new byte[0]);
    collections.add(collection);
  }

  /** Removes a collection; the caller removes its contents. */
  public void remove(CollectionId collection) throws MetadataException {
    metadata.delete(Family.COLLECTION, Keys.collection(collection));
    collections.remove(collection);
  }
}
