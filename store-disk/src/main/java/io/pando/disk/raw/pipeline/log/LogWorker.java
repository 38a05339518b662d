package io.pando.disk.raw.pipeline.log;

import io.pando.check.Invariant;
import io.pando.disk.account.Account;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.log.OperationLog;
import io.pando.disk.raw.pipeline.apply.StoreItem;
import io.pando.disk.raw.pipeline.apply.StoreWorker;
import io.pando.disk.raw.pipeline.worker.Phases;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.serve.Answers;
import io.pando.disk.serve.SpaceWait;
import io.pando.probe.Probe;
import io.pando.store.CommitOutcome;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes transactions durable in batches of all that have arrived. Data are compressed, if
 * requested, and written to the blocks allotted to them. Then the records are written to the log.
 * Then the transactions are reported and passed to the store.
 *
 * <pre>
 *   SERVE ──took updates──▶ WRITE ──data flushed──▶ FLUSH ──log flushed, reported──▶ SERVE
 *     ▲                       │                       │
 *     └── all are refused, or the log gives up or breaks
 * </pre>
 *
 * <p>When the log grows too long or has no space, or the store falls too far behind, no
 * transactions are taken until that improves. A log flush that fails because the medium has no
 * space is repeated. After any other failure it is unknown what is durable: then all transactions
 * end as broken.
 *
 * <p>Invariants: updates are taken in the order of their tickets, and none is left when a batch
 * ends.
 */
public final class LogWorker implements Worker {
  private static final Logger LOG = LoggerFactory.getLogger(LogWorker.class);
  private static final Map<Phase, Set<Phase>> TRANSITIONS =
      Phases.cycle(Phase.SERVE, Phase.WRITE, Phase.FLUSH);

  private final PipelineConfig config;
  private final OperationLog log;
  private final DataWriter data;
  private final StoreWorker store;
  private final Answers answers;
  private final Account account;
  private final LongSupplier nanoTime;
  private final PlacementCost cost;
  private final LogQueue queue;
  private final CommitOutcomes outcomes;
  private final SpaceWait spaceWait;
  private final LogLength length;
  private final Phases phases;
  private LogBatch batch = new LogBatch();

  /**
   * Whether the owner is closing the store; then updates that cannot become durable are given up.
   */
  private volatile boolean stopping;

  /** Ticket of the last update that was taken. */
  private long takenTicket;

  private long serving;
  private boolean ended;
  private Runnable onWork = () -> {};

  public LogWorker(
      PipelineConfig config,
      OperationLog log,
      StoreResources resources,
      StoreWorker store,
      Answers answers)
      throws IOException {
    this.config = config;
    this.log = log;
    this.data = new DataWriter(resources.devices().device());
    this.queue = new LogQueue(new Packer(resources.codecs()));
    this.store = store;
    this.answers = answers;
    this.outcomes = new CommitOutcomes(answers, store);
    this.spaceWait = new SpaceWait(answers.name());
    this.length = new LogLength(config, log, store);
    this.phases = new Phases(answers.name(), TRANSITIONS, Phase.SERVE);
    this.account = resources.metering().account();
    this.nanoTime = resources.metering().nanoTime();
    int least = config.placeFromBytes();
    int most = Math.max(least, config.log().batchBytes() / 2);
    this.cost = new PlacementCost(least, resources.devices().apart() ? most : least);
    cost.decide(account);
  }

  /** Sets the callback for new work. */
  public void onWork(Runnable told) {
    onWork = told;
  }

  /** Adds an item; {@link #wake} must follow. From any thread. */
  public void add(LogItem item) {
    queue.add(item);
  }

  /** Signals that there may be something to do. From any thread. */
  public void wake() {
    onWork.run();
  }

  /** Stops taking transactions, because the store cannot go on. From any thread. */
  public void breakDown(String why) {
    outcomes.breakDown(why);
    wake();
  }

  @Override
  public boolean isIdle() {
    return phases.is(Phase.SERVE)
        && (queue.isEmpty() || (queue.beginsWithTransaction() && mustWaitForStore()));
  }

