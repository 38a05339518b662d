package io.pando.disk.file;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.catalog.Catalog;
import io.pando.disk.catalog.CatalogEntry;
import io.pando.disk.catalog.CatalogState;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogMedium;
import io.pando.disk.log.LogOwner;
import io.pando.disk.log.OperationLog;
import io.pando.disk.metadata.LayeredMetadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.Fit;
import io.pando.disk.serve.ReadableStore;
import io.pando.disk.serve.Volume;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.proto.FormatException;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files behind a log. A transaction is durable when its record is in the log:
 *
 * <ol>
 *   <li>the batch's records are written to the log and flushed;
 *   <li>then its steps are performed on the files, which the operating system writes back at any
 *       time;
 *   <li>then the transactions are reported. Everything but the bytes stays in the metadata's batch.
 * </ol>
 *
 * Now and then there is a <i>checkpoint</i>. The files are flushed. Then the metadata's batch
 * becomes durable, with the number of the newest record included in it. Then the log is released.
 * After a crash, the metadata are as at the checkpoint, and the files are as then or later. The
 * later records are replayed. Replay gives objects the same numbers and so the same files, and a
 * record results in the same bytes, however much of it was performed before.
 */
final class FileVolume implements Volume {
  private static final Logger LOG = LoggerFactory.getLogger(FileVolume.class);

  private final LayeredMetadata metadata;
  private final FileTree tree;
  private final FileBytes bytes;
  private final Catalog catalog;
  private final RangeSteps ranges;
  private final OperationLog log;
  private final Account account;
  private final CheckpointLimits checkpoints;
  private final LongSupplier nanoTime;
  private long sequence;
  private long loggedBytes;
  private long checkpointNanos;
  private boolean abandoned;

  /** Whether a checkpoint is needed before the log has space for the next transaction. */
  private boolean logIsFull;

  /**
   * Records of the transaction that {@link #fit} checked last; most have one. There is none yet if
   * the transaction clones ranges, whose bytes are known when it is applied.
   */
  private List<Payload> records = List.of();

  /** Number of these records, and their size, at most. */
  private int mostRecords;

  private long mostRecordBytes;

  /** Collects the parts of a transaction with several records during replay. */
  private final LogFragments parts = new LogFragments();

  /**
   * The resources that a store runs on.
   *
   * @param nanoTime clock that decides when checkpoints are due
   * @param random source of the log's salts
   */
  record Ground(
      LayeredMetadata metadata,
      FileTree tree,
      LogMedium log,
      Account account,
      LongSupplier nanoTime,
      Random64 random) {}

  /** Opens a volume. If that fails, the caller must close the resources. */
  FileVolume(Ground ground, FileStoreConfig config, StoreIdentity identity, Catalog.Limits limits)
      throws IOException, MetadataException, DamagedRecordException, LogDamagedException {
    this.metadata = ground.metadata();
    this.tree = ground.tree();
    this.account = ground.account();
    this.checkpoints = config.checkpoints();
    this.nanoTime = ground.nanoTime();
    this.bytes = new FileBytes(tree);
    this.catalog = Catalog.open(metadata, bytes, limits);
    this.ranges = new RangeSteps(catalog, bytes);
    CatalogState state = Catalog.state(metadata);
    this.sequence = state.sequence();
    this.checkpointNanos = nanoTime.getAsLong();
    LogOwner owner = new LogOwner(identity, state.sequence(), state.segment());
    this.log =
        OperationLog.open(
            ground.log(), config.log().sizes(), owner, ground.random(), account, this::takeAgain);
    boolean complete = false;
    try {
      if (sequence > state.sequence()) {
        checkpoint();
      }
      complete = true;
    } finally {
      if (!complete) {
        log.close();
      }
    }
  }

  private void takeAgain(long number, ByteBuffer body) throws IOException, LogDamagedException {
    try {
      Payload transaction = parts.take(body);
      if (transaction == null) {
        return;
      }
      ranges.applyAgain(FileRecords.TRANSACTION.decode(transaction));
      bytes.perform();
      catalog.storeObjects();
      catalog.keep();
      sequence = number;
    } catch (FormatException | DamagedRecordException | MetadataException e) {
      throw new LogDamagedException(
          "record " + number + " of the log cannot be applied: " + e.getMessage(), e);
    }
  }

