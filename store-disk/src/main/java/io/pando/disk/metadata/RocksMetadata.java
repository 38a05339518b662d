package io.pando.disk.metadata;

import io.pando.check.Invariant;
import io.pando.disk.StoreMemory;
import io.pando.disk.account.Account;
import io.pando.disk.device.Ballast;
import java.io.IOException;
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
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's metadata in RocksDB. Changes gather in front of it and are handed over together, in
 * key order.
 */
public final class RocksMetadata implements LayeredMetadata, CheckpointedMetadata {
  /** Most bytes of write-ahead log before RocksDB must write tables. */
  private static final long MAX_LOG_BYTES = 64L << 20;

  /**
   * New tables that are merged at once with older ones. With more than RocksDB's default of 4 less
   * is rewritten, since entries of groups' logs live for minutes only.
   */
  private static final int TABLES_MERGED = 8;

  /**
   * Name of the file, in the directory of the tables, whose space is given up when tables find
   * none.
   */
  private static final String BALLAST = "ballast";

  private static final Logger LOG = LoggerFactory.getLogger(RocksMetadata.class);

  private final List<AbstractNativeReference> natives;
  private final Ballast ballast;
  private final RocksMeter meter;
  private final RocksDB db;
  private final Map<Family, ColumnFamilyHandle> handles = new EnumMap<>(Family.class);
  private final Changes changes = new Changes();
  private final WriteBatch batch = new WriteBatch();
  private final WriteOptions synced = new WriteOptions().setSync(true);
  private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
  private final ReadOptions persisted = new ReadOptions().setReadTier(ReadTier.PERSISTED_TIER);
  private final ReadOptions reading = new ReadOptions();

  /** Whether RocksDB found no space and has not written successfully since. */
  private boolean lacksSpace;

  private RocksMetadata(
      Ballast ballast,
      List<AbstractNativeReference> natives,
      RocksMeter meter,
      RocksDB db,
      List<ColumnFamilyHandle> opened) {
    this.ballast = ballast;
    this.natives = natives;
    this.meter = meter;
    this.db = db;
    Iterator<ColumnFamilyHandle> next = opened.iterator();
    for (Family family : Family.values()) {
      handles.put(family, next.next());
    }
  }

  /**
   * Opens or creates metadata in a directory. If the file system is full, the ballast provides the
   * space. On a small file system less data gather in memory, since they must find space as a
   * table.
   *
   * @param account counts RocksDB's writes
   */
  public static RocksMetadata open(
      Path directory, StoreMemory memory, boolean create, Account account)
      throws MetadataException {
    long buffer =
        Math.max(
            1 << 20, Ballast.sizeBytes(directory.resolveSibling("."), memory.writeBufferBytes()));
    Ballast ballast = new Ballast(directory.resolveSibling(BALLAST), buffer);
    try {
      try {
        return open(directory, memory.blockCacheBytes(), buffer, create, account, ballast);
      } catch (MetadataException e) {
        if (!e.isNoSpace() || !ballast.releaseLast()) {
          throw e;
        }
        return open(directory, memory.blockCacheBytes(), buffer, create, account, ballast);
      }
    } catch (IOException e) {
      throw new MetadataException(e);
    }
  }

  private static RocksMetadata open(
      Path directory,
      long blockCacheBytes,
      long writeBufferBytes,
      boolean create,
      Account account,
      Ballast ballast)
      throws MetadataException, IOException {
    List<AbstractNativeReference> natives = new ArrayList<>();
    LRUCache cache = new LRUCache(blockCacheBytes);
    BloomFilter filter = new BloomFilter(10, false);
    natives.add(filter);
    natives.add(cache);
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    for (Family family : Family.values()) {
      ColumnFamilyOptions options = familyOptions(writeBufferBytes, cache, filter);
      natives.add(options);
      families.add(new ColumnFamilyDescriptor(family.nameBytes(), options));
    }
    RocksMeter meter = new RocksMeter(account);
    DBOptions options =
        new DBOptions()
            .setCreateIfMissing(create)
            .setCreateMissingColumnFamilies(true)
            .setErrorIfExists(create)
            .setParanoidChecks(true)
            .setStatistics(meter.statistics())
            .setAtomicFlush(true)
            .setDbWriteBufferSize(writeBufferBytes)
            .setMaxTotalWalSize(MAX_LOG_BYTES)
            .setMaxOpenFiles(256)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setKeepLogFileNum(4);
    natives.add(options);
    List<ColumnFamilyHandle> opened = new ArrayList<>();
    try {
      RocksDB db = RocksDB.open(options, directory.toString(), families, opened);
      RocksMetadata metadata = new RocksMetadata(ballast, natives, meter, db, opened);
      ballast.restore();
      return metadata;
    } catch (RocksDBException e) {
      natives.reversed().forEach(AbstractNativeReference::close);
      meter.close();
      throw new MetadataException(e);
    }
  }