  private boolean mustWaitForStore() {
    return !spaceWait.isWaiting()
        && !(stopping && store.hasGivenUp())
        && length.needsStore()
        && !outcomes.isBroken();
  }

  @Override
  public boolean isUrgent() {
    return true;
  }

  @Override
  public long pauseNanos() {
    return stopping ? 0 : spaceWait.nanos();
  }

  /** Begins to close the store. From any thread. */
  public void stop() {
    stopping = true;
    add(new LogItem.Stop());
    wake();
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
    try {
      switch (phases.now()) {
        case SERVE -> serve();
        case WRITE -> writeData();
        case FLUSH, COMMIT -> writeLog();
      }
      invariants();
    } catch (IOException e) {
      if (!DeviceFullException.isCause(e) || batch.isAppending()) {
        breakDown(e);
      } else if (stopping) {
        giveUp();
      } else if (phases.is(Phase.WRITE)) {
        refuseForData(e);
      } else {
        Probe.reached("raw: the log waits for space");
        store.persistNow();
        spaceWait.onLack(e);
      }
    } catch (RuntimeException | Error e) {
      breakDown(e);
      answers.execute(() -> {
        throw e;
      });
    }
  }

  private void serve() throws IOException {
    if (stopping && store.hasGivenUp()) {
      giveUp();
      return;
    }
    boolean heldUp = mustWaitForStore();
    if (!outcomes.isBroken()) {
      length.release();
    }
    length.setSpaceWanted(false);
    serving = nanoTime.getAsLong();
    while (takesNext(heldUp)) {
      queue.remove();
    }
    if (batch.isEmpty()) {
      outcomes.report();
    } else {
      phases.enter(Phase.WRITE);
    }
  }

  /**
   * Takes the queue's first item. False if there is none, or if it must wait: for the store, for
   * space, or for the end of the batch.
   */
  private boolean takesNext(boolean heldUp) throws IOException {
    switch (queue.first(outcomes)) {
      case null -> {
        return false;
      }
      case LogItem.PlacedTransaction update -> {
        return !heldUp && takes(update);
      }
      case LogItem.UncompressedTransaction draft ->
          Invariant.check(outcomes.refuses(draft), "a draft is packed");
      case LogItem.Refusal refusal -> outcomes.refuse(refusal);
      case LogItem.Forward forward when batch.isEmpty() -> pass(forward.item());
      case LogItem.Stop _ when batch.isEmpty() -> {
        store.add(new StoreItem.Stop());
        ended = true;
      }
      case LogItem.Forward _, LogItem.Stop _ -> {
        return false;
      }
    }
    return true;
  }

  /** Takes an update. False if it must wait, for the next batch, which it begins, or for space. */
  private boolean takes(LogItem.PlacedTransaction update) throws IOException {
    if (outcomes.refuses(update)) {
      return true;
    }
    if (!batch.isEmpty()
        && batch.recordBytes() + update.record().size() > config.log().batchBytes() / 2) {
      Probe.reached("raw: a batch is full");
      return false;
    }
    if (!LogRecords.haveSpace(log, update.record(), batch.recordBytes(), batch.size())) {
      return batch.isEmpty() && !awaitsOrRefuses(update);
    }
    Invariant.check(
        update.caller().ticket() > takenTicket,
        () ->
            "%s: transaction %d follows %d"
                .formatted(answers.name(), update.caller().ticket(), takenTicket));
    takenTicket = update.caller().ticket();
    account.took(Account.Stage.WAIT, serving - update.caller().submittedNanos());
    batch.add(update);
    return true;
  }

