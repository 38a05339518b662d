package io.pando.disk.raw;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The store of choice for one shard: metadata in RocksDB, data in one raw file or block device.
 * What the calls of the port hand in is done on a thread of the store's own; its answers come back
 * on the owner's loop. A transaction that has begun is seen by every later read, and is reported
 * when it is durable. {@link StoreException} tells why a store cannot be made or opened.
 *
 * <p>The queue has no limit of its own: the owner keeps {@link #pendingBytes} in bounds.
 */
public final class RawStore implements ObjectStore, AutoCloseable {
  private final StorageThread storage;
  private final Thread thread;
  private final RawVolume volume;
  private final String description;

  RawStore(
      RawVolume volume,
      StoreIdentity identity,
      RawStoreConfig config,
      EventLoop owner,
      String description) {
    this.volume = volume;
    this.description = description;
    this.storage = new StorageThread(volume, config, owner, description);
    String who = identity.osd() + "/" + identity.shard();
    this.thread = Thread.ofPlatform().name("store-" + who).daemon(true).start(storage);
  }

  /**
   * Makes an empty store. The directory is created if it is not there; if it is, it must be empty,
   * or hold nothing but what an interrupted formatting left.
   */
  public static void format(Path directory, RawStoreConfig config, StoreIdentity identity)
      throws StoreException {
    RawDirectory.format(directory, config, identity);
  }

  /** Opens a store, which must be the given owner's. */
  public static RawStore open(
      Path directory, RawStoreConfig config, StoreIdentity identity, EventLoop owner)
      throws StoreException {
    return RawDirectory.open(directory, config, identity, owner, FileDevice::open);
  }

  @Override
  public void submit(Transaction transaction, Consumer<CommitOutcome> done) {
    storage.submit(transaction, done);
  }

  @Override
  public void read(
      CollectionId collection, ObjectId object, ObjectQuery query, Consumer<ReadOutcome> done) {
    storage.ask(volume -> volume.read(collection, object, query), done);
  }

  @Override
  public void readAll(
      CollectionId collection,
      List<ObjectId> objects,
      ObjectQuery query,
      long maxBytes,
      Consumer<List<ReadOutcome>> done) {
    Invariant.check(!objects.isEmpty(), "there is an object to read");
    storage.ask(volume -> volume.readAll(collection, objects, query, maxBytes), done);
  }

  @Override
  public void list(
      CollectionId collection, @Nullable ObjectId after, int max, Consumer<Listing> done) {
    Invariant.check(max > 0, "a page must have room for an object");
    storage.ask(volume -> volume.list(collection, after, max), done);
  }

  @Override
  public void listAttribute(
      CollectionId collection,
      @Nullable ObjectId after,
      int max,
      String attribute,
      Consumer<AttributeListing> done) {
    Invariant.check(max > 0, "a page must have room for an object");
    storage.ask(volume -> volume.listAttribute(collection, after, max, attribute), done);
  }

  @Override
  public void readMeta(
      CollectionId collection,
      String from,
      @Nullable String to,
      Consumer<SortedMap<String, Payload>> done) {
    storage.ask(volume -> volume.readMeta(collection, from, to), done);
  }

  @Override
  public void collections(Consumer<List<CollectionId>> done) {
    storage.ask(RawVolume::collections, done);
  }

  @Override
  public Usage usage() {
    return storage.usage();
  }

  /** Data of transactions that were submitted and not reported yet, in bytes. */
  public long pendingBytes() {
    return storage.pendingBytes();
  }

  /** Transactions that were submitted and not reported yet. */
  public int pendingTransactions() {
    return storage.pendingOps();
  }

  /**
   * Compares what the objects own with what the allocator believes. The store serves nothing else
   * meanwhile.
   *
   * @param readData whether to read every block, too
   */
  public void check(boolean readData, Consumer<CheckReport> done) {
    storage.ask(volume -> volume.check(readData), done);
  }

  /** What it is and how it reaches its device, for people. */
  public String describe() {
    return description;
  }

  /**
   * Makes durable what was submitted, and closes. Blocks until that is done, so the owner's loop
   * must not call it; it may still get answers. Nothing may be called any more afterwards.
   */
  @Override
  public void close() throws StoreException {
    storage.stop();
    try {
      thread.join();
      volume.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(description + ": interrupted while it was closed", e);
    } catch (IOException e) {
      throw new StoreException(description + ": cannot be closed: " + e, e);
    }
  }
}
