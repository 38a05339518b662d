package io.pando.disk.catalog;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.metadata.StoredObject;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.proto.FormatException;
import io.pando.store.CollectionId;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** An object in memory, without its bytes. */
public final class CatalogEntry implements StoredObject {
  private static final int OWN_WEIGHT = 400;
  private static final int RUN_WEIGHT = 90;

  private final ObjectTable.Ref ref;
  private final byte[] key;
  private final long number;
  private final Metadata metadata;
  private final TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
  private final BlockRuns blocks;
  private long size;
  private boolean hasMap;
  private long countedBytes;

  private CatalogEntry(
      ObjectTable.Ref ref, byte[] key, long number, BlockRuns blocks, Metadata metadata) {
    this.ref = ref;
    this.key = key;
    this.number = number;
    this.blocks = blocks;
    this.metadata = metadata;
  }

  /** Loads objects into memory. */
  record Loader(Metadata metadata) implements ObjectTable.Loader<CatalogEntry> {
    @Override
    public CatalogEntry load(ObjectTable.Ref ref, byte[] key, byte[] record)
        throws DamagedRecordException {
      CatalogObject object = decode(record);
      BlockRuns blocks = BlockRuns.of(object.runs());
      CatalogEntry entry = new CatalogEntry(ref, key, object.number(), blocks, metadata);
      entry.attributes.putAll(object.attributes());
      entry.size = object.size();
      entry.hasMap = object.hasMap();
      return entry;
    }

    @Override
    public CatalogEntry make(ObjectTable.Ref ref, byte[] key, long number) {
      return new CatalogEntry(ref, key, number, new BlockRuns(), metadata);
    }
  }

  static CatalogObject decode(byte[] record) throws DamagedRecordException {
    try {
      return CatalogRecords.OBJECT.decode(record);
    } catch (FormatException e) {
      throw new DamagedRecordException(String.valueOf(e.getMessage()), e);
    }
  }

  public CollectionId collection() {
    return ref.collection();
  }

  public ObjectId id() {
    return ref.object();
  }

  /**
   * Number that identifies the object's bytes. No other object of the store has it, or had it since
   * the store was opened.
   */
  public long number() {
    return number;
  }

  /** Size in bytes. */
  public long size() {
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

  /** Prefix of the keys of its map. */
  byte[] mapPrefix() {
    return Keys.map(number);
  }

  NavigableMap<String, Payload> attributes() {
    return attributes;
  }

  /** Which blocks hold data. */
  public BlockRuns blocks() {
    return blocks;
  }

  @Override
  public void store() throws MetadataException {
    CatalogObject record = new CatalogObject(number, size, hasMap, attributes, blocks.lengths());
    metadata.put(Family.OBJECT, key, CatalogRecords.OBJECT.toBytes(record));
  }

  @Override
  public void delete() throws MetadataException {
    metadata.delete(Family.OBJECT, key);
  }

  @Override
  public long weightBytes() {
    long weight = OWN_WEIGHT + 2L * key.length + (long) RUN_WEIGHT * blocks.runs();
    for (Map.Entry<String, Payload> attribute : attributes.entrySet()) {
      weight += 200 + attribute.getKey().length() + attribute.getValue().size();
    }
    return weight;
  }

  @Override
  public long countedBytes() {
    return countedBytes;
  }

  @Override
  public void countedBytes(long bytes) {
    countedBytes = bytes;
  }
}
