package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.disk.StoreSpace;
import io.pando.format.DamagedRecordException;
import io.pando.format.RawBlocks;
import io.pando.format.RawFormat;
import io.pando.format.RawObject;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.AttributeListing;
import io.pando.port.ObjectStore.Listing;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ObjectView.MapPage;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store as one thread sees it: no queue, no call-backs, it simply blocks. Transactions are
 * applied one after another and seen at once; a commit makes all of them durable together:
 *
 * <ol>
 *   <li>data goes to fresh blocks of the device;
 *   <li>which is flushed;
 *   <li>then one synchronous batch of metadata makes these blocks the objects';
 *   <li>then what they replace is free.
 * </ol>
 *
 * A crash before the third step leaves the objects as they were, with fresh blocks that nobody owns
 * and that are free again after the next opening; {@link #abandon} does the same on the spot.
 */
final class RawVolume implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RawVolume.class);

  private final Metadata metadata;
  private final BlockDevice device;
  private final FreeSpace free;
  private final DataStage stage;
  private final ObjectTable objects;
  private final ObjectData data;
  private final ObjectReader reader;
  private final MapReader maps;
  private final TreeSet<CollectionId> collections = new TreeSet<>();

  private RawVolume(
      Metadata metadata, BlockDevice device, RawStoreConfig config, FreeSpace free, long next) {
    this.metadata = metadata;
    this.device = device;
    this.free = free;
    this.stage = new DataStage(device, config.batchBytes() / BLOCK_BYTES);
    this.objects = new ObjectTable(metadata, config.objectCacheBytes(), next);
    this.data = new ObjectData(device, stage, free);
    this.reader = new ObjectReader(device, stage);
    this.maps = new MapReader(metadata);
  }

  /** Reads all records to learn which blocks are free. Closing the parts stays with the caller. */
  static RawVolume open(Metadata metadata, BlockDevice device, RawStoreConfig config)
      throws MetadataException, DamagedRecordException {
    Rebuild rebuild = new Rebuild(new FreeSpace(device.blocks()));
    Inventory.walk(metadata, rebuild);
    if (rebuild.fault != null) {
      throw new DamagedRecordException(rebuild.fault);
    }
    RawVolume volume =
        new RawVolume(metadata, device, config, rebuild.free, rebuild.lastNumber + 1);
    volume.loadCollections();
    return volume;
  }

  private static final class Rebuild implements Inventory.Visitor {
    private final FreeSpace free;
    private long lastNumber;
    private @Nullable String fault;

    Rebuild(FreeSpace free) {
      this.free = free;
    }

    @Override
    public void onObject(byte[] key, RawObject object) {
      lastNumber = Math.max(lastNumber, object.number());
      claim(object.head());
    }

    @Override
    public void onBlocks(byte[] key, RawBlocks blocks) {
      claim(blocks);
    }

    private void claim(RawBlocks blocks) {
      for (int i = 0; i < blocks.length(); i++) {
        long place = blocks.place(i);
        if (place != RawBlocks.HOLE && !free.claim(place)) {
          fault = "block " + place + " of the data has two owners or does not exist";
        }
      }
    }
  }

  /** Whether there is room for a transaction, once what was released is free. */
  boolean hasRoomFor(Transaction transaction) throws IOException {
    return data.makeRoom(StoreSpace.blocksNeeded(transaction));
  }

  /** The refusal of a transaction that there is no room for. */
  CommitOutcome noSpaceFor(Transaction transaction) {
    long neededBytes = StoreSpace.blocksNeeded(transaction) * BLOCK_BYTES;
    long freeBytes = free.available() * BLOCK_BYTES;
    boolean mediumIsFull = freeBytes >= neededBytes;
    return new CommitOutcome.NoSpace(
        neededBytes, mediumIsFull ? free.availableBelowLimit() * BLOCK_BYTES : freeBytes);
  }

  /** Whether a commit would make room. */
  boolean hasReleased() {
    return free.hasReleased();
  }

  /** Takes all steps; there must be room for it. */
  void apply(Transaction transaction)
      throws IOException, MetadataException, DamagedRecordException {
    for (StoreOp op : transaction.ops()) {
      apply(op);
    }
  }

  private void apply(StoreOp op) throws IOException, MetadataException, DamagedRecordException {
    CollectionId collection = op.collection();
    boolean creates = op instanceof StoreOp.CreateCollection;
    Invariant.check(
        collections.contains(collection) != creates,
        () -> "collection " + collection + (creates ? " must not exist" : " must exist"));
    switch (op) {
      case StoreOp.CreateCollection _ -> {
        metadata.put(Family.COLLECTION, Keys.collection(collection), new byte[0]);
        collections.add(collection);
      }
      case StoreOp.RemoveCollection _ -> removeCollection(collection);
      case StoreOp.MoveObjects move -> {
        mustExist(move.into());
        objects.move(collection, move.into(), move.range());
      }
      case StoreOp.PutMeta put -> putAll(Family.META, Keys.collection(collection), put.entries());
      case StoreOp.RemoveMeta remove -> {
        byte[] prefix = Keys.collection(collection);
        removeRange(Family.META, prefix, remove.from(), remove.to());
      }
      case StoreOp.Remove remove -> {
        ObjectTable.Ref ref = new ObjectTable.Ref(collection, remove.object());
        Onode onode = objects.find(ref);
        if (onode != null) {
          remove(ref, onode);
        }
      }
      case StoreOp.OnObject on -> change(objects.change(ref(on)), on);
    }
  }

  private void change(Onode onode, StoreOp.OnObject op)
      throws IOException, MetadataException, DamagedRecordException {
    switch (op) {
      case StoreOp.Touch _ -> {}
      case StoreOp.Write write -> data.write(onode, write.offset(), write.data());
      case StoreOp.Zero zero -> data.zero(onode, zero.range());
      case StoreOp.Truncate truncate -> data.truncate(onode, truncate.size());
      case StoreOp.PutAttributes put -> onode.attributes().putAll(put.attributes());
      case StoreOp.RemoveAttributes remove -> remove.names().forEach(onode.attributes()::remove);
      case StoreOp.PutMap put -> {
        onode.hasMap(true);
        putAll(Family.MAP, onode.mapPrefix(), put.entries());
      }
      case StoreOp.RemoveMapKeys remove -> {
        for (String key : onode.hasMap() ? remove.keys() : List.<String>of()) {
          metadata.delete(Family.MAP, Keys.append(onode.mapPrefix(), key));
        }
      }
      case StoreOp.RemoveMapRange remove -> {
        if (onode.hasMap()) {
          removeRange(Family.MAP, onode.mapPrefix(), remove.from(), remove.to());
        }
      }
      case StoreOp.Remove _ -> throw Invariant.unreachable("a removal changes no object");
    }
  }

  private static ObjectTable.Ref ref(StoreOp.OnObject op) {
    return new ObjectTable.Ref(op.collection(), op.object());
  }

  private void putAll(Family family, byte[] prefix, Map<String, Payload> entries)
      throws MetadataException {
    for (var entry : entries.entrySet()) {
      metadata.put(family, Keys.append(prefix, entry.getKey()), entry.getValue().toByteArray());
    }
  }

  private void removeRange(Family family, byte[] prefix, String from, @Nullable String to)
      throws MetadataException {
    byte[] begin = Keys.append(prefix, from);
    byte[] end = to == null ? Keys.end(prefix) : Keys.append(prefix, to);
    if (Arrays.equals(end, Keys.successor(begin))) {
      // One key alone; nothing has to be looked for.
      metadata.delete(family, begin);
    } else {
      metadata.deleteRange(family, begin, end);
    }
  }

  private void remove(ObjectTable.Ref ref, Onode onode)
      throws IOException, MetadataException, DamagedRecordException {
    data.truncate(onode, 0);
    if (onode.hasMap()) {
      metadata.deleteRange(Family.MAP, onode.mapPrefix(), Keys.end(onode.mapPrefix()));
    }
    objects.remove(ref, onode);
  }

  private void removeCollection(CollectionId collection)
      throws IOException, MetadataException, DamagedRecordException {
    Listing all = list(collection, null, Integer.MAX_VALUE);
    for (ObjectId id : all.objects()) {
      ObjectTable.Ref ref = new ObjectTable.Ref(collection, id);
      remove(ref, Invariant.present(objects.find(ref), () -> "a listed object: " + id));
    }
    byte[] prefix = Keys.collection(collection);
    metadata.deleteRange(Family.META, prefix, Keys.end(prefix));
    metadata.delete(Family.COLLECTION, prefix);
    collections.remove(collection);
  }

  /** First step of a commit: what was applied is on its way to the device. */
  void writeData() throws IOException, MetadataException {
    objects.store();
    stage.drain();
  }

  /** Second step: the data are durable. */
  void flushData() throws IOException {
    stage.flush();
  }

  /** Third step: everything applied is durable. */
  void commitMetadata() throws MetadataException {
    metadata.commit();
    stage.endBatch();
    free.recycle();
    objects.trim();
  }

  /** Keeps the objects in memory within their budget; nothing may be pending. */
  void trim() {
    objects.trim();
  }

  /** Gives up everything applied since the last commit. */
  void abandon() throws MetadataException, DamagedRecordException {
    metadata.abandon();
    free.undo(stage.abandon());
    objects.abandon();
    loadCollections();
  }

  /** Reads one object; whatever goes wrong on the way is told as damage. */
  ReadOutcome read(CollectionId collection, ObjectId id, ObjectQuery query) throws IOException {
    mustExist(collection);
    try {
      Onode onode = objects.find(new ObjectTable.Ref(collection, id));
      return onode == null ? new ReadOutcome.Absent() : new ReadOutcome.Found(view(onode, query));
    } catch (DamagedBlockException e) {
      return new ReadOutcome.Damaged(String.valueOf(e.getMessage()));
    } catch (MetadataException | DamagedRecordException e) {
      return new ReadOutcome.Damaged(
          "object " + id + " of " + collection + ": its metadata: " + e.getMessage());
    }
  }

  /** Where a block of an object lies; empty if it is a hole, or there is no such object. */
  OptionalLong placeOf(CollectionId collection, ObjectId id, long block)
      throws MetadataException, DamagedRecordException {
    Onode onode = objects.find(new ObjectTable.Ref(collection, id));
    RawBlocks blocks =
        onode == null ? null : onode.blocksAt(Math.toIntExact(block / RawBlocks.MAX));
    long place = blocks == null ? RawBlocks.HOLE : blocks.place((int) (block % RawBlocks.MAX));
    return place == RawBlocks.HOLE ? OptionalLong.empty() : OptionalLong.of(place);
  }

  /** Reads objects until so many bytes have come together. */
  List<ReadOutcome> readAll(
      CollectionId collection, List<ObjectId> ids, ObjectQuery query, long maxBytes)
      throws IOException {
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

  private ObjectView view(Onode onode, ObjectQuery query)
      throws IOException, MetadataException, DamagedRecordException, DamagedBlockException {
    List<Payload> bytes = new ArrayList<>();
    for (ByteRange range : query.data()) {
      bytes.add(reader.read(onode, range));
    }
    List<MapPage> pages = new ArrayList<>();
    for (ObjectQuery.MapSelection selection : query.maps()) {
      pages.add(maps.select(onode, selection));
    }
    List<ByteRange> allocated = query.allocated() ? ObjectReader.allocated(onode) : List.of();
    SortedMap<String, Payload> attributes = new TreeMap<>(onode.attributes());
    return new ObjectView(
        onode.size(), Collections.unmodifiableSortedMap(attributes), bytes, pages, allocated);
  }

  /** A page of a collection's objects in placement order. */
  Listing list(CollectionId collection, @Nullable ObjectId after, int max)
      throws MetadataException {
    List<ObjectId> page = new ArrayList<>();
    boolean more = walk(collection, after, max, (id, _) -> page.add(id));
    return new Listing(page, more);
  }

  /** The same with an attribute of each. */
  AttributeListing listAttribute(
      CollectionId collection, @Nullable ObjectId after, int max, String attribute)
      throws MetadataException {
    List<AttributeListing.Entry> page = new ArrayList<>();
    boolean more =
        walk(
            collection,
            after,
            max,
            (id, record) -> page.add(new AttributeListing.Entry(id, attribute(record, attribute))));
    return new AttributeListing(page, more);
  }

  private static @Nullable Payload attribute(byte[] record, String name) {
    try {
      return RawFormat.decodeObject(record).attributes().get(name);
    } catch (DamagedRecordException unreadable) {
      LOG.warn("a listed object has no readable record: {}", unreadable.getMessage());
      return null;
    }
  }

  private interface Visitor {
    void onObject(ObjectId id, byte[] record);
  }

  /** Visits at most so many objects; says whether there are more. */
  private boolean walk(CollectionId collection, @Nullable ObjectId after, int max, Visitor visitor)
      throws MetadataException {
    mustExist(collection);
    objects.store();
    byte[] prefix = Keys.collection(collection);
    byte[] from = after == null ? prefix : Keys.successor(Keys.object(collection, after));
    int visited = 0;
    try (Metadata.Cursor entries = metadata.iterate(Family.OBJECT)) {
      for (entries.seek(from); entries.isValid(); entries.next()) {
        byte[] key = entries.key();
        if (!Keys.startsWith(key, prefix)) {
          break;
        }
        if (visited++ == max) {
          return true;
        }
        visitor.onObject(Keys.object(key, prefix.length), entries.value());
      }
      entries.status();
    }
    return false;
  }

  SortedMap<String, Payload> readMeta(CollectionId collection, String from, @Nullable String to)
      throws MetadataException {
    mustExist(collection);
    return maps.meta(Keys.collection(collection), from, to);
  }

  List<CollectionId> collections() {
    return List.copyOf(collections);
  }

  Usage usage() {
    return new Usage(free.capacity() * BLOCK_BYTES, free.occupied() * BLOCK_BYTES);
  }

  /** Looks at everything; nothing may be pending. */
  CheckReport check(boolean readData) throws MetadataException, DamagedRecordException {
    return VolumeCheck.run(metadata, free, device, readData);
  }

  private void mustExist(CollectionId collection) {
    Invariant.check(
        collections.contains(collection), () -> "collection " + collection + " must exist");
  }

  private void loadCollections() throws MetadataException, DamagedRecordException {
    collections.clear();
    try (Metadata.Cursor entries = metadata.iterate(Family.COLLECTION)) {
      for (entries.seekToFirst(); entries.isValid(); entries.next()) {
        collections.add(Keys.collection(entries.key()));
      }
      entries.status();
    }
  }

  @Override
  public void close() throws IOException {
    metadata.close();
    device.close();
  }
}
