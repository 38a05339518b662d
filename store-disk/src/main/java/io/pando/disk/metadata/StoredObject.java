package io.pando.disk.metadata;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * An object in memory: its record without the places of its bytes, which subclasses add. {@link
 * ObjectTable} manages it.
 */
public abstract class StoredObject {
  private static final int OWN_WEIGHT = 400;
  private static final int ATTRIBUTE_WEIGHT = 200;

  private final ObjectTable.Ref ref;
  private final byte[] key;
  private final long number;
  private final Metadata metadata;
  private final TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
  private long size;
  private boolean hasMap;

  /** Whether the metadata have a record of it, perhaps an older one. */
  private boolean stored;

  /** The weight that the table counted last. */
  private long countedBytes;

  /** A new, empty object. */
  protected StoredObject(ObjectTable.Ref ref, byte[] key, long number, Metadata metadata) {
    this.ref = ref;
    this.key = key;
    this.number = number;
    this.metadata = metadata;
  }

  public final CollectionId collection() {
    return ref.collection();
  }

  public final ObjectId id() {
    return ref.object();
  }

  /**
   * Number that identifies the object's bytes and its map. No other object of the store has it, or
   * had it since the store was opened.
   */
  public final long number() {
    return number;
  }

  /** Size in bytes. */
  public final long size() {
    return size;
  }

  public final void resize(long newSize) {
    size = newSize;
  }

  /** Whether the object's map may have entries; false only if it certainly has none. */
  public final boolean hasMap() {
    return hasMap;
  }

  public final void hasMap(boolean has) {
    hasMap = has;
  }

  /** Prefix of the keys of its map. */
  public final byte[] mapPrefix() {
    return Keys.map(number);
  }

  public final NavigableMap<String, Payload> attributes() {
    return attributes;
  }

  /** Why nothing of the object can be trusted, until it is removed; empty if it is sound. */
  public String damage() {
    return "";
  }

  /** Ranges that hold data: whole blocks, cut at the object's end. */
  public abstract List<ByteRange> allocated() throws MetadataException, DamagedRecordException;

  protected final Metadata metadata() {
    return metadata;
  }

  /** Puts the changed parts into the metadata's batch. */
  public abstract void store() throws MetadataException;

  /** Puts the object's record into the metadata's batch. */
  protected final void storeRecord(byte[] record) throws MetadataException {
    metadata.put(Family.OBJECT, key, record);
  }

  /** Deletes its records in the metadata's batch; its bytes and its map must be deleted already. */
  public void delete() throws MetadataException {
    metadata.delete(Family.OBJECT, key);
  }

  final boolean isStored() {
    return stored;
  }

  final void onStored() {
    stored = true;
  }

  /** Approximate heap use in bytes. */
  public long weightBytes() {
    long weight = OWN_WEIGHT + 2L * key.length;
    for (Map.Entry<String, Payload> attribute : attributes.entrySet()) {
      weight += ATTRIBUTE_WEIGHT + attribute.getKey().length() + attribute.getValue().size();
    }
    return weight;
  }

  final long countedBytes() {
    return countedBytes;
  }

  final void countedBytes(long bytes) {
    countedBytes = bytes;
  }
}
