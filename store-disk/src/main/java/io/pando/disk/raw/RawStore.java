package io.pando.disk.raw;

import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.raw.pipeline.Pipeline;
import io.pando.disk.raw.pipeline.TopHalf;
import io.pando.disk.raw.pipeline.WorkerThread;
import io.pando.port.EventLoop;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The store of choice for one shard: an operation log in front, metadata in RocksDB, data in one
 * raw file or block device. What the calls hand in is done on two threads of the store's own: one
 * makes transactions durable in the log, the other takes them into the store later, and reads.
 * {@link StoreException} tells why a store cannot be made or opened.
 *
 * <p>The queues have no limit of their own: the owner keeps {@link #pendingTransactions} in bounds.
 */
public final class RawStore extends TopHalf implements AutoCloseable {
  private final Pipeline pipeline;
  private final WorkerThread log;
  private final WorkerThread store;
  private final String description;

  private RawStore(Pipeline pipeline, WorkerThread log, WorkerThread store, String description) {
    super(pipeline);
    this.pipeline = pipeline;
    this.log = log;
    this.store = store;
    this.description = description;
  }

  /** Begins to serve a pipeline, which is the store's from now on. */
  static RawStore start(
      Pipeline pipeline, RawStoreConfig config, StoreIdentity identity, String description) {
    String who = identity.osd() + "/" + identity.shard();
    WorkerThread log = new WorkerThread(pipeline.log(), 0, "log-" + who);
    WorkerThread store =
        new WorkerThread(pipeline.store(), config.pipeline().applyNanos(), "store-" + who);
    RawStore started = new RawStore(pipeline, log, store, description);
    pipeline.attach(started, log::wake, store::wake);
    log.start();
    store.start();
    return started;
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
    return RawDirectory.open(directory, config, identity, owner, Media.FILES);
  }

  /** What it is and how it reaches its device, for people. */
  public String describe() {
    return description;
  }

  /**
   * Makes durable what was submitted, and closes. Blocks until that is done, so the owner's loop
   * must not call it; it may still get answers. Nothing may be called any more afterwards.
   * Transactions for which room is still being looked for are lost without an answer.
   */
  @Override
  public void close() throws StoreException {
    pipeline.stop();
    try {
      log.join();
      store.join();
      pipeline.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(description + ": interrupted while it was closed", e);
    } catch (IOException e) {
      throw new StoreException(description + ": cannot be closed: " + e, e);
    }
  }
}
