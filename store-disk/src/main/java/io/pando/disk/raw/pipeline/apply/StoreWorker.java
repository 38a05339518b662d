package io.pando.disk.raw.pipeline.apply;

import io.pando.check.Invariant;
import io.pando.check.Sampling;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.pipeline.worker.Phases;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.Answers;
import io.pando.disk.serve.BatchLimits;
import io.pando.disk.serve.SpaceWait;
import io.pando.format.DamagedRecordException;
import io.pando.port.ObjectStore.Usage;
import io.pando.probe.Probe;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Applies updates that are durable in the log to the volume, many at once, and answers queries in
 * between. If a batch writes a block several times, only the last content reaches the device.
 *
 * <pre>
 *   SERVE ──applied updates──▶ WRITE ──▶ FLUSH ──▶ COMMIT ──▶ SERVE
 *    │ ▲                        │         │         │
 *    └─┴─ answered queries      └─────────┴─────────┴─ closed without space, or broken ─▶ SERVE
 * </pre>
 *
 * <p>{@link Checkpoints} make the metadata durable. Then the log may release records. A step for
 * which the medium has no space is repeated until it has. Any other failure means that acknowledged
 * updates cannot be applied. Then the owner is told, and no query is answered any more, since the
 * answer could be stale.
 *
 * <p>Invariants: a batch that is written was applied, and a broken store writes none; all free
 * blocks are accounted for.
 */
public final class StoreWorker implements Worker {
  private static final Map<Phase, Set<Phase>> TRANSITIONS =
      Phases.cycle(Phase.SERVE, Phase.WRITE, Phase.FLUSH, Phase.COMMIT);

  /** Number of steps between thorough checks. */
  private static final int SAMPLED_STEPS = 16;

  private final RawVolume volume;
  private final CommitDelay delay;
  private final Answers answers;
  private final BlockGrants grants;
  private final StoreQueue queue;
  private final UpdateApplier applier;
  private final Checkpoints checkpoints;
  private final DirectQueries directQueries;

  private final StoreHealth health;
  private final SpaceWait spaceWait;

  private final Sampling sampling = new Sampling(SAMPLED_STEPS);
  private final Phases phases;
  private boolean ended;
  private Runnable onWork = () -> {};
  private Runnable onProgress = () -> {};

  public StoreWorker(
      RawVolume volume,
      PipelineConfig config,
      BatchLimits limits,
      StoreResources resources,
      Answers answers)
      throws MetadataException {
    this.volume = volume;
    this.delay = new CommitDelay(limits);
    this.answers = answers;
    this.grants = new BlockGrants(volume, config, answers);
    this.directQueries = new DirectQueries(volume, answers);
    this.health = new StoreHealth(answers);
    this.spaceWait = new SpaceWait(answers.name());
    this.applier = new UpdateApplier(volume, resources);
    this.phases =
        new Phases(answers.name(), TRANSITIONS, applier.isDirty() ? Phase.WRITE : Phase.SERVE);
    this.queue = new StoreQueue(config);
    this.checkpoints =
        new Checkpoints(volume, config, spaceWait, answers.name(), this::onCheckpoint);
  }

  /**
   * Sets the callbacks.
   *
   * @param work called when there is something to do
   * @param progress called when the log may be able to go on
   * @param breakdown called when the log must take nothing any more
   */
  public void onWork(Runnable work, Runnable progress, Consumer<String> breakdown) {
    onWork = work;
    onProgress = progress;
    health.onBreakdown(breakdown);
  }

  /** Sets the receivers of grants on the owner's loop. */
  public void onGrants(
      Consumer<StoreItem.Grant> grant, Consumer<StoreItem.Grant> last, Runnable announced) {
    grants.onGrants(grant, last, announced);
  }

  /** Sets the receiver, on the owner's loop, of the message that the store cannot go on. */
  public void whenBroken(Consumer<String> told) {
    health.whenBroken(told);
  }

  /** Adds an item. From any thread. */
  public void add(StoreItem item) {
    boolean first = queue.add(item);
    if (first || isUrgent()) {
      onWork.run();
    }
  }

  /** Adds a query that depends on no item in the queue. From any thread. */
  public void askDirectly(StoreItem.Query<?> question) {
    directQueries.add(question);
    onWork.run();
  }

  /** Requests a checkpoint soon, since the log grows long. From any thread. */
  public void persistSoon() {
    if (checkpoints.requestSoon()) {
      onWork.run();
    }
  }

  /** Requests a checkpoint that the log waits for; it is told about a failure. From any thread. */
  public void persistNow() {
    checkpoints.requestNow();
    onWork.run();
  }

  /** Sequence number of the newest log record that the log may release. From any thread. */
  public long checkpoint() {
    return checkpoints.durable();
  }

  /** Approximate heap of waiting updates. From any thread. */
  public long pendingBytes() {
    return queue.pendingBytes();
  }

  /** Space usage of the store. From any thread. */
  public Usage usage() {
    return grants.usage();
  }

  /** Requests a check of the medium's space. From any thread. */
  public void look() {
    if (grants.requestCheck()) {
      add(new StoreItem.CheckSpace());
    }
  }

  /** Begins to close the store; a {@link StoreItem.Stop} follows. From any thread. */
  public void stop() {
    health.stop();
    onWork.run();
  }

  /** Whether the store was closed without space. From any thread. */
  public boolean hasGivenUp() {
    return health.hasGivenUp();
  }