  @Override
  public Fit fit(Transaction transaction) throws IOException, MetadataException {
    measure(transaction);
    Fit fit = catalog.fit(transaction);
    if (fit != Fit.NOW) {
      return fit;
    }
    if (!findLogSpace()) {
      return Fit.LATER;
    }
    if (!log.fits((int) Math.min(mostRecordBytes, log.maxRecordBytes()))) {
      log.flush();
    }
    return Fit.NOW;
  }

  private void measure(Transaction transaction) {
    Payload encoded = FileRecords.TRANSACTION.encode(FileTransaction.of(transaction));
    if (RangeSteps.areIn(transaction)) {
      records = List.of();
      mostRecordBytes = encoded.size() + ranges.mostBytes(transaction);
      mostRecords = LogFragments.most(mostRecordBytes, log.maxRecordBytes());
      mostRecordBytes += (long) mostRecords * LogFragments.HEADER_BYTES;
    } else {
      records = LogFragments.of(encoded, log.maxRecordBytes());
      mostRecords = records.size();
      mostRecordBytes = records.stream().mapToLong(Payload::size).sum();
    }
  }

  /** Makes a checkpoint if the log lacks space and no batch is pending. */
  private boolean findLogSpace() throws IOException, MetadataException {
    boolean found = logHasSpace();
    if (!found && !log.isPending() && loggedBytes > 0 && !abandoned) {
      checkpoint();
      found = logHasSpace();
    }
    logIsFull = !found;
    return found;
  }

  private boolean logHasSpace() throws IOException {
    return log.hasSpaceFor(mostRecordBytes, mostRecords);
  }

  @Override
  public CommitOutcome noSpaceFor(Transaction transaction) {
    return catalog.noSpaceFor(transaction);
  }

  @Override
  public boolean hasReleased() {
    return logIsFull;
  }

  @Override
  public void apply(Transaction transaction)
      throws IOException, MetadataException, DamagedRecordException {
    if (records.isEmpty()) {
      Payload applied = FileRecords.TRANSACTION.encode(ranges.apply(transaction));
      records = LogFragments.of(applied, log.maxRecordBytes());
    } else {
      catalog.apply(transaction);
    }
    for (Payload record : records) {
      if (!log.fits(record.size())) {
        log.flush();
      }
      sequence = log.append(List.of(record));
      loggedBytes += record.size();
    }
  }

  @Override
  public void writeData() throws IOException, MetadataException {
    log.flush();
  }

  @Override
  public void flushData() throws IOException, MetadataException {
    bytes.perform();
    catalog.storeObjects();
  }

  @Override
  public void commitMetadata() throws MetadataException {
    metadata.keep();
    catalog.keep();
  }

  @Override
  public void trim() throws IOException, MetadataException {
    boolean due =
        loggedBytes >= checkpoints.bytes()
            || nanoTime.getAsLong() - checkpointNanos >= checkpoints.nanos();
    if (loggedBytes > 0 && due && !abandoned) {
      checkpoint();
    }
    catalog.keep();
  }

  private void checkpoint() throws IOException, MetadataException {
    long written = bytes.sync();
    if (written > 0) {
      account.data(written);
    }
    account.flush();
    catalog.store(sequence, log.segment());
    metadata.commit();
    catalog.keep();
    log.release(sequence);
    loggedBytes = 0;
    checkpointNanos = nanoTime.getAsLong();
  }

  @Override
  public void abandon() throws MetadataException, DamagedRecordException {
    abandoned = true;
    bytes.abandon();
    metadata.abandon();
    catalog.abandon();
  }

  /** The file that holds a byte of an object; null if the byte is in a hole or does not exist. */
  @Nullable String fileOf(CollectionId collection, ObjectId id, long offset)
      throws MetadataException, DamagedRecordException {
    CatalogEntry object = catalog.find(collection, id);
    long block = offset / BLOCK_BYTES;
    return object == null || !object.blocks().anyBetween(block, block + 1)
        ? null
        : ObjectPath.of(object);
  }

  @Override
  public ReadableStore contents() {
    return catalog;
  }

  /** Nothing may be pending. Updates that are only in the log are replayed at the next opening. */
  @Override
  public void close() throws IOException {
    try (metadata;
        tree;
        log) {
      if (!abandoned && loggedBytes > 0) {
        checkpoint();
      }
    } catch (MetadataException e) {
      if (!e.isNoSpace()) {
        throw new IOException("the last checkpoint was not made: " + e.getMessage(), e);
      }
      // The log still has what the checkpoint would have made durable.
      LOG.warn("the last checkpoint was not made: {}", e.getMessage());
    }
  }
}
