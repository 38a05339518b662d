package io.pando.disk.catalog;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MapReader;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.serve.VolumeView;
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

/** Answers queries from the applied state, whether it is durable or not. */
final class CatalogReader implements VolumeView {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogReader.class);

  private final CollectionTable collections;
  private final ObjectTable<CatalogEntry> objects;
  private final ObjectBytes bytes;
  private final MapReader maps;

  CatalogReader(
      Metadata metadata,
      CollectionTable collections,
      ObjectTable<CatalogEntry> objects,
      ObjectBytes bytes) {
    this.collections = collections;
    this.objects = objects;
    this.bytes = bytes;
    this.maps = new MapReader(metadata);
  }

  @Override
  public ReadOutcome read(CollectionId collection, ObjectId id, ObjectQuery query)
      throws IOException {
    collections.mustExist(collection);
    try {
      CatalogEntry object = objects.find(new ObjectTable.Ref(collection, id));
      return object == null ? new ReadOutcome.Absent() : new ReadOutcome.Found(view(object, query));
    } catch (DamagedBytesException e) {
      return new ReadOutcome.Damaged(String.valueOf(e.getMessage()));
    } catch (MetadataException | DamagedRecordException e) {
      return new ReadOutcome.Damaged(
          "object " + id + " of " + collection + ": its metadata: " + e.getMessage());
    }
  }

  private ObjectView view(CatalogEntry object, ObjectQuery query)
      throws IOException, MetadataException, DamagedBytesException {
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
    List<ByteRange> allocated =
        query.allocated() ? object.blocks().ranges(object.size()) : List.of();
    SortedMap<String, Payload> attributes = new TreeMap<>(object.attributes());
    return new ObjectView(
        object.size(), Collections.unmodifiableSortedMap(attributes), data, pages, allocated);
  }

  private Payload read(CatalogEntry object, ByteRange range)
      throws IOException, MetadataException, DamagedBytesException {
    long end = Math.min(range.end(), object.size());
    if (range.offset() >= end) {
      return Payload.EMPTY;
    }
    return Payload.wrap(bytes.read(object, range.offset(), Math.toIntExact(end - range.offset())));
  }

  /** Checks that the bytes that an amendment keeps are sound. */
  private void check(CatalogEntry object, ObjectQuery.Amendment amendment)
      throws IOException, MetadataException, DamagedBytesException {
    int unitBytes = bytes.unitBytes();
    for (long unit : amendment.keptBlocks(object.size(), unitBytes)) {
      read(object, new ByteRange(unit * unitBytes, unitBytes));
    }
  }

  @Override
  public Listing list(CollectionId collection, @Nullable ObjectId after, int max)
      throws MetadataException {
    collections.mustExist(collection);
    List<ObjectId> page = new ArrayList<>();
    boolean more = objects.walk(collection, after, max, (id, _) -> page.add(id));
    return new Listing(page, more);
  }

  @Override
  public AttributeListing listAttribute(
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

  private static @Nullable Payload attribute(byte[] record, String name) {
    try {
      return CatalogEntry.decode(record).attributes().get(name);
    } catch (DamagedRecordException unreadable) {
      LOG.warn("a listed object has no readable record: {}", unreadable.getMessage());
      return null;
    }
  }

  @Override
  public SortedMap<String, Payload> readMeta(
      CollectionId collection, String from, @Nullable String to) throws MetadataException {
    collections.mustExist(collection);
    return maps.meta(Keys.collection(collection), from, to);
  }
}
