package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.pipeline.Pipeline;
import io.pando.disk.raw.pipeline.TopHalf;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A raw store without threads, on a given device, log and metadata: the caller takes the steps of
 * its workers one after another, at times of its choice. Single-threaded. Answers reach the owner's
 * loop through {@link EventLoop#execute}.
 */
public final class SteppedRawStore extends TopHalf {
  private final Pipeline pipeline;

  private SteppedRawStore(Pipeline pipeline) {
    super(pipeline);
    this.pipeline = pipeline;
  }

  /**
   * Opens a store.
   *
   * @param onWork called with a worker that has something to do, perhaps repeatedly: it needs steps
   *     from now on until it is idle
   */
  public static SteppedRawStore open(
      StoreResources resources,
      RawStoreConfig config,
      EventLoop owner,
      Random64 random,
      Consumer<Worker> onWork)
      throws StoreException {
    try {
      Pipeline pipeline =
          Pipeline.open(
              resources,
              config.pipeline(),
              config.limits(),
              config.memory().objectCacheBytes(),
              owner,
              random);
      SteppedRawStore store = new SteppedRawStore(pipeline);
      pipeline.attach(
          store, () -> onWork.accept(pipeline.log()), () -> onWork.accept(pipeline.store()));
      return store;
    } catch (IOException | MetadataException | DamagedRecordException | LogDamagedException e) {
      throw new StoreException(resources.name() + " cannot be opened: " + e.getMessage(), e);
    }
  }

  /** The worker that makes transactions durable. */
  public Worker log() {
    return pipeline.log();
  }

  /** The worker that applies durable transactions to the store. */
  public Worker store() {
    return pipeline.store();
  }

  /** Ends the calls: submitted transactions become durable, then the workers end. */
  public void stop() {
    pipeline.stop();
  }

  /**
   * The block of the device that holds a byte of an object in the applied state; empty if there is
   * none.
   */
  public OptionalLong blockOf(CollectionId collection, ObjectId object, long offset)
      throws MetadataException, DamagedRecordException {
    return pipeline.volume().reader().placeOf(collection, object, offset / BLOCK_BYTES);
  }
}
