package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.check.Invariant;
import io.pando.check.Sampling;
import io.pando.disk.account.Account;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.apply.StoreItem;
import io.pando.disk.raw.pipeline.apply.StoreWorker;
import io.pando.disk.raw.pipeline.log.LogItem;
import io.pando.disk.raw.pipeline.log.LogWorker;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.serve.Answers;
import io.pando.disk.serve.Query;
import io.pando.disk.serve.QueryStore;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.probe.Probe;
import io.pando.report.StorePerformance;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a store that runs on the owner's loop. A transaction gets its place on the device and
 * becomes a record of the log; a query is passed to the store. Nothing here blocks. A transaction
 * without space waits in a queue while the store looks for space, and everything later waits behind
 * it. If there is still no space, it is refused. A binding transaction keeps waiting if only the
 * medium lacks space, since other users of the medium may free some.
 *
 * <p>Invariants: the queue begins with a transaction that does not fit, for which the store is or
 * will be looking for space; each transaction gets one ticket and one answer; pending transactions
 * and promised blocks are accounted for ({@link Space}, {@link PendingObjects}, {@link ReadCache}).
 */
public class TopHalf extends QueryStore {
  private static final Logger LOG = LoggerFactory.getLogger(TopHalf.class);
  private static final long FIRST_RETRY_NANOS = 20_000_000;
  private static final long LONGEST_RETRY_NANOS = 640_000_000;

  /** Number of calls between thorough checks. */
  private static final int SAMPLED_CALLS = 16;

  /** An item that waits for space, or behind another that does. */
  private sealed interface Waiting {}

  private record WaitingSubmit(Transaction transaction, WritePlan plan, LogItem.Origin caller)
      implements Waiting {}

  private record WaitingItem(StoreItem item) implements Waiting {}

  private final PipelineConfig config;
  private final LogWorker log;
  private final StoreWorker store;
  private final Answers answers;
  private final Account account;
  private final LongSupplier nanoTime;
  private final CollectionRules collections;
  private final Space space = new Space();
  private final PendingObjects pending = new PendingObjects();
  private final ReadCache cache;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final Sampling sampling = new Sampling(SAMPLED_CALLS);
  private int pendingTransactions;
  private long lastTicket;

  /** All transactions up to this ticket were reported: refused, or durable in the log. */
  private long reportedTicket;

  private boolean wakeDue;

  /** Whether all transactions are refused, so that no rules need to be kept. */
  private boolean refusesAll;

  /** Delay of the next attempt to find space for a binding transaction; 0 if none waits. */
  private long retryNanos;

  private boolean retryDue;

  /** The transaction for which the store is urgently looking for space. */
  private @Nullable WritePlan urgentPlan;

  /** The entry point to an open pipeline; {@linkplain Pipeline#attach attaching} it comes next. */
  protected TopHalf(Pipeline pipeline) {
    this.config = pipeline.config();
    this.log = pipeline.log();
    this.store = pipeline.store();
    this.answers = pipeline.answers();
    this.account = pipeline.account();
    this.nanoTime = pipeline.nanoTime();
    this.cache = new ReadCache(config.readCacheBytes());
    this.collections = new CollectionRules(pipeline.volume().collections());
  }

  @Override
  public final StorePerformance performance() {
    return account.performance();
  }

  /** Number of transactions submitted and not yet reported. */
  public final int pendingTransactions() {
    return pendingTransactions;
  }

  /** Space usage, including pending transactions. */
  @Override
  public final Usage usage() {
    Usage now = store.usage();
    long bytes = now.usedBytes() + space.underWay() * BLOCK_BYTES;
    return new Usage(now.capacityBytes(), Math.min(now.capacityBytes(), bytes));
  }

  @Override
  public final void refreshUsage() {
    store.look();
  }

  @Override
  public final void onBroken(Consumer<String> told) {
    store.whenBroken(told);
  }

