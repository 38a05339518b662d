package io.pando.disk.raw.pipeline;

import io.pando.check.Invariant;
import io.pando.disk.account.Account;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.log.OperationLog;
import io.pando.disk.raw.volume.Allotment;
import io.pando.disk.serve.SpaceWait;
import io.pando.format.RawUpdate;
import io.pando.probe.Probe;
import io.pando.store.CommitOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes transactions durable in batches of all that have arrived. Data are compressed, if
 * requested, and written to the blocks allotted to them. Then the records are written to the log.
 * Then the transactions are reported and passed to the store.
 *
 * <pre>
 *   SERVE ──took updates──▶ WRITE ──data flushed──▶ FLUSH ──log flushed, reported──▶ SERVE
 * </pre>
 *
 * <p>When the log grows too long or has no space, or the store falls too far behind, no
 * transactions are taken until that improves. A log flush that fails because the medium has no
 * space is repeated. After any other failure it is unknown what is durable: then all transactions
 * end as broken.
 *
 * <p>Invariants: updates are taken in the order of their tickets, and none is left when a batch
 * ends; the log has released only what the store holds durably, and the store contains nothing that
 * was not in the log.
 */
public final class LogWorker implements Worker {
  private static final Logger LOG = LoggerFactory.getLogger(LogWorker.class);

  private final PipelineConfig config;
  private final OperationLog log;
  private final DataWriter data;
  private final Packer packer;
  private final StoreWorker store;
  private final Answers answers;
  private final Account account;
  private final LongSupplier nanoTime;
  private final PlacementCost cost;
  private final Queue<LogItem> queue = new ConcurrentLinkedQueue<>();

  /** The queue's first item, after packing; null if it needs no packing or was not examined yet. */
  private LogItem.@Nullable Update packed;

  private final List<LogItem.Update> taken = new ArrayList<>();
  private final Outcomes outcomes;
  private final SpaceWait spaceWait;
  private Phase phase = Phase.SERVE;

  /** Indexes of taken updates that are refused because the device had no space for their data. */
  private final BitSet refusedForData = new BitSet();

  /** Number of taken updates that were appended to the log. */
  private int appended;

  /** Whether an update is being appended; if that fails, the log may contain a part of it. */
  private boolean appending;

  /**
   * Whether the owner is closing the store; then updates that cannot become durable are given up.
   */
  private volatile boolean stopping;

  /** Ticket of the last update that was taken. */
  private long takenTicket;

  private long released;
  private long serving;

  /** Whether the next update waits for space in the log. */
  private boolean spaceWanted;

  private boolean ended;
  private Runnable onWork = () -> {};

  /** Length in bytes from which writes go to their place before the log. */
  private volatile int placeFromBytes;

  private int toldFromBytes;

  LogWorker(
      PipelineConfig config,
      OperationLog log,
      Pipeline.Ground ground,
      StoreWorker store,
      Answers answers)
      throws IOException {
    this.config = config;
    this.log = log;
    this.data = new DataWriter(ground.device());
    this.packer = new Packer(ground.codecs());
    this.store = store;
    this.answers = answers;
    this.outcomes = new Outcomes(answers, store);
    this.spaceWait = new SpaceWait(answers.name());
    this.account = ground.account();
    this.nanoTime = ground.nanoTime();
    int least = config.placeFromBytes();
    int most = Math.max(least, config.log().batchBytes() / 2);
    this.cost = new PlacementCost(least, ground.apart() ? most : least);
    decide();
  }

  /** Sets the callback for new work. */
  void onWork(Runnable told) {
    onWork = told;
  }

  /** Adds an item; {@link #wake} must follow. From any thread. */
  void add(LogItem item) {
    queue.add(item);
  }

  /** Signals that there may be something to do. From any thread. */
  void wake() {
    onWork.run();
  }

  /** Stops taking transactions, because the store cannot go on. From any thread. */
  void breakDown(String why) {
    outcomes.breakDown(why);
    wake();
  }

  @Override
  public boolean isIdle() {
    return phase == Phase.SERVE && (queue.isEmpty() || isHeldUp());
  }

  /** Whether the first item in the queue is a record that must wait for the store's progress. */
  private boolean isHeldUp() {
    return isRecord(queue.peek()) && mustWaitForStore();
  }

  private static boolean isRecord(@Nullable LogItem item) {
    return item instanceof LogItem.Update || item instanceof LogItem.Draft;
  }