  /**
   * Tries to get log space for an update. Records that the metadata do not hold durably yet occupy
   * space; if there are any, a checkpoint is requested. Otherwise a binding update waits for the
   * medium. Any other update would not fit an empty log either, and is refused; then this returns
   * false.
   */
  private boolean awaitsOrRefuses(LogItem.PlacedTransaction update) {
    if (length.canBeShortened()) {
      Probe.reached("raw: an update waits for a checkpoint");
      length.setSpaceWanted(true);
      store.persistNow();
      return true;
    }
    CommitOutcome.NoSpace outcome = new CommitOutcome.NoSpace(update.record().size(), 0);
    if (update.binding() && update.record().size() < config.maxLogBytes()) {
      length.setSpaceWanted(true);
      spaceWait.onLack(new DeviceFullException("the log has no segment for the next update"));
      return true;
    }
    LOG.warn("{}: the log has no space for {} bytes", answers.name(), outcome.neededBytes());
    outcomes.refuse(update, outcome);
    return false;
  }

  /** Reports outcomes before the item: a requester of space must know earlier outcomes first. */
  private void pass(StoreItem item) {
    outcomes.report();
    store.add(item);
  }

  private void writeData() throws IOException {
    data.clear();
    long bytes = batch.addData(data);
    if (bytes > 0) {
      long began = nanoTime.getAsLong();
      data.write();
      long nanos = nanoTime.getAsLong() - began;
      account.took(Account.Stage.DATA, nanos);
      cost.onData(bytes, nanos);
    }
    phases.enter(Phase.FLUSH);
  }

  private void writeLog() throws IOException {
    long began = nanoTime.getAsLong();
    long bytesBefore = log.writtenBytes();
    long segmentBefore = log.segment();
    batch.append(log);
    spaceWait.onSpace();
    long nanos = nanoTime.getAsLong() - began;
    long bytes = log.writtenBytes() - bytesBefore;
    account.took(Account.Stage.LOG, nanos);
    cost.onLog(bytes, nanos);
    cost.decide(account);
    store.add(batch.end(outcomes, new StoreItem.LogExtent(log.next() - 1, log.segment(), bytes)));
    serveAgain();
    length.onFlushed(log.segment() != segmentBefore);
    outcomes.report();
  }

  /** Ends the batch, whatever became of it. */
  private void serveAgain() {
    batch = new LogBatch();
    phases.enter(Phase.SERVE);
  }

  /** Requests a checkpoint if the log is already too long. */
  public void begin() {
    length.begin();
  }

  /** Length in bytes from which whole blocks go to their place before the log. From any thread. */
  public int placeFromBytes() {
    return cost.decidedBytes();
  }

  /**
   * Handles a device without space for the data, although space was promised. Updates that are not
   * binding are refused in their turn; the others are tried again.
   */
  private void refuseForData(IOException e) {
    Probe.reached("raw: updates are refused since their data have no space");
    data.clear();
    if (!batch.refuseUnlessBinding()) {
      spaceWait.onLack(e);
      return;
    }
    LOG.warn("{}: {}; {} transactions are refused", answers.name(), e.getMessage(), batch.size());
    batch.refuse(outcomes);
    serveAgain();
    outcomes.report();
  }

  /** Gives up when the store is closed without space: what is not durable is lost, unanswered. */
  private void giveUp() {
    Probe.reached("raw: closed while out of space");
    LOG.warn("{}: closed while out of space; waiting transactions are dropped", answers.name());
    data.clear();
    queue.clear();
    serveAgain();
    store.add(new StoreItem.Stop());
    ended = true;
  }

  private void breakDown(Throwable cause) {
    Probe.reached("raw: the log breaks");
    String why = answers.name() + ": " + cause.getMessage();
    outcomes.breakDown(why);
    LOG.error("{}; the store takes no more transactions", why, cause);
    spaceWait.onSpace();
    data.clear();
    batch.abandon(outcomes, why);
    serveAgain();
    outcomes.report();
  }

  public int unitBytes() {
    return log.unitBytes();
  }

  /** Closes the log; the worker must have ended. */
  public void close() throws IOException {
    log.close();
  }

  private void invariants() {
    if (ended || outcomes.isBroken()) {
      return;
    }
    Invariant.check(
        phases.is(Phase.SERVE) == batch.isEmpty() && batch.isSound(),
        () -> "%s, %s: %s".formatted(answers.name(), phases.now(), batch));
    length.invariants(answers.name());
  }
}
