package io.pando.disk.raw;

import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.device.FileDevice;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.port.EventLoop;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The store of choice for one shard: metadata in RocksDB, data in one raw file or block device.
 * What the calls of the port hand in is done on a thread of the store's own; its answers come back
 * on the owner's loop. A transaction that has begun is seen by every later read, and is reported
 * when it is durable. {@link StoreException} tells why a store cannot be made or opened.
 *
 * <p>The queue has no limit of its own: the owner keeps {@link #pendingBytes} in bounds.
 */
public final class RawStore extends VolumeStore implements AutoCloseable {
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
  void add(Request request) {
    storage.add(request);
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