  @Override
  public boolean isIdle() {
    return phases.is(Phase.SERVE)
        && queue.isEmpty()
        && directQueries.isEmpty()
        && checkpoints.isIdle()
        && !grants.isDiscarding()
        && !applier.isDirty();
  }

  @Override
  public boolean isUrgent() {
    return !phases.is(Phase.SERVE) || checkpoints.isUrgent() || queue.isUrgent();
  }

  @Override
  public long pauseNanos() {
    return health.isStopping() ? 0 : spaceWait.nanos();
  }

  @Override
  public boolean attend() {
    boolean any = !directQueries.isEmpty();
    if (any) {
      guarded(() -> {
        directQueries.answerAll(health.reason());
        if (phases.is(Phase.SERVE) && !applier.isDirty()) {
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
    return phases.now();
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
    return DeviceFullException.isCause(e) && !applier.isApplying() && !phases.is(Phase.FLUSH);
  }

  private void waitForSpace(Exception e) {
    Probe.reached("raw: the store waits for space");
    spaceWait.onLack(e);
    if (health.isStopping() && health.isWorking()) {
      health.giveUp();
      directQueries.end();
      stopWriting();
      onProgress.run();
    }
  }

  private void takeStep() throws IOException, MetadataException, DamagedRecordException {
    directQueries.answerAll(health.reason());
    switch (phases.now()) {
      case SERVE -> serve();
      case WRITE -> {
        volume.writeData();
        phases.enter(Phase.FLUSH);
      }
      case FLUSH -> {
        volume.flushData();
        phases.enter(Phase.COMMIT);
      }
      case COMMIT -> commit();
    }
  }

  private void serve() throws IOException, MetadataException, DamagedRecordException {
    boolean answered = false;
    for (StoreItem item = queue.first(); item != null; item = queue.first()) {
      if (delay.isOver() || (applier.isDirty() && item.needsCommitted())) {
        break;
      }
      if (item instanceof StoreItem.Batch batch) {
        queue.remove();
        if (health.isWorking()) {
          delay.onApplied(batch);
          applier.apply(batch);
          checkpoints.onApplied(batch.extent().bytes());
        }
        directQueries.answerAll(health.reason());
      } else {
        // An item for which there is no space stays first.
        handle(item);
        queue.remove();
        answered |= item instanceof StoreItem.Query<?>;
      }
    }
    if (applier.isDirty() && answered && queue.isEmpty() && !checkpoints.isUrgent()) {
      Probe.reached("raw: applied updates wait for more");
      delay.onWaiting();
    } else if (applier.isDirty()) {
      delay.onCommit();
      phases.enter(Phase.WRITE);
    } else if (health.isWorking()) {
      volume.trim();
      checkpoints.advance(applier.sequence());
      grants.discard();
    } else {
      checkpoints.cancel();
    }
  }

  private void handle(StoreItem item)
      throws IOException, MetadataException, DamagedRecordException {
    switch (item) {
      case StoreItem.Stop _ -> {
        boolean _ = settleIfSpace();
        ended = true;
      }
      case StoreItem.Discard _ when health.isWorking() -> grants.beginDiscarding();
      case StoreItem.CheckSpace _ -> {
        grants.checkSpace();
        announceUnwanted();
      }
      case StoreItem.Query<?> query -> {
        if (query.settled() && health.isWorking()) {
          applier.checkCommitted();
          checkpoints.makeNow();
        }
        directQueries.answer(query, health.reason());
      }
      case StoreItem.SpaceRequest request when health.isWorking() ->
          grants.answer(request, applier.ticket(), this::settleIfSpace);
      case StoreItem.SpaceRequest request -> grants.refuse(request, applier.ticket());
      case StoreItem.GiveBack back when health.isWorking() ->
          back.unused().forEach(volume::giveBack);
      case StoreItem.Discard _, StoreItem.GiveBack _ -> {}
      case StoreItem.Batch _ -> throw Invariant.unreachable("a batch is applied");
    }
  }

  private void commit() throws IOException, MetadataException {
    applier.commit();
    phases.enter(Phase.SERVE);
    grants.updateUsage();
    spaceWait.onSpace();
    try {
      checkpoints.advance(applier.sequence());
    } finally {
      grants.tell(applier.ticket());
      onProgress.run();
    }
  }

  /** Makes all applied updates durable, if there is space and the store works. */
  private boolean settleIfSpace() throws MetadataException, IOException {
    applier.checkCommitted();
    return !health.isWorking() || checkpoints.makeIfSpace();
  }

  private void onCheckpoint() {
    onProgress.run();
    announceUnwanted();
  }

  private void announceUnwanted() {
    if (health.isWorking()) {
      grants.announceUnwanted(applier.ticket());
    }
  }

  private void breakDown(Throwable cause) {
    health.breakDown(cause);
    spaceWait.onSpace();
    stopWriting();
  }

  /** Drops the batch that is under way, and everything that would be written later. */
  private void stopWriting() {
    applier.drop();
    delay.onCommit();
    grants.stopDiscarding();
    checkpoints.cancel();
    phases.enter(Phase.SERVE);
  }

  private void invariants() {
    checkpoints.invariants(applier.sequence());
    boolean dirty = applier.isDirty();
    Invariant.check(
        (phases.is(Phase.SERVE) || dirty) && (health.isWorking() || !dirty),
        () -> "%s: %s, a batch is under way: %s".formatted(answers.name(), phases.now(), dirty));
    queue.invariants(answers.name());
    volume.invariants();
    if (sampling.isDue()) {
      volume.thoroughInvariants();
    }
  }
}
