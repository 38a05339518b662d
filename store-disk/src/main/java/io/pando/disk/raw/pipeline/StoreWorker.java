package io.pando.disk.raw.pipeline;

import io.pando.check.Invariant;
import io.pando.check.Sampling;
import io.pando.disk.account.Account;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.BatchLimits;
import io.pando.disk.serve.SpaceWait;
import io.pando.format.DamagedRecordException;
import io.pando.format.RawUpdate;
import io.pando.port.ObjectStore.Usage;
import io.pando.probe.Probe;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies updates that are durable in the log to the volume, many at once, and answers queries in
 * between. If a batch writes a block several times, only the last content reaches the device.
 *
 * <pre>
 *   SERVE ──applied updates──▶ WRITE ──▶ FLUSH ──▶ COMMIT ──▶ SERVE
 *     └─ answered questions ─▶ SERVE
 * </pre>
 *
 * <p>A checkpoint makes the metadata durable. It is made when the log has grown by a part of its
 * maximum, when many released blocks wait for it, or when RocksDB decides to. Then the log is told
 * which records it may release. A step for which the medium has no space is repeated until it has.
 * Any other failure means that acknowledged updates cannot be applied. Then the owner is told, and
 * no query is answered any more, since the answer could be stale.
 *
 * <p>Invariants: batches follow one another in log order, each with at least one record for every
 * update; only applied updates are durable; a batch that is written was applied, and a broken store
 * writes none; the counts of waiting items are not negative, and all free blocks are accounted for.
 */
public final class StoreWorker implements Worker {
  private static final Logger LOG = LoggerFactory.getLogger(StoreWorker.class);

  /** Number of steps between thorough checks. */
  private static final int SAMPLED_STEPS = 16;

  private final RawVolume volume;
  private final PipelineConfig config;
  private final BatchLimits limits;
  private final Answers answers;
  private final Grants grants;
  private final Account account;
  private final LongSupplier nanoTime;
  private final Queue<StoreItem> queue = new ConcurrentLinkedQueue<>();
  private final DirectQueries directQueries;
  private final AtomicReference<PersistRequest> persistence =
      new AtomicReference<>(PersistRequest.NONE);
  private final AtomicInteger pendingUpdates = new AtomicInteger();
  private final AtomicLong pendingBytes = new AtomicLong();

  /** Number of waiting items that must not wait for a larger batch. */
  private final AtomicInteger urgentItems = new AtomicInteger();

  /** Whether a check of the medium's space was requested. */
  private final AtomicBoolean lookWanted = new AtomicBoolean();

  private final SpaceWait spaceWait;

  /** Whether updates are being applied; if that fails, it is not repeated. */
  private boolean applying;

  private final Sampling sampling = new Sampling(SAMPLED_STEPS);
  private Phase phase;
  private long applied;
  private long segment;
  private long appliedTicket;
  private boolean dirty;
  private long logBytes;
  private boolean persisting;

  /**
   * Whether free blocks are to be given back to the medium while the worker has nothing else to do.
   */
  private boolean discarding;

  private boolean ended;
  private Runnable onWork = () -> {};
  private Runnable onProgress = () -> {};
  private Consumer<String> onBreakdown = _ -> {};
  private Consumer<String> onBroken = _ -> {};
  private volatile long checkpoint;
  private volatile Usage usage;

  /** Whether the owner is closing the store. */
  private volatile boolean stopping;

  /** Whether the store was closed without space; then the log keeps what is not durable here. */
  private volatile boolean givenUp;

  private @Nullable String broken;

  StoreWorker(
      RawVolume volume,
      PipelineConfig config,
      BatchLimits limits,
      Pipeline.Ground ground,
      Answers answers)
      throws MetadataException {
    Mark durable = ground.metadata().durable();
    Mark taken = ground.metadata().committed();
    this.volume = volume;
    this.config = config;
    this.limits = limits;
    this.answers = answers;
    this.grants = new Grants(volume, config, answers);
    this.directQueries = new DirectQueries(volume, answers);
    this.spaceWait = new SpaceWait(answers.name());
    this.account = ground.account();
    this.nanoTime = ground.nanoTime();
    this.applied = taken.sequence();
    this.segment = taken.segment();
    // Replay may have had no space to commit its last batch.
    this.dirty = ground.metadata().hasChanges();
    this.phase = dirty ? Phase.WRITE : Phase.SERVE;
    this.checkpoint = durable.sequence();
    this.usage = volume.usage();
  }

