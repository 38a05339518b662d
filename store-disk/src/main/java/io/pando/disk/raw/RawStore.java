package io.pando.disk.raw;

import io.pando.disk.LocalStore;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.raw.pipeline.Pipeline;
import io.pando.disk.raw.pipeline.TopHalf;
import io.pando.disk.raw.pipeline.worker.WorkerThread;
import io.pando.port.EventLoop;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The default store for one shard: an operation log in front, metadata in RocksDB, data in one raw
 * file or block device. Two threads of the store execute the calls: one makes transactions durable
 * in the log, the other applies them to the store later, and answers reads. A {@link
 * StoreException} says why a store cannot be made or opened.
 *
 * <p>The queues are not limited here: the owner must bound {@link #pendingTransactions}.
 */
public final class RawStore extends TopHalf implements LocalStore {
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

  /** Starts threads for a pipeline; the store takes ownership of it. */
  static RawStore start(
      Pipeline pipeline, RawStoreConfig config, StoreIdentity identity, String description) {
    String who = identity.osd() + "/" + identity.shard();
    WorkerThread log = new WorkerThread(pipeline.log(), 0, "log-" + who);
    WorkerThread store =
        new WorkerThread(pipeline.store(), config.pipeline().apply().nanos(), "store-" + who);
    RawStore started = new RawStore(pipeline, log, store, description);
    pipeline.attach(started, log::wake, store::wake);
    log.start();
    store.start();
    return started;
  }

  /**
   * Makes an empty store. The directory is created if it does not exist. If it exists, it must be
   * empty, or hold only remains of an interrupted formatting.
   */
  public static void format(Path directory, RawStoreConfig config, StoreIdentity identity)
      throws StoreException {
    RawDirectory.format(directory, config, identity);
  }

  /** Opens a store; it must have the given identity. */
  public static RawStore open(
      Path directory, RawStoreConfig config, StoreIdentity identity, EventLoop owner)
      throws StoreException {
    return RawDirectory.open(directory, config, identity, owner, Media.FILES);
  }

  /** Description of the store and of the access to its device, for people. */
  public String describe() {
    return description;
  }

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
