package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.collect.Utf8Order;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.metadata.StoredObject;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An object in memory: its record, and its further blocks as far as they were needed. Changed parts
 * are tracked, so that {@link #store} writes only these.
 *
 * <p>Invariants: no block begins at or behind the size; bytes of the last block behind the size are
 * zeros; blocks of index 0 are always in memory; so are all changed parts.
 */
final class Onode implements StoredObject {
  /** Bytes of an object that one record of blocks covers. */
  static final long SPAN_BYTES = (long) RawBlocks.MAX * BLOCK_BYTES;

  private static final int OWN_WEIGHT = 400;
  private static final long BLOCKS_WEIGHT = 120 + 12L * RawBlocks.MAX;

  /** Estimate for packed blocks: a few units of usual size. */
  private static final long UNITS_WEIGHT = 4L * RawBlocks.MAX + 4 * 250;

  private final CollectionId collection;
  private final ObjectId id;
  private final byte[] key;
  private final long number;
  private final Metadata metadata;
  private final TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
  private final TreeMap<Integer, RawBlocks> blocks = new TreeMap<>();
  private final TreeSet<Integer> changedBlocks = new TreeSet<>();
  private long size;
  private boolean hasMap;
  private String damage = "";
  private long countedBytes;

  /** Index from which on no blocks are in the metadata. */
  private int storedEnd;

  /** Loads objects into memory. */
  record Loader(Metadata metadata) implements ObjectTable.Loader<Onode> {
    @Override
    public Onode load(ObjectTable.Ref ref, byte[] key, byte[] record)
        throws DamagedRecordException {
      return Onode.load(ref.collection(), ref.object(), key, record, metadata);
    }

    @Override
    public Onode make(ObjectTable.Ref ref, byte[] key, long number) {
      return new Onode(ref.collection(), ref.object(), key, number, metadata);
    }
  }

  /** A new, empty object. */
  Onode(CollectionId collection, ObjectId id, byte[] key, long number, Metadata metadata) {
    this.collection = collection;
    this.id = id;
    this.key = key;
    this.number = number;
    this.metadata = metadata;
    blocks.put(0, new RawBlocks());
  }

  /** A stored object. */
  static Onode load(
      CollectionId collection, ObjectId id, byte[] key, byte[] record, Metadata metadata)
      throws DamagedRecordException {
    RawObject object = RawFormat.decodeObject(record);
    Onode onode = new Onode(collection, id, key, object.number(), metadata);
    onode.attributes.putAll(object.attributes());
    onode.blocks.put(0, object.head());
    onode.size = object.size();
    onode.hasMap = object.hasMap();
    onode.damage = object.damage();
    onode.storedEnd = spans(object.size());
    return onode;
  }

  private static int spans(long size) {
    return Math.toIntExact((size + SPAN_BYTES - 1) / SPAN_BYTES);
  }

  byte[] key() {
    return key;
  }

  CollectionId collection() {
    return collection;
  }

  ObjectId id() {
    return id;
  }

  /** Prefix of the keys of its map. */
  byte[] mapPrefix() {
    return Keys.map(number);
  }

  long size() {
    return size;
  }

  void resize(long newSize) {
    size = newSize;
  }

  boolean hasMap() {
    return hasMap;
  }

  void hasMap(boolean has) {
    hasMap = has;
  }

  /** Why nothing of the object can be trusted, until it is removed; empty if it is sound. */
  String damage() {
    return damage;
  }

  void damage(String why) {
    damage = why;
  }

  NavigableMap<String, Payload> attributes() {
    return attributes;
  }

  /** The blocks of an index, for reading; null if all of them are holes. */
  @Nullable RawBlocks blocksAt(int index) throws MetadataException, DamagedRecordException {
    RawBlocks here = blocks.get(index);
    if (here != null || index >= storedEnd) {
      return here;
    }
    byte[] record = metadata.get(Family.BLOCKS, Keys.blocks(number, index));
    if (record == null) {
      return null;
    }
    RawBlocks loaded = RawFormat.decodeBlocks(record);
    blocks.put(index, loaded);
    return loaded;
  }

  /** The blocks of an index, for a change. */
  RawBlocks changeBlocks(int index) throws MetadataException, DamagedRecordException {
    RawBlocks here = blocksAt(index);
    if (here == null) {
      here = new RawBlocks();
      blocks.put(index, here);
    }
    changedBlocks.add(index);
    return here;
  }

  /** Loads the blocks of the indexes {@code from} to {@code to}, exclusive; holes are left out. */
  Map<Integer, RawBlocks> blocksBetween(int from, int to)
      throws MetadataException, DamagedRecordException {
    if (from >= to) {
      return Map.of();
    }
    int storedTo = Math.min(to, storedEnd);
    if (storedTo - Math.max(from, 1) <= 8) {
      for (int index = Math.max(from, 1); index < storedTo; index++) {
        blocksAt(index);
      }
    } else {
      loadBetween(Math.max(from, 1), storedTo);
    }
    return new TreeMap<>(blocks.subMap(from, to));
  }

  private void loadBetween(int from, int to) throws MetadataException, DamagedRecordException {
    byte[] end = Keys.blocks(number, to);
    try (Metadata.Cursor entries = metadata.iterate(Family.BLOCKS)) {
      for (entries.seek(Keys.blocks(number, from)); entries.isValid(); entries.next()) {
        byte[] at = entries.key();
        if (!Keys.isBefore(at, end)) {
          break;
        }
        if (!blocks.containsKey(Keys.index(at))) {
          blocks.put(Keys.index(at), RawFormat.decodeBlocks(entries.value()));
        }
      }
      entries.status();
    }
  }

  /** Puts changed parts into the metadata's batch. */
  @Override
  public void store() throws MetadataException {
    RawBlocks head = Invariant.present(blocks.get(0), () -> "the first blocks of " + id);
    RawObject record = new RawObject(number, size, hasMap, attributes, head, damage);
    metadata.put(Family.OBJECT, key, RawFormat.encode(record));
    for (int index : changedBlocks) {
      if (index > 0) {
        storeBlocks(index);
      }
    }
    changedBlocks.clear();
    storedEnd = Math.max(storedEnd, spans(size));
  }

  private void storeBlocks(int index) throws MetadataException {
    RawBlocks changed = Invariant.present(blocks.get(index), () -> "changed blocks of " + id);
    if (!changed.isEmpty()) {
      metadata.put(Family.BLOCKS, Keys.blocks(number, index), RawFormat.encode(changed));
    } else if (index < storedEnd) {
      metadata.delete(Family.BLOCKS, Keys.blocks(number, index));
    }
  }

  /** Deletes the object from the metadata; its blocks and its map must be deleted already. */
  @Override
  public void delete() throws MetadataException {
    metadata.delete(Family.OBJECT, key);
    if (storedEnd > 1) {
      metadata.deleteRange(Family.BLOCKS, Keys.blocks(number, 0), Keys.map(number + 1));
    }
  }

  /** Approximate heap use in bytes. */
  @Override
  public long weightBytes() {
    long weight = OWN_WEIGHT + 2L * key.length + 12L * blocks.firstEntry().getValue().length();
    weight += (blocks.size() - 1) * BLOCKS_WEIGHT;
    for (RawBlocks span : blocks.values()) {
      weight += span.hasUnits() ? UNITS_WEIGHT : 0;
    }
    for (Map.Entry<String, Payload> attribute : attributes.entrySet()) {
      weight += 200 + attribute.getKey().length() + attribute.getValue().size();
    }
    return weight;
  }

  /** The weight that the cache last counted for it. */
  @Override
  public long countedBytes() {
    return countedBytes;
  }

  @Override
  public void countedBytes(long bytes) {
    countedBytes = bytes;
  }
}