  /**
   * Sets the callbacks.
   *
   * @param work called when there is something to do
   * @param progress called when the log may be able to go on
   * @param breakdown called when the log must take nothing any more
   */
  void onWork(Runnable work, Runnable progress, Consumer<String> breakdown) {
    onWork = work;
    onProgress = progress;
    onBreakdown = breakdown;
  }

  /** Sets the receivers of grants on the owner's loop. */
  void onGrants(
      Consumer<StoreItem.Grant> grant, Consumer<StoreItem.Grant> last, Runnable announced) {
    grants.onGrants(grant, last, announced);
  }

  /** Sets the receiver, on the owner's loop, of the message that the store cannot go on. */
  void whenBroken(Consumer<String> told) {
    onBroken = told;
  }

  /** Adds an item. From any thread. */
  void add(StoreItem item) {
    boolean wakes;
    if (item instanceof StoreItem.Batch batch) {
      pendingBytes.addAndGet(batch.weightBytes());
      wakes = pendingUpdates.getAndAdd(batch.updates().size()) == 0;
    } else {
      wakes = true;
      urgentItems.incrementAndGet();
    }
    queue.add(item);
    if (wakes || isUrgent()) {
      onWork.run();
    }
  }

  /** Adds a query that depends on no item in the queue. From any thread. */
  void askDirectly(StoreItem.Query<?> question) {
    directQueries.add(question);
    onWork.run();
  }

  /**
   * Requests that applied updates become durable soon, since the log grows long. From any thread.
   */
  void persistSoon() {
    if (persistence.compareAndSet(PersistRequest.NONE, PersistRequest.SOON)) {
      onWork.run();
    }
  }

  /** Requests a checkpoint that the log waits for; it is told about a failure. From any thread. */
  void persistNow() {
    persistence.set(PersistRequest.NOW);
    onWork.run();
  }

  /** Sequence number of the newest log record that the log may release. From any thread. */
  long checkpoint() {
    return checkpoint;
  }

  /** Approximate heap of waiting updates. From any thread. */
  long pendingBytes() {
    return pendingBytes.get();
  }

  /** Space usage of the store. From any thread. */
  Usage usage() {
    return usage;
  }

  /** Requests a check of the medium's space. From any thread. */
  void look() {
    if (lookWanted.compareAndSet(false, true)) {
      add(new StoreItem.CheckSpace());
    }
  }

  /** Begins to close the store; a {@link StoreItem.Stop} follows. From any thread. */
  void stop() {
    stopping = true;
    onWork.run();
  }

  /** Whether the store was closed without space. From any thread. */
  boolean hasGivenUp() {
    return givenUp;
  }

  @Override
  public boolean isIdle() {
    return phase == Phase.SERVE
        && queue.isEmpty()
        && directQueries.isEmpty()
        && !persisting
        && !discarding
        && persistence.get() == PersistRequest.NONE;
  }

  @Override
  public boolean isUrgent() {
    return phase != Phase.SERVE
        || persistence.get() == PersistRequest.NOW
        || urgentItems.get() > 0
        || pendingUpdates.get() >= config.applyOps()
        || pendingBytes.get() >= config.applyBytes();
  }

  @Override
  public long pauseNanos() {
    return stopping ? 0 : spaceWait.nanos();
  }

  @Override
  public boolean attend() {
    boolean any = !directQueries.isEmpty();
    if (any) {
      guarded(() -> {
        directQueries.answerAll(broken);
        if (phase == Phase.SERVE) {
          volume.trim();
        }
      });
    }
    return any;
  }

  @Override
  public boolean hasEnded() {
    return ended;
  }

  @Override
  public Phase phase() {
    return phase;
  }

  @Override
  public void step() {
    guarded(() -> {
      takeStep();
      invariants();
    });
  }

  /** An action that may fail with the exceptions of the store. */
  private interface Task {
    void run() throws IOException, MetadataException, DamagedRecordException;
  }

  private void guarded(Task task) {
    try {
      task.run();
    } catch (IOException | MetadataException | DamagedRecordException e) {
      if (mayTryAgain(e)) {
        waitForSpace(e);
      } else {
        breakDown(e);
      }
    } catch (RuntimeException | Error e) {
      breakDown(e);
      answers.execute(() -> {
        throw e;
      });
    }
  }

  /**
   * Whether a failed step can be repeated. After a failed flush of the device it cannot: it is
   * unknown which blocks the device has.
   */
  private boolean mayTryAgain(Exception e) {
    return DeviceFullException.isCause(e) && !applying && phase != Phase.FLUSH;
  }

