package io.pando.disk.serve;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.DamagedBytesException;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MapReader;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.metadata.StoredObject;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.AttributeListing;
import io.pando.port.ObjectStore.Listing;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ObjectView.MapPage;
import io.pando.store.ReadOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers queries from the applied state, whether it is durable or not: objects and maps from the
 * metadata, bytes from where the subclass keeps them. One thread uses it.
 *
 * @param <T> type of an object in memory
 */
public abstract class TableView<T extends StoredObject> implements VolumeView {
  private static final Logger LOG = LoggerFactory.getLogger(TableView.class);

  private final CollectionTable collections;
  private final ObjectTable<T> objects;
  private final MapReader maps;

  protected TableView(Metadata metadata, CollectionTable collections, ObjectTable<T> objects) {
    this.collections = collections;
    this.objects = objects;
    this.maps = new MapReader(metadata);
  }

  /** The bytes of a range, cut at the object's end. */
  protected abstract Payload read(T object, ByteRange range)
      throws IOException, MetadataException, DamagedRecordException, DamagedBytesException;

  /** Checks that the bytes that an amendment keeps are sound. */
  protected abstract void check(T object, ObjectQuery.Amendment amendment)
      throws IOException, MetadataException, DamagedRecordException, DamagedBytesException;

  /** The attributes in the record of an object; none if the object is damaged. */
  protected abstract SortedMap<String, Payload> attributes(byte[] record)
      throws DamagedRecordException;

  /** The object; null if it does not exist. */
  protected final @Nullable T find(CollectionId collection, ObjectId id)
      throws MetadataException, DamagedRecordException {
    return objects.find(new ObjectTable.Ref(collection, id));
  }

  @Override
  public final ReadOutcome read(CollectionId collection, ObjectId id, ObjectQuery query)
      throws IOException {
    collections.mustExist(collection);
    try {
      T object = find(collection, id);
      if (object == null) {
        return new ReadOutcome.Absent();
      }
      if (!object.damage().isEmpty()) {
        return new ReadOutcome.Damaged(
            "object " + id + " of " + collection + ": marked as damaged: " + object.damage());
      }
      return new ReadOutcome.Found(view(object, query));
    } catch (DamagedBytesException e) {
      return new ReadOutcome.Damaged(String.valueOf(e.getMessage()));
    } catch (MetadataException | DamagedRecordException e) {
      return new ReadOutcome.Damaged(
          "object " + id + " of " + collection + ": its metadata: " + e.getMessage());
    }
  }

  private ObjectView view(T object, ObjectQuery query)
      throws IOException, MetadataException, DamagedRecordException, DamagedBytesException {
    for (ObjectQuery.Amendment amendment : query.amended()) {
      check(object, amendment);
    }
    List<Payload> data = new ArrayList<>();
    for (ByteRange range : query.data()) {
      data.add(read(object, range));
    }
    List<MapPage> pages = new ArrayList<>();
    for (ObjectQuery.MapSelection selection : query.maps()) {
      pages.add(maps.select(object.hasMap() ? object.mapPrefix() : null, selection));
    }
    List<ByteRange> allocated = query.allocated() ? object.allocated() : List.of();
    SortedMap<String, Payload> attributes = new TreeMap<>(object.attributes());
    return new ObjectView(
        object.size(), Collections.unmodifiableSortedMap(attributes), data, pages, allocated);
  }

  @Override
  public final Listing list(CollectionId collection, @Nullable ObjectId after, int max)
      throws MetadataException {
    collections.mustExist(collection);
    List<ObjectId> page = new ArrayList<>();
    boolean more = objects.walk(collection, after, max, (id, _) -> page.add(id));
    return new Listing(page, more);
  }

  @Override
  public final AttributeListing listAttribute(
      CollectionId collection,
      List<PositionRange> parts,
      @Nullable ObjectId after,
      int max,
      String attribute)
      throws MetadataException {
    collections.mustExist(collection);
    List<AttributeListing.Entry> page = new ArrayList<>();
    boolean more =
        objects.walk(
            collection,
            parts,
            after,
            max,
            (id, record) -> page.add(new AttributeListing.Entry(id, attribute(record, attribute))));
    return new AttributeListing(page, more);
  }

  private @Nullable Payload attribute(byte[] record, String name) {
    try {
      return attributes(record).get(name);
    } catch (DamagedRecordException unreadable) {
      LOG.warn("a listed object has no readable record: {}", unreadable.getMessage());
      return null;
    }
  }

  @Override
  public final SortedMap<String, Payload> readMeta(
      CollectionId collection, String from, @Nullable String to) throws MetadataException {
    collections.mustExist(collection);
    return maps.meta(Keys.collection(collection), from, to);
  }
}
