package io.pando.disk.raw.volume;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MapReader;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.disk.raw.format.RawUnit;
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
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers queries from the applied state, whether it is durable or not. */
public final class VolumeReader implements VolumeView {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeReader.class);

  private final CollectionTable collections;
  private final ObjectTable<Onode> objects;
  private final ObjectReader data;
  private final MapReader maps;

  VolumeReader(
      Metadata metadata,
      CollectionTable collections,
      ObjectTable<Onode> objects,
      ObjectReader data) {
    this.collections = collections;
    this.objects = objects;
    this.data = data;
    this.maps = new MapReader(metadata);
  }

  @Override
  public ReadOutcome read(CollectionId collection, ObjectId id, ObjectQuery query)
      throws IOException {
    collections.mustExist(collection);
    try {
      Onode onode = objects.find(new ObjectTable.Ref(collection, id));
      if (onode == null) {
        return new ReadOutcome.Absent();
      }
      if (!onode.damage().isEmpty()) {
        return new ReadOutcome.Damaged(
            "object " + id + " of " + collection + ": marked as damaged: " + onode.damage());
      }
      return new ReadOutcome.Found(view(onode, query));
    } catch (DamagedBlockException e) {
      return new ReadOutcome.Damaged(String.valueOf(e.getMessage()));
    } catch (MetadataException | DamagedRecordException e) {
      return new ReadOutcome.Damaged(
          "object " + id + " of " + collection + ": its metadata: " + e.getMessage());
    }
  }

  /**
   * Place of an object's block, or the first place of its unit if it is packed; empty if it is a
   * hole, or the object does not exist.
   */
  public OptionalLong placeOf(CollectionId collection, ObjectId id, long block)
      throws MetadataException, DamagedRecordException {
    Onode onode = objects.find(new ObjectTable.Ref(collection, id));
    RawBlocks blocks =
        onode == null ? null : onode.blocksAt(Math.toIntExact(block / RawBlocks.MAX));
    if (blocks == null) {
      return OptionalLong.empty();
    }
    int slot = (int) (block % RawBlocks.MAX);
    RawUnit unit = blocks.unit(slot);
    long place = unit == null ? blocks.place(slot) : unit.firstPlace();
    return place == RawBlocks.HOLE ? OptionalLong.empty() : OptionalLong.of(place);
  }

  private ObjectView view(Onode onode, ObjectQuery query)
      throws IOException, MetadataException, DamagedRecordException, DamagedBlockException {
    for (ObjectQuery.Amendment amendment : query.amended()) {
      data.check(onode, amendment);
    }
    List<Payload> bytes = new ArrayList<>();
    for (ByteRange range : query.data()) {
      bytes.add(data.read(onode, range));
    }
    List<MapPage> pages = new ArrayList<>();
    for (ObjectQuery.MapSelection selection : query.maps()) {
      pages.add(maps.select(onode.hasMap() ? onode.mapPrefix() : null, selection));
    }
    List<ByteRange> allocated = query.allocated() ? ObjectReader.allocated(onode) : List.of();
    SortedMap<String, Payload> attributes = new TreeMap<>(onode.attributes());
    return new ObjectView(
        onode.size(), Collections.unmodifiableSortedMap(attributes), bytes, pages, allocated);
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
      RawObject object = RawFormat.decodeObject(record);
      return object.damage().isEmpty() ? object.attributes().get(name) : null;
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