  private void waitForSpace(Exception e) {
    Probe.reached("raw: the store waits for room");
    spaceWait.onLack(e);
    if (stopping && broken == null) {
      givenUp = true;
      directQueries.end();
      broken = answers.name() + " is closed while there is no room";
      dirty = false;
      discarding = false;
      persisting = false;
      persistence.set(PersistRequest.NONE);
      phase = Phase.SERVE;
      onProgress.run();
    }
  }

  private void takeStep() throws IOException, MetadataException, DamagedRecordException {
    directQueries.answerAll(broken);
    switch (phase) {
      case SERVE -> serve();
      case WRITE -> {
        volume.writeData();
        phase = Phase.FLUSH;
      }
      case FLUSH -> {
        volume.flushData();
        phase = Phase.COMMIT;
      }
      case COMMIT -> commit();
    }
  }

  private void serve() throws IOException, MetadataException, DamagedRecordException {
    int updates = 0;
    long bytes = 0;
    for (StoreItem item = queue.peek(); item != null; item = queue.peek()) {
      boolean full = updates >= limits.ops() || bytes >= limits.bytes();
      if (full || (dirty && needsQuiet(item))) {
        break;
      }
      if (item instanceof StoreItem.Batch batch) {
        queue.remove();
        updates += batch.updates().size();
        bytes += batch.weightBytes();
        applying = true;
        apply(batch);
        applying = false;
        directQueries.answerAll(broken);
      } else {
        // An item for which there is no space stays first.
        handle(item);
        queue.remove();
        urgentItems.decrementAndGet();
      }
    }
    if (dirty) {
      phase = Phase.WRITE;
    } else if (broken == null) {
      volume.trim();
      persist();
      if (discarding) {
        volume.discard();
        discarding = volume.hasAnnounced();
      }
    } else {
      persistence.set(PersistRequest.NONE);
    }
  }

  private static boolean needsQuiet(StoreItem item) {
    return switch (item) {
      case StoreItem.Query<?> ask -> ask.settled();
      case StoreItem.SpaceRequest request -> request.needed().urgent();
      case StoreItem.Stop _ -> true;
      case StoreItem.Batch _, StoreItem.GiveBack _, StoreItem.CheckSpace _, StoreItem.Discard _ ->
          false;
    };
  }

  private void apply(StoreItem.Batch batch)
      throws IOException, MetadataException, DamagedRecordException {
    pendingUpdates.addAndGet(-batch.updates().size());
    pendingBytes.addAndGet(-batch.weightBytes());
    if (broken != null) {
      return;
    }
    Invariant.check(
        batch.ticket() > appliedTicket && batch.sequence() - applied >= batch.updates().size(),
        () ->
            "%s: %d updates up to record %d and transaction %d come behind record %d and transaction %d"
                .formatted(
                    answers.name(),
                    batch.updates().size(),
                    batch.sequence(),
                    batch.ticket(),
                    applied,
                    appliedTicket));
    dirty = true;
    long began = nanoTime.getAsLong();
    for (RawUpdate update : batch.updates()) {
      volume.apply(update);
    }
    batch.unused().forEach(volume::giveBack);
    account.took(Account.Stage.APPLY, nanoTime.getAsLong() - began);
    applied = batch.sequence();
    segment = batch.segment();
    appliedTicket = batch.ticket();
    logBytes += batch.logBytes();
  }

  private void handle(StoreItem item)
      throws IOException, MetadataException, DamagedRecordException {
    switch (item) {
      case StoreItem.Stop _ -> {
        boolean _ = settleIfSpace();
        ended = true;
      }
      case StoreItem.Discard _ -> discarding = broken == null;
      case StoreItem.CheckSpace _ -> {
        lookWanted.set(false);
        usage = volume.look();
        announceUnwanted();
      }
      case StoreItem.Query<?> ask -> answer(ask);
      case StoreItem.SpaceRequest request when broken == null ->
          grants.answer(request.needed(), appliedTicket, this::settleIfSpace);
      case StoreItem.SpaceRequest request -> grants.refuse(request.needed(), appliedTicket);
      case StoreItem.GiveBack back when broken == null -> back.unused().forEach(volume::giveBack);
      case StoreItem.GiveBack _ -> {}
      case StoreItem.Batch _ -> throw Invariant.unreachable("a batch is applied");
    }
  }

