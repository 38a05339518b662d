package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.raw.metadata.Metadata;
import io.pando.disk.raw.metadata.MetadataException;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.store.CollectionId;
import java.util.ArrayDeque;
import java.util.OptionalLong;

/**
 * A raw store without a thread: somebody else takes its steps, one after another, whenever time has
 * passed. It does what {@link RawStore} does, on a device and metadata that are given to it.
 * Single-threaded. What the owner's loop is told, it is told through {@link EventLoop#execute}.
 */
public final class SteppedStore extends VolumeStore implements CommitLoop.Driver {
  private final RawVolume volume;
  private final CommitLoop loop;
  private final EventLoop owner;
  private final Runnable onWork;
  private final ArrayDeque<Request> waiting = new ArrayDeque<>();
  private boolean busy;

  private SteppedStore(
      RawVolume volume, RawStoreConfig config, EventLoop owner, String name, Runnable onWork) {
    this.volume = volume;
    this.owner = owner;
    this.onWork = onWork;
    this.loop = new CommitLoop(volume, config, name, this);
  }

  /**
   * What a store is on.
   *
   * @param name for people
   */
  public record Ground(Metadata metadata, BlockDevice device, String name) {}

  /**
   * Opens what is there.
   *
   * @param onWork told when there is something to do where there was nothing: {@link #step} is
   *     wanted from now on until {@link #isIdle}
   */
  public static SteppedStore open(
      Ground ground, RawStoreConfig config, EventLoop owner, Runnable onWork)
      throws StoreException {
    try {
      RawVolume volume =
          RawVolume.open(
              ground.metadata(), ground.device(), config.batchBytes(), config.objectCacheBytes());
      return new SteppedStore(volume, config, owner, ground.name(), onWork);
    } catch (MetadataException | DamagedRecordException e) {
      throw new StoreException(ground.name() + " is damaged: " + e.getMessage(), e);
    }
  }

  /** What the next step does. */
  public CommitPhase phase() {
    return loop.phase();
  }

  /** Whether there is no next step, for now. */
  public boolean isIdle() {
    return !busy;
  }

  /**
   * Takes the next step. Serving is one step for all that wait, as far as they fit a batch; a
   * commit is three.
   */
  public void step() {
    if (loop.phase() == CommitPhase.SERVE) {
      boolean more = true;
      while (more && !waiting.isEmpty()) {
        more = loop.serve(waiting.remove());
      }
      loop.endBatch();
    } else {
      loop.step();
    }
    busy = loop.phase() != CommitPhase.SERVE || loop.hasApplied() || !waiting.isEmpty();
  }

  @Override
  public Usage usage() {
    return loop.usage();
  }

  /**
   * The block of the device that holds a byte of an object, of what is durable or applied; empty if
   * none does.
   */
  public OptionalLong blockOf(CollectionId collection, ObjectId object, long offset)
      throws MetadataException, DamagedRecordException {
    return volume.reader().placeOf(collection, object, offset / BLOCK_BYTES);
  }

  @Override
  void add(Request request) {
    waiting.add(request);
    if (!busy) {
      busy = true;
      onWork.run();
    }
  }

  @Override
  public void tell(Runnable answer) {
    owner.execute(answer);
  }

  @Override
  public void onAccounted(Request.Submit submit) {
    // Nobody watches how much is pending here.
  }
}