  private boolean mustWaitForStore() {
    if (spaceWait.isWaiting() || (stopping && store.hasGivenUp())) {
      return false;
    }
    boolean full = spaceWanted || log.bytes() > config.maxLogBytes();
    Probe.reachedIf(full, "raw: the log is full and waits for the store");
    return !outcomes.isBroken()
        && ((full && store.checkpoint() == released)
            || store.pendingBytes() > config.maxPendingBytes());
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
  void stop() {
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
    return phase;
  }

  @Override
  public void step() {
    try {
      switch (phase) {
        case SERVE -> serve();
        case WRITE -> writeData();
        case FLUSH, COMMIT -> writeLog();
      }
      invariants();
    } catch (IOException e) {
      if (!DeviceFullException.isCause(e) || appending) {
        breakDown(e);
      } else if (stopping) {
        giveUp();
      } else if (phase == Phase.WRITE) {
        refuseForData(e);
      } else {
        Probe.reached("raw: the log waits for room");
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
    release();
    spaceWanted = false;
    serving = nanoTime.getAsLong();
    int bytes = 0;
    for (LogItem item = next(); item != null; item = next()) {
      switch (item) {
        case LogItem.Update _ when heldUp -> {
          outcomes.report();
          return;
        }
        case LogItem.Update update -> {
          if (!takes(update, bytes)) {
            break;
          }
          bytes += update.record().size() + 4;
        }
        case LogItem.Draft draft -> Invariant.check(outcomes.refuses(draft), "a draft is packed");
        case LogItem.Refusal refusal -> outcomes.refuse(refusal);
        case LogItem.Forward forward when taken.isEmpty() -> pass(forward.item());
        case LogItem.Stop _ when taken.isEmpty() -> {
          store.add(new StoreItem.Stop());
          ended = true;
        }
        default -> {
          phase = Phase.WRITE;
          return;
        }
      }
      if (phase == Phase.WRITE) {
        return;
      }
      if (spaceWanted) {
        break;
      }
      queue.remove();
      packed = null;
    }
    if (taken.isEmpty()) {
      outcomes.report();
    } else {
      phase = Phase.WRITE;
    }
  }

  /**
   * The queue's first item; a draft is turned into an update unless all transactions are refused.
   */
  private @Nullable LogItem next() {
    LogItem.Update known = packed;
    if (known != null) {
      return known;
    }
    LogItem item = queue.peek();
    if (item instanceof LogItem.Draft draft && !outcomes.refusesAll()) {
      packed = packer.pack(draft);
      return packed;
    }
    return item;
  }

  /** Releases the log up to what the store holds durably. */
  private void release() throws IOException {
    long checkpoint = store.checkpoint();
    if (checkpoint > released && !outcomes.isBroken()) {
      log.release(checkpoint);
      released = checkpoint;
    }
  }

  /** Takes an update. False if it must wait, for the next batch, which it begins, or for space. */
  private boolean takes(LogItem.Update update, int bytesBefore) throws IOException {
    if (outcomes.refuses(update)) {
      return true;
    }
    if (!taken.isEmpty() && bytesBefore + update.record().size() > config.log().batchBytes() / 2) {
      Probe.reached("raw: a batch is full");
      phase = Phase.WRITE;
      return false;
    }
    if (!LogRecords.haveSpace(log, update.record(), bytesBefore, taken.size())) {
      if (taken.isEmpty()) {
        return !awaitsOrRefuses(update);
      }
      phase = Phase.WRITE;
      return false;
    }
    Invariant.check(
        update.caller().ticket() > takenTicket,
        () ->
            "%s: transaction %d comes behind %d"
                .formatted(answers.name(), update.caller().ticket(), takenTicket));
    takenTicket = update.caller().ticket();
    account.took(Account.Stage.WAIT, serving - update.caller().submittedNanos());
    taken.add(update);
    return true;
  }

  /**
   * Tries to get log space for an update. Records that the metadata do not hold durably yet occupy
   * space; if there are any, a checkpoint is requested. Otherwise a binding update waits for the
   * medium. Any other update would not fit an empty log either, and is refused; then this returns
   * false.
   */
  private boolean awaitsOrRefuses(LogItem.Update update) {
    if (released < log.next() - 1) {
      Probe.reached("raw: an update waits for a checkpoint");
      spaceWanted = true;
      store.persistNow();
      return true;
    }
    CommitOutcome.NoSpace outcome = new CommitOutcome.NoSpace(update.record().size(), 0);
    if (update.binding() && update.record().size() < config.maxLogBytes()) {
      spaceWanted = true;
      spaceWait.onLack(new DeviceFullException("the log has no segment for the next update"));
      return true;
    }
    LOG.warn("{}: the log has no room for {} bytes", answers.name(), outcome.neededBytes());
    outcomes.refuse(update, outcome);
    return false;
  }

  /** Reports outcomes before the item: a requester of space must know earlier outcomes first. */
  private void pass(StoreItem item) {
    outcomes.report();
    store.add(item);
  }

  private void writeData() throws IOException {
    long bytes = 0;
    data.clear();
    for (int i = 0; i < taken.size(); i++) {
      List<LogItem.Placement> parts = refusedForData.get(i) ? List.of() : taken.get(i).data();
      data.add(parts);
      for (LogItem.Placement part : parts) {
        bytes += part.bytes().size();
      }
    }
    if (bytes > 0) {
      long began = nanoTime.getAsLong();
      data.write();
      long nanos = nanoTime.getAsLong() - began;
      account.took(Account.Stage.DATA, nanos);
      cost.onData(bytes, nanos);
    }
    phase = Phase.FLUSH;
  }

  private void writeLog() throws IOException {
    long began = nanoTime.getAsLong();
    long bytesBefore = log.writtenBytes();
    long segmentBefore = log.segment();
    while (appended < taken.size()) {
      if (!refusedForData.get(appended)) {
        appending = true;
        LogRecords.append(log, taken.get(appended).record());
        appending = false;
      }
      appended++;
    }
    log.flush();
    spaceWait.onSpace();
    appended = 0;
    long nanos = nanoTime.getAsLong() - began;
    account.took(Account.Stage.LOG, nanos);
    cost.onLog(log.writtenBytes() - bytesBefore, nanos);
    decide();
    long weight = 0;
    List<RawUpdate> updates = new ArrayList<>(taken.size());
    List<Allotment> unused = new ArrayList<>();
    for (int i = 0; i < taken.size(); i++) {
      LogItem.Update update = taken.get(i);
      if (refusedForData.get(i)) {
        outcomes.refuse(update, noSpaceFor(update));
        continue;
      }
      updates.add(update.update());
      weight += update.weightBytes();
      unused.addAll(update.unused());
      outcomes.commit(update);
    }
    long ticket = taken.getLast().caller().ticket();
    taken.clear();
    refusedForData.clear();
    phase = Phase.SERVE;
    store.add(
        new StoreItem.Batch(
            updates,
            ticket,
            log.next() - 1,
            log.segment(),
            log.writtenBytes() - bytesBefore,
            weight,
            unused));
    boolean needsSpace = log.segment() != segmentBefore && log.lacksSpace();
    if (needsSpace || log.bytes() > config.maxLogBytes() / 2) {
      Probe.reached("raw: the log grows long");
      store.persistSoon();
    }
    outcomes.report();
  }

  /**
   * Requests a checkpoint if the log is too long when the store is opened: updates may wait for it,
   * and then no batch requests one.
   */
  void begin() {
    if (log.bytes() > config.maxLogBytes()) {
      Probe.reached("raw: the log is too long when the store is opened");
      store.persistSoon();
    }
  }

  private void decide() {
    placeFromBytes = cost.placeFromBytes();
    int worth = cost.worthFromBytes();
    if (worth != toldFromBytes) {
      toldFromBytes = worth;
      account.trait("place_from", worth + " bytes");
    }
  }

  /** Length in bytes from which whole blocks go to their place before the log. From any thread. */
  int placeFromBytes() {
    return placeFromBytes;
  }

  /**
   * Handles a device without space for the data, although space was promised. Updates that are not
   * binding are refused in their turn; the others are tried again.
   */
  private void refuseForData(IOException e) {
    Probe.reached("raw: updates are refused since their data have no room");
    data.clear();
    for (int i = 0; i < taken.size(); i++) {
      refusedForData.set(i, !taken.get(i).binding());
    }
    if (refusedForData.cardinality() < taken.size()) {
      spaceWait.onLack(e);
      return;
    }
    LOG.warn("{}: {}; {} transactions are refused", answers.name(), e.getMessage(), taken.size());
    for (LogItem.Update update : taken) {
      outcomes.refuse(update, noSpaceFor(update));
    }
    taken.clear();
    refusedForData.clear();
    phase = Phase.SERVE;
    outcomes.report();
  }

  private static CommitOutcome.NoSpace noSpaceFor(LogItem.Update update) {
    long bytes = update.data().stream().mapToLong(part -> part.bytes().size()).sum();
    return new CommitOutcome.NoSpace(bytes, 0);
  }

  /** Gives up when the store is closed without space: what is not durable is lost, unanswered. */
  private void giveUp() {
    Probe.reached("raw: closed while there is no room");
    LOG.warn("{}: closed while there is no room; what waited for some is given up", answers.name());
    data.clear();
    taken.clear();
    queue.clear();
    phase = Phase.SERVE;
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
    for (LogItem.Update update : taken) {
      outcomes.abandon(update, why);
    }
    taken.clear();
    phase = Phase.SERVE;
    outcomes.report();
  }

  int unitBytes() {
    return log.unitBytes();
  }

  /** Closes the log; the worker must have ended. */
  void close() throws IOException {
    log.close();
  }

  private void invariants() {
    if (ended || outcomes.isBroken()) {
      return;
    }
    Invariant.check(
        (phase == Phase.SERVE) == taken.isEmpty()
            && appended <= taken.size()
            && refusedForData.length() <= taken.size(),
        () ->
            "%s, %s: %d updates are taken, %d are in the log, refused are %s"
                .formatted(answers.name(), phase, taken.size(), appended, refusedForData));
    Invariant.check(
        released <= store.checkpoint() && store.checkpoint() < log.next(),
        () ->
            "%s: the log goes up to %d and let go up to %d, the store has %d"
                .formatted(answers.name(), log.next() - 1, released, store.checkpoint()));
  }
}