  private void answer(StoreItem.Query<?> ask)
      throws IOException, MetadataException, DamagedRecordException {
    if (ask.settled() && broken == null) {
      settle();
    }
    directQueries.answer(ask, broken);
  }

  private void commit() throws IOException, MetadataException {
    long began = nanoTime.getAsLong();
    volume.commit(applied, segment);
    account.took(Account.Stage.METADATA, nanoTime.getAsLong() - began);
    dirty = false;
    phase = Phase.SERVE;
    usage = volume.usage();
    spaceWait.onSpace();
    try {
      persist();
    } finally {
      grants.tell(appliedTicket);
      onProgress.run();
    }
  }

  /** Makes applied updates durable when it is time, and reads how far durability has come. */
  private void persist() throws MetadataException, IOException {
    if (persistence.compareAndSet(PersistRequest.NOW, PersistRequest.NONE)) {
      boolean done = false;
      try {
        settle();
        done = true;
      } finally {
        if (!done) {
          Probe.reached("raw: a checkpoint that was wanted failed");
          persistence.set(PersistRequest.NOW);
        }
      }
    } else if (!persisting && isTimeToPersist()) {
      boolean _ = persistence.compareAndSet(PersistRequest.SOON, PersistRequest.NONE);
      logBytes = 0;
      if (applied > checkpoint) {
        beginToPersist();
      }
    }
    learn();
  }

  /** Begins a checkpoint. If that fails it stays due, since the log may be waiting for it. */
  private void beginToPersist() throws MetadataException {
    try {
      volume.persist(false);
      persisting = true;
    } finally {
      if (!persisting) {
        Probe.reached("raw: a checkpoint that was due failed");
        boolean _ = persistence.compareAndSet(PersistRequest.NONE, PersistRequest.SOON);
      }
    }
  }

  private boolean isTimeToPersist() {
    return persistence.get() != PersistRequest.NONE
        || logBytes > config.maxLogBytes() / 4
        || volume.holdsMuchBack();
  }

  /** Makes all applied updates durable. */
  private void settle() throws MetadataException, IOException {
    Invariant.check(!dirty, "a batch is under way");
    if (broken == null) {
      volume.persist(true);
      spaceWait.onSpace();
      logBytes = 0;
      learn();
    }
  }

  /** Settles if there is space, for callers that can go on without; returns whether it did. */
  private boolean settleIfSpace() throws MetadataException, IOException {
    try {
      settle();
      return true;
    } catch (MetadataException e) {
      if (!e.isNoSpace()) {
        throw e;
      }
      Probe.reached("raw: no room to make anything durable");
      LOG.warn("{}: nothing could be made durable: {}", answers.name(), e.getMessage());
      return false;
    }
  }

  private void learn() throws MetadataException, IOException {
    Mark durable = volume.durable();
    if (durable.sequence() > checkpoint) {
      volume.recycle(durable.sequence());
      checkpoint = durable.sequence();
      persisting = false;
      onProgress.run();
      announceUnwanted();
    }
  }

  private void announceUnwanted() {
    if (broken == null && !discarding && volume.announceUnwanted()) {
      Probe.reached("raw: free blocks go back to the medium");
      grants.announce(appliedTicket);
    }
  }

  private void breakDown(Throwable cause) {
    Probe.reached("raw: the store breaks");
    if (broken == null) {
      String why = answers.name() + ": " + cause.getMessage();
      broken = why;
      LOG.error("{}; what was promised cannot be applied", why, cause);
      onBreakdown.accept(why);
      answers.execute(() -> onBroken.accept(why));
    }
    spaceWait.onSpace();
    discarding = false;
    applying = false;
    dirty = false;
    persisting = false;
    persistence.set(PersistRequest.NONE);
    phase = Phase.SERVE;
  }

  private void invariants() {
    Invariant.check(
        checkpoint <= applied,
        () ->
            "%s: records up to %d are durable, applied are %d"
                .formatted(answers.name(), checkpoint, applied));
    Invariant.check(
        (phase == Phase.SERVE || dirty) && (broken == null || !dirty),
        () -> "%s: %s, a batch is under way: %s".formatted(answers.name(), phase, dirty));
    Invariant.check(
        pendingUpdates.get() >= 0 && pendingBytes.get() >= 0 && urgentItems.get() >= 0,
        () ->
            "%s: %s updates of %s bytes and %s other items wait"
                .formatted(answers.name(), pendingUpdates, pendingBytes, urgentItems));
    volume.invariants();
    if (sampling.isDue()) {
      volume.thoroughInvariants();
    }
  }
}
