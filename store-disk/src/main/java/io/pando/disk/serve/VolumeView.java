package io.pando.disk.serve;

import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.AttributeListing;
import io.pando.port.ObjectStore.Listing;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The read calls of {@link io.pando.port.ObjectStore}, answered from the applied state. */
public interface VolumeView {
  /** Reads one object; anything wrong with it is reported as damage. */
  ReadOutcome read(CollectionId collection, ObjectId id, ObjectQuery query)
      throws IOException, MetadataException, DamagedRecordException;

  /** Reads objects until their total size reaches a limit. */
  default List<ReadOutcome> readAll(
      CollectionId collection, List<ObjectId> ids, ObjectQuery query, long maxBytes)
      throws IOException, MetadataException, DamagedRecordException {
    List<ReadOutcome> outcomes = new ArrayList<>();
    long bytes = 0;
    for (ObjectId id : ids) {
      ReadOutcome outcome = read(collection, id, query);
      outcomes.add(outcome);
      bytes += outcome instanceof ReadOutcome.Found found ? found.view().bytesRead() : 0;
      if (bytes >= maxBytes) {
        break;
      }
    }
    return outcomes;
  }

  /** A page of a collection's objects in placement order. */
  Listing list(CollectionId collection, @Nullable ObjectId after, int max)
      throws IOException, MetadataException, DamagedRecordException;

  /** A page of the objects in some parts of the placement order, with an attribute of each. */
  AttributeListing listAttribute(
      CollectionId collection,
      List<PositionRange> parts,
      @Nullable ObjectId after,
      int max,
      String attribute)
      throws IOException, MetadataException, DamagedRecordException;

  /** The collection's own map from one key to another, exclusive; null for no upper bound. */
  SortedMap<String, Payload> readMeta(CollectionId collection, String from, @Nullable String to)
      throws IOException, MetadataException, DamagedRecordException;
}