  private static ColumnFamilyOptions familyOptions(
      long writeBufferBytes, LRUCache cache, BloomFilter filter) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setFilterPolicy(filter)
            .setCacheIndexAndFilterBlocks(true)
            .setPinL0FilterAndIndexBlocksInCache(true);
    return new ColumnFamilyOptions()
        .setTableFormatConfig(table)
        .setWriteBufferSize(Math.max(1 << 20, writeBufferBytes / 2))
        .setLevel0FileNumCompactionTrigger(TABLES_MERGED)
        .setCompressionType(CompressionType.LZ4_COMPRESSION);
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) throws MetadataException {
    Changes.Change change = changes.get(family, key);
    if (change != null) {
      return change.value == null ? null : change.value.clone();
    }
    try {
      return db.get(handle(family), reading, key);
    } catch (RocksDBException e) {
      throw new MetadataException(e);
    }
  }

  @Override
  public void put(Family family, byte[] key, byte[] value) {
    changes.put(family, key, value);
  }

  @Override
  public void delete(Family family, byte[] key) {
    changes.delete(family, key);
  }

  @Override
  public Cursor iterate(Family family) {
    return changes.over(family, new Walk(db.newIterator(handle(family), reading)));
  }

  @Override
  public void verify() throws MetadataException {
    try {
      db.verifyChecksum();
    } catch (RocksDBException e) {
      throw new MetadataException(e);
    }
  }

  @Override
  public boolean hasChanges() {
    return !changes.isEmpty();
  }

  @Override
  public void commit() throws MetadataException {
    if (hasChanges()) {
      write(synced);
      meter.onLogFlushed();
    }
  }

  @Override
  public void keep() {
    changes.keep();
  }

  @Override
  public void commitAsync() throws MetadataException {
    write(unlogged);
  }

  private void write(WriteOptions how) throws MetadataException {
    try {
      changes.into(this::add);
      db.write(how, batch);
    } catch (RocksDBException e) {
      throw failed(e);
    } finally {
      batch.clear();
    }
    changes.clear();
  }

  private void add(Family family, byte[] key, byte @Nullable [] value) throws RocksDBException {
    if (value == null) {
      batch.delete(handle(family), key);
    } else {
      batch.put(handle(family), key, value);
    }
  }

  @Override
  public Mark durable() throws MetadataException {
    try {
      byte[] value = db.get(handle(Family.MARK), persisted, Mark.KEY);
      return value == null ? Mark.NONE : Mark.of(value);
    } catch (RocksDBException e) {
      throw new MetadataException(e);
    }
  }

  @Override
  public void persist(boolean wait) throws MetadataException {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(wait)) {
      boolean _ = ballast.releaseIfShort();
      // If that would stall writers, RocksDB is flushing as fast as it can already.
      options.setAllowWriteStall(wait);
      db.flush(options, List.copyOf(handles.values()));
      if (lacksSpace) {
        lacksSpace = false;
        LOG.info("{}: RocksDB can write again", db.getName());
      }
      ballast.restore();
    } catch (RocksDBException e) {
      throw failed(e);
    } catch (IOException e) {
      throw new MetadataException(e);
    }
  }

  /** Where space is lacking, the ballast frees some; RocksDB resumes by itself when it notices. */
  private MetadataException failed(RocksDBException e) {
    MetadataException failure = new MetadataException(e);
    if (failure.isNoSpace()) {
      lacksSpace = true;
      try {
        boolean _ = ballast.release();
      } catch (IOException second) {
        failure.addSuppressed(second);
      }
    }
    return failure;
  }

  @Override
  public void abandon() {
    changes.abandon();
  }

  private record Walk(RocksIterator entries) implements Cursor {
    @Override
    public void seek(byte[] key) {
      entries.seek(key);
    }

    @Override
    public boolean isValid() {
      return entries.isValid();
    }

    @Override
    public void next() {
      entries.next();
    }

    @Override
    public byte[] key() {
      return entries.key();
    }

    @Override
    public byte[] value() {
      return entries.value();
    }

    @Override
    public void status() throws MetadataException {
      try {
        entries.status();
      } catch (RocksDBException e) {
        throw new MetadataException(e);
      }
    }

    @Override
    public void close() {
      entries.close();
    }
  }

  private ColumnFamilyHandle handle(Family family) {
    return Invariant.present(handles.get(family), () -> "column family " + family);
  }

  @Override
  public void close() {
    batch.close();
    reading.close();
    persisted.close();
    unlogged.close();
    synced.close();
    handles.values().forEach(ColumnFamilyHandle::close);
    db.close();
    meter.close();
    natives.reversed().forEach(AbstractNativeReference::close);
  }
}
