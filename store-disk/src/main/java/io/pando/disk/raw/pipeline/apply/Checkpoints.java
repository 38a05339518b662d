package io.pando.disk.raw.pipeline.apply;

import io.pando.check.Invariant;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.SpaceWait;
import io.pando.probe.Probe;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes applied updates durable in the metadata, so that the log can release their records. A
 * checkpoint is made when it is requested, when the log has grown by a part of its maximum, or when
 * many released blocks wait for it. RocksDB may make one at any time.
 *
 * <pre>
 *   none ──due──▶ begun ──durable──▶ none
 *   none ──requested NOW──▶ durable at once
 *   a checkpoint that fails for lack of space stays requested
 * </pre>
 *
 * <p>Invariant: only applied updates are durable.
 */
final class Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  /** Whether the log wants applied updates to become durable, so that it can release records. */
  private enum PersistRequest {
    NONE,
    /** At the next opportunity. */
    SOON,
    /** The log waits for it, and must be told about a failure. */
    NOW
  }

  private final RawVolume volume;
  private final PipelineConfig config;
  private final SpaceWait spaceWait;
  private final String name;
  private final AtomicReference<PersistRequest> request =
      new AtomicReference<>(PersistRequest.NONE);
  private final Runnable onDurable;
  private volatile long durable;

  /** Bytes of the log that were applied since the last checkpoint began. */
  private long logBytes;

  /** Whether a checkpoint was begun and is not durable yet. */
  private boolean begun;

  /**
   * Checkpoints of an open volume.
   *
   * @param name name of the store, for people
   * @param onDurable called when more is durable than before
   */
  Checkpoints(
      RawVolume volume, PipelineConfig config, SpaceWait spaceWait, String name, Runnable onDurable)
      throws MetadataException {
    this.volume = volume;
    this.config = config;
    this.spaceWait = spaceWait;
    this.name = name;
    this.onDurable = onDurable;
    this.durable = volume.durable().sequence();
  }

  /** Requests a checkpoint soon; returns whether none was requested before. From any thread. */
  boolean requestSoon() {
    return request.compareAndSet(PersistRequest.NONE, PersistRequest.SOON);
  }

  /** Requests a checkpoint that the log waits for. From any thread. */
  void requestNow() {
    request.set(PersistRequest.NOW);
  }

  boolean isUrgent() {
    return request.get() == PersistRequest.NOW;
  }

  /** Whether no checkpoint is requested or under way. */
  boolean isIdle() {
    return !begun && request.get() == PersistRequest.NONE;
  }

  /** Sequence number of the newest durable record. From any thread. */
  long durable() {
    return durable;
  }

  /** Records that updates were applied that occupy this part of the log. */
  void onApplied(long bytes) {
    logBytes += bytes;
  }

  /**
   * Makes or begins a checkpoint when it is time, and reads how far durability has come.
   *
   * @param applied sequence number of the newest applied record
   */
  void advance(long applied) throws MetadataException, IOException {
    if (request.compareAndSet(PersistRequest.NOW, PersistRequest.NONE)) {
      boolean done = false;
      try {
        makeNow();
        done = true;
      } finally {
        if (!done) {
          Probe.reached("raw: a checkpoint that was requested failed");
          request.set(PersistRequest.NOW);
        }
      }
    } else if (!begun && isDue()) {
      boolean _ = request.compareAndSet(PersistRequest.SOON, PersistRequest.NONE);
      logBytes = 0;
      if (applied > durable) {
        begin();
      }
    }
    learn();
  }

  private boolean isDue() {
    return request.get() != PersistRequest.NONE
        || logBytes > config.maxLogBytes() / 4
        || volume.holdsMuchBack();
  }

  /** Begins a checkpoint. If that fails it stays due, since the log may be waiting for it. */
  private void begin() throws MetadataException {
    try {
      volume.persist(false);
      begun = true;
    } finally {
      if (!begun) {
        Probe.reached("raw: a checkpoint that was due failed");
        boolean _ = requestSoon();
      }
    }
  }

  /** Makes everything applied durable. */
  void makeNow() throws MetadataException, IOException {
    volume.persist(true);
    spaceWait.onSpace();
    logBytes = 0;
    learn();
  }

  /**
   * Does the same if there is space, for callers that can go on without; returns whether it did.
   */
  boolean makeIfSpace() throws MetadataException, IOException {
    try {
      makeNow();
      return true;
    } catch (MetadataException e) {
      if (!e.isNoSpace()) {
        throw e;
      }
      Probe.reached("raw: no space for a checkpoint");
      LOG.warn("{}: nothing could be made durable: {}", name, e.getMessage());
      return false;
    }
  }

  private void learn() throws MetadataException, IOException {
    Mark mark = volume.durable();
    if (mark.sequence() > durable) {
      volume.recycle(mark.sequence());
      durable = mark.sequence();
      begun = false;
      onDurable.run();
    }
  }

  /** Cancels everything that is requested or begun: the store makes nothing durable any more. */
  void cancel() {
    begun = false;
    request.set(PersistRequest.NONE);
  }

  void invariants(long applied) {
    Invariant.check(
        durable <= applied,
        () -> "%s: records up to %d are durable, applied are %d".formatted(name, durable, applied));
  }
}
