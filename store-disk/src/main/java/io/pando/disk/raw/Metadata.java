package io.pando.disk.raw;

import io.pando.check.Invariant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatchWithIndex;
import org.rocksdb.WriteOptions;

/**
 * The store's metadata: RocksDB with one batch of changes in front of it. Changes gather in the
 * batch, reads see them at once, and {@link #commit} makes all of them durable together. One thread
 * uses it.
 */
final class Metadata implements AutoCloseable {
  /** Most bytes of write-ahead log before RocksDB must write tables. */
  private static final long MAX_LOG_BYTES = 64L << 20;

  private final List<AbstractNativeReference> natives;
  private final RocksDB db;
  private final Map<Family, ColumnFamilyHandle> handles = new EnumMap<>(Family.class);
  private final WriteBatchWithIndex batch = new WriteBatchWithIndex(true);
  private final WriteOptions durable = new WriteOptions().setSync(true);
  private final ReadOptions reading = new ReadOptions();

  private Metadata(
      List<AbstractNativeReference> natives, RocksDB db, List<ColumnFamilyHandle> opened) {
    this.natives = natives;
    this.db = db;
    Iterator<ColumnFamilyHandle> next = opened.iterator();
    for (Family family : Family.values()) {
      handles.put(family, next.next());
    }
  }

  /** Opens what is in a directory, or makes it. */
  static Metadata open(Path directory, RawStoreConfig config, boolean create)
      throws RocksDBException {
    List<AbstractNativeReference> natives = new ArrayList<>();
    LRUCache cache = new LRUCache(config.blockCacheBytes());
    BloomFilter filter = new BloomFilter(10, false);
    natives.add(filter);
    natives.add(cache);
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    for (Family family : Family.values()) {
      ColumnFamilyOptions options = familyOptions(config, cache, filter);
      natives.add(options);
      families.add(new ColumnFamilyDescriptor(family.nameBytes(), options));
    }
    DBOptions options =
        new DBOptions()
            .setCreateIfMissing(create)
            .setCreateMissingColumnFamilies(create)
            .setErrorIfExists(create)
            .setParanoidChecks(true)
            .setDbWriteBufferSize(config.writeBufferBytes())
            .setMaxTotalWalSize(MAX_LOG_BYTES)
            .setRecycleLogFileNum(4)
            .setMaxOpenFiles(256)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setKeepLogFileNum(4);
    natives.add(options);
    List<ColumnFamilyHandle> opened = new ArrayList<>();
    try {
      RocksDB db = RocksDB.open(options, directory.toString(), families, opened);
      return new Metadata(natives, db, opened);
    } catch (RocksDBException e) {
      natives.reversed().forEach(AbstractNativeReference::close);
      throw e;
    }
  }

  private static ColumnFamilyOptions familyOptions(
      RawStoreConfig config, LRUCache cache, BloomFilter filter) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setFilterPolicy(filter)
            .setCacheIndexAndFilterBlocks(true)
            .setPinL0FilterAndIndexBlocksInCache(true);
    return new ColumnFamilyOptions()
        .setTableFormatConfig(table)
        .setWriteBufferSize(Math.max(1 << 20, config.writeBufferBytes() / 2))
        .setCompressionType(CompressionType.NO_COMPRESSION);
  }

  byte @Nullable [] get(Family family, byte[] key) throws RocksDBException {
    ColumnFamilyHandle handle = handle(family);
    return batch.count() == 0
        ? db.get(handle, reading, key)
        : batch.getFromBatchAndDB(db, handle, reading, key);
  }

  void put(Family family, byte[] key, byte[] value) throws RocksDBException {
    batch.put(handle(family), key, value);
  }

  void delete(Family family, byte[] key) throws RocksDBException {
    batch.delete(handle(family), key);
  }

  /** Deletes all keys from one to another, which is not included; null: all behind it. */
  void deleteRange(Family family, byte[] from, byte @Nullable [] to) throws RocksDBException {
    List<byte[]> keys = new ArrayList<>();
    try (RocksIterator entries = iterate(family)) {
      for (entries.seek(from); entries.isValid(); entries.next()) {
        byte[] key = entries.key();
        if (!Keys.isBefore(key, to)) {
          break;
        }
        keys.add(key);
      }
      entries.status();
    }
    for (byte[] key : keys) {
      delete(family, key);
    }
  }

  /** Walks over what is durable and the batch; whoever walks to the end checks the status. */
  RocksIterator iterate(Family family) {
    ColumnFamilyHandle handle = handle(family);
    RocksIterator base = db.newIterator(handle, reading);
    return batch.count() == 0 ? base : batch.newIteratorWithBase(handle, base);
  }

  boolean hasChanges() {
    return batch.count() > 0;
  }

  /** Makes the batch durable and begins a new one. */
  void commit() throws RocksDBException {
    if (hasChanges()) {
      db.write(durable, batch);
      batch.clear();
    }
  }

  /** Gives the batch up. */
  void abandon() {
    batch.clear();
  }

  private ColumnFamilyHandle handle(Family family) {
    return Invariant.present(handles.get(family), () -> "column family " + family);
  }

  @Override
  public void close() {
    batch.close();
    reading.close();
    durable.close();
    handles.values().forEach(ColumnFamilyHandle::close);
    db.close();
    natives.reversed().forEach(AbstractNativeReference::close);
  }
}