  @Override
  public final void submit(Transaction transaction, Consumer<CommitOutcome> done) {
    if (!refusesAll) {
      collections.take(transaction);
    }
    cache.onSubmitted(transaction);
    WritePlan plan = WritePlan.of(transaction, log.placeFromBytes());
    LogItem.Origin caller = caller(transaction, done);
    pending.add(caller.ticket(), transaction);
    pendingTransactions++;
    if (waiting.isEmpty() && fits(plan)) {
      send(transaction, plan, caller);
    } else {
      Probe.reached("raw: a transaction waits for space");
      waiting.addLast(new WaitingSubmit(transaction, plan, caller));
      advance();
    }
    checkInvariants();
  }

  private LogItem.Origin caller(Transaction transaction, Consumer<CommitOutcome> done) {
    long ticket = ++lastTicket;
    Consumer<CommitOutcome> accounted =
        outcome -> {
          reportedTicket = Math.max(reportedTicket, ticket);
          pendingTransactions--;
          if (!(outcome instanceof CommitOutcome.Committed)) {
            cache.onRefused(transaction);
          }
          refusesAll |= LogItem.endsAll(outcome, transaction.binding());
          done.accept(outcome);
        };
    return new LogItem.Origin(ticket, transaction.binding(), nanoTime.getAsLong(), accounted);
  }

  private boolean fits(WritePlan plan) {
    return plan.placedBlocks() <= space.promised() && plan.loggedBlocks() <= space.available();
  }

  private void send(Transaction transaction, WritePlan plan, LogItem.Origin caller) {
    space.take(caller.ticket(), plan.loggedBlocks(), plan.placedBlocks());
    if (plan.packs()) {
      Probe.reached("raw: a transaction is compressed");
      log.add(
          new LogItem.UncompressedTransaction(
              caller, plan.draft(space), transaction.compression()));
    } else {
      List<LogItem.Placement> data = new ArrayList<>(1);
      RawTransaction update = plan.place(space, data);
      log.add(LogItem.PlacedTransaction.of(caller, update, data, List.of()));
    }
    wakeSoon();
    topUp();
  }

  /** Wakes the log's worker after all submissions of this turn of the loop. */
  private void wakeSoon() {
    if (!wakeDue) {
      wakeDue = true;
      answers.execute(() -> {
        wakeDue = false;
        log.wake();
      });
    }
  }

  private void topUp() {
    long missing = space.missing(config.allotmentBlocks());
    if (urgentPlan == null && !space.isAsking() && missing > space.promised()) {
      space.ask(missing);
      store.add(new StoreItem.SpaceRequest(List.of(), missing, 0, false, false));
    }
  }

  /** The store reports the available space. */
  void onGrant(StoreItem.Grant grant) {
    onReport(grant);
    advance();
    topUp();
    checkInvariants();
  }

  /** The store has tried everything to find space for the first waiting transaction. */
  void onUrgentGrant(StoreItem.Grant grant) {
    space.onUrgentAnswer();
    onReport(grant);
    WritePlan asked = urgentPlan;
    urgentPlan = null;
    if (waiting.peekFirst() instanceof WaitingSubmit first
        && first.plan() == asked
        && !fits(first.plan())) {
      if (first.caller().binding() && !isOver(grant) && mayEverFit(first.plan())) {
        retryLater();
        topUp();
        checkInvariants();
        return;
      }
      Probe.reached("raw: a transaction is refused");
      waiting.removeFirst();
      long needed = first.plan().placedBlocks() + first.plan().loggedBlocks();
      long left = space.promised() + space.available();
      log.add(
          new LogItem.Refusal(
              first.caller(), new CommitOutcome.NoSpace(needed * BLOCK_BYTES, left * BLOCK_BYTES)));
      wakeSoon();
    }
    advance();
    topUp();
    checkInvariants();
  }

  /**
   * Confirms an announcement: this loop no longer counts on the announced blocks. The confirmation
   * goes behind everything submitted so far.
   */
  void onAnnounced() {
    inOrder(new StoreItem.Discard());
  }

  /** Whether the store or the log broke, so that no more space will come. */
  private boolean isOver(StoreItem.Grant grant) {
    return grant.last() || refusesAll;
  }

  private boolean mayEverFit(WritePlan plan) {
    long blocks = plan.placedBlocks() + plan.loggedBlocks();
    return blocks <= space.free() + space.promised();
  }

  /** Schedules another attempt to find space. */
  private void retryLater() {
    if (retryNanos == 0) {
      LOG.warn(
          "{}: full; binding transactions wait until its file system has space", answers.name());
    }
    retryNanos = Math.clamp(2 * retryNanos, FIRST_RETRY_NANOS, LONGEST_RETRY_NANOS);
    retryDue = true;
    EventLoop.Timer _ =
        answers
            .owner()
            .schedule(
                retryNanos,
                () -> {
                  retryDue = false;
                  advance();
                });
  }

  private void onReport(StoreItem.Grant grant) {
    space.onGrant(grant);
    pending.onApplied(grant.ticket());
  }

  /** Sends everything that fits, and asks for space for the first that does not. */
  private void advance() {
    while (!waiting.isEmpty()) {
      switch (waiting.getFirst()) {
        case WaitingItem item -> forward(item.item());
        case WaitingSubmit submit -> {
          if (!fits(submit.plan())) {
            if (retryDue) {
              return;
            }
            askForSpace(submit.plan(), submit.caller().binding());
            return;
          }
          retryNanos = 0;
          send(submit.transaction(), submit.plan(), submit.caller());
        }
      }
      waiting.removeFirst();
    }
  }

  /** Asks for space, behind everything submitted before, since that may release some. */
  private void askForSpace(WritePlan plan, boolean binding) {
    if (urgentPlan == null) {
      urgentPlan = plan;
      space.askUrgently(plan.placedBlocks());
      forward(
          new StoreItem.SpaceRequest(
              space.takeBack(), plan.placedBlocks(), plan.loggedBlocks(), true, binding));
    }
  }

  @Override
  public final void read(
      CollectionId collection, ObjectId object, ObjectQuery query, Consumer<ReadOutcome> done) {
    ReadOutcome cached = cache.read(collection, object, query);
    if (cached != null) {
      done.accept(cached);
      return;
    }
    ReadCache.Fill fill = cache.begin(collection, object);
    StoreItem.Query<ReadOutcome> question =
        new StoreItem.Query<>(
            stored -> stored.reader().read(collection, object, query),
            false,
            outcome -> {
              cache.end(fill, query, outcome);
              done.accept(outcome);
            });
    long newest = pending.newestOf(collection, object);
    if (newest == 0) {
      store.askDirectly(question);
    } else if (newest <= reportedTicket) {
      Probe.reached("raw: a read waits for an update that is being applied");
      store.add(question);
    } else {
      inOrder(question);
    }
  }

  @Override
  protected final Account account() {
    return account;
  }

  @Override
  protected final <T> void ask(Query<T> query, boolean settled, Consumer<T> done) {
    if (settled) {
      inOrder(new StoreItem.GiveBack(space.takeBack()));
    }
    inOrder(new StoreItem.Query<>(query, settled, done));
  }

  private void inOrder(StoreItem item) {
    if (waiting.isEmpty()) {
      forward(item);
    } else {
      Probe.reached("raw: a query waits behind a transaction");
      waiting.addLast(new WaitingItem(item));
    }
  }

  private void forward(StoreItem item) {
    log.add(new LogItem.Forward(item));
    wakeSoon();
  }

  private void checkInvariants() {
    Invariant.check(
        pendingTransactions >= 0 && pendingTransactions >= lastTicket - reportedTicket,
        () ->
            "%s: %d transactions are not answered, of %d up to %d"
                .formatted(answers.name(), pendingTransactions, lastTicket, reportedTicket));
    Invariant.check(
        waiting.isEmpty()
            || ((urgentPlan != null || retryDue)
                && waiting.getFirst() instanceof WaitingSubmit first
                && !fits(first.plan())),
        () ->
            "%s: %d transactions and queries wait, and no space is requested"
                .formatted(answers.name(), waiting.size()));
    space.invariants(lastTicket);
    pending.invariants(lastTicket);
    cache.invariants();
    if (sampling.isDue()) {
      space.thoroughInvariants();
      pending.thoroughInvariants();
      cache.thoroughInvariants();
    }
  }
}
