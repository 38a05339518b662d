package io.pando.mds.store;

import io.pando.check.Invariant;
import io.pando.fs.FragmentId;
import io.pando.mds.format.MetadataRecords;
import io.pando.mds.journal.JournalEffect;
import io.pando.mds.journal.JournalEnd;
import io.pando.mds.journal.JournalHead;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.journal.JournalWriter;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.table.Segment;
import io.pando.mds.update.JournalRecord;
import io.pando.mds.update.RowChange;
import io.pando.mds.work.MdsCount;
import io.pando.mds.work.MdsSize;
import io.pando.mds.work.RankFigures;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a rank and their journal. Updates are put in order at once and become durable later
 * ({@link StoreEffect.Durable}); rows are read when the caller asks.
 *
 * <p>A machine: effects go to the sink that was given, answers come to {@link #onAnswer}. It has no
 * time; {@link #retry} is called now and then.
 */
public final class MetadataStore {
  /** Segments of a journal that is as long as it should be, unless its objects are longer. */
  private static final int SEGMENTS = 16;

  private final StoreLimits limits;
  private final RankMetadata metadata;
  private final Consumer<StoreEffect> out;
  private final Calls calls;
  private final JournalWriter journal;
  private final BatchPacing pacing = new BatchPacing();
  private final Trimming trimming;
  private final TableReads reads;
  private final SortedMap<Long, MetadataTable<?, ?, ?>> headReads = new TreeMap<>();
  private boolean ready;

  /** Newest record that {@link #pacing} knows. */
  private long paced;

  private boolean failed;

  private MetadataStore(
      StoreLimits limits,
      JournalWriter journal,
      RankMetadata metadata,
      Calls calls,
      Consumer<StoreEffect> out) {
    this.limits = limits;
    this.metadata = metadata;
    this.out = out;
    this.journal = journal;
    this.calls = calls;
    this.reads = new TableReads(calls, limits.pageRows(), this::onRead);
    this.trimming =
        new Trimming(limits, journal, calls, this::readHead, this::onJournal, this::fail);
  }

  /** The store of a rank that begins; it is {@link #isReady} after a while. */
  static MetadataStore create(
      StoreLimits limits,
      JournalLayout layout,
      RankMetadata metadata,
      Calls calls,
      Consumer<StoreEffect> out) {
    MetadataStore store =
        new MetadataStore(
            limits, new JournalWriter(layout, JournalEnd.EMPTY), metadata, calls, out);
    store.journal.create(store::onJournal);
    return store;
  }

  /** The store of a rank whose journal was read. */
  static MetadataStore continued(
      StoreLimits limits,
      JournalWriter journal,
      RankMetadata metadata,
      Calls calls,
      Consumer<StoreEffect> out) {
    MetadataStore store = new MetadataStore(limits, journal, metadata, calls, out);
    store.ready = true;
    journal.removeLeftOver(store::onJournal);
    return store;
  }

  /** A segment that was replayed, with what is dirty in it; the oldest first. */
  void add(Segment replayed) {
    trimming.add(replayed);
  }

  /** Whether updates can be ordered: the journal exists. */
  public boolean isReady() {
    return ready;
  }

  /** Whether the journal has room. If not, updates have to wait. */
  public boolean admits() {
    return ready && !failed && journal.bytes() < limits.mostBytes();
  }

  /** The tables. */
  public RankMetadata metadata() {
    return metadata;
  }

  /** Number of the newest record. */
  public long ordered() {
    return journal.ordered();
  }

  /** All records up to this one are durable. */
  public long durable() {
    return journal.durable();
  }

  /** Bytes of the journal. */
  public long journalBytes() {
    return journal.bytes();
  }

  /** Number of batches of the journal that were begun. */
  public long batches() {
    return journal.batches();
  }

  /** Whether a batch of the journal is under way. */
  public boolean isWriting() {
    return journal.isWriting();
  }

  /** Sets the figures of the journal, of commits and of reads. */
  public void report(RankFigures into) {
    journal.report(into);
    trimming.report(into);
    into.count(MdsCount.READS, reads.begun());
    into.size(MdsSize.JOURNAL, journal.bytes());
    into.size(MdsSize.JOURNAL_LIMIT, limits.mostBytes());
  }

  // Reading

  /** Reads the head of a table, and some rows; {@link StoreEffect.Loaded} has the number. */
  public <H, K extends Comparable<K>, V> long read(MetadataTable<H, K, V> table, List<K> keys) {
    return reads.rows(table, keys);
  }

  /** Reads a whole table; {@link StoreEffect.Loaded} has the number. */
  public <H, K extends Comparable<K>, V> long readAll(MetadataTable<H, K, V> table) {
    return reads.all(table);
  }

  /**
   * Reads some rows of a table; {@link StoreEffect.Loaded} has the number.
   *
   * @param after only rows behind this one; null for all
   * @param most most rows, at least 1
   * @param end told of the last row that was read, before {@link StoreEffect.Loaded}: null if no
   *     rows are behind
   */
  public <H, K extends Comparable<K>, V> long readPage(
      MetadataTable<H, K, V> table, @Nullable K after, int most, Consumer<@Nullable K> end) {
    return reads.page(table, after, most, end);
  }

  private void readHead(MetadataTable<?, ?, ?> table) {
    headReads.put(reads.rows(table, List.of()), table);
  }

  private void onRead(long read, @Nullable String problem) {
    MetadataTable<?, ?, ?> ofTrimming = headReads.remove(read);
    if (ofTrimming != null) {
      trimming.onHead(ofTrimming);
    } else if (problem == null) {
      out.accept(new StoreEffect.Loaded(read));
    } else {
      out.accept(new StoreEffect.LoadFailed(read, problem));
    }
  }

  // Steps

  /**
   * A step of the caller begins: what it orders is written at its end, as one batch of the journal.
   */
  public void beginStep() {
    journal.hold();
  }

  /**
   * The step is over.
   *
   * @param awaited whether a client waits until the newest records are durable
   */
  public void endStep(long nowNanos, boolean awaited) {
    if (journal.ordered() > paced) {
      paced = journal.ordered();
      pacing.onRecords(nowNanos, journal.isWriting());
    }
    boolean begins = hasWaiting() && (awaited || pacing.isDue(nowNanos, journal.waitingBytes()));
    if (begins) {
      pacing.onBegun(nowNanos);
    }
    if (begins || journal.isWriting()) {
      journal.release(this::onJournal);
    }
  }

  /** When the next step has to end, in monotonic nanoseconds, so that records are written. */
  public OptionalLong nextStepNanos() {
    return hasWaiting() ? OptionalLong.of(pacing.dueNanos()) : OptionalLong.empty();
  }

  /** Whether records wait, and no batch is under way. */
  private boolean hasWaiting() {
    return !journal.isWriting() && journal.waitingBytes() > 0;
  }

  // Changing

  /** Begins an update; only while the store {@link #isReady}. */
  public UpdateDraft begin() {
    long segment = segmentIsDue() ? journal.ordered() + 1 : trimming.newest().first();
    return new UpdateDraft(metadata, segment, this::order);
  }

  /**
   * Commits nothing to a fragment any more, so that its object can be removed: until its rows are
   * ({@link UpdateDraft#removeFragment}), or {@link #reinstate}.
   *
   * @param then called once no commit is under way; may be at once
   */
  public void retire(FragmentId fragment, Runnable then) {
    trimming.retire(metadata.fragment(fragment), then);
  }

  /** Forgets a fragment of which nothing is in memory. */
  public void forget(FragmentId fragment) {
    if (!trimming.isRetired(metadata.fragment(fragment))) {
      boolean _ = metadata.forget(fragment);
    }
  }

  /** The object of a retired fragment was not removed. */
  public void reinstate(FragmentId fragment) {
    trimming.reinstate(metadata.fragment(fragment));
  }

  private boolean segmentIsDue() {
    return journal.segmentIsDue(limits.targetBytes() / SEGMENTS);
  }

  private long order(List<RowChange> changes) {
    Invariant.check(ready, "an update is ordered before the journal exists");
    if (segmentIsDue()) {
      beginSegment();
    }
    for (RowChange change : changes) {
      if (change instanceof RowChange.RemoveFragment it) {
        trimming.forget(metadata.fragment(it.fragment()));
      }
      metadata.apply(change, trimming.newest());
    }
    long number =
        journal.append(
            MetadataRecords.JOURNAL.encode(new JournalRecord.Update(List.copyOf(changes))),
            this::onJournal);
    trimming.advance();
    return number;
  }

  private void beginSegment() {
    trimming.add(new Segment(journal.ordered() + 1));
    JournalRecord start = new JournalRecord.SegmentStart(List.of());
    journal.beginSegment(MetadataRecords.JOURNAL.encode(start), this::onJournal);
  }

  /**
   * A journal without room admits no update that would begin a segment, and its newest segment is
   * never cut: then a segment begins without one.
   */
  private void makeRoom() {
    if (ready && !failed && !admits() && journal.segmentIsDue()) {
      beginSegment();
    }
  }

  private void onJournal(JournalEffect effect) {
    switch (effect) {
      case JournalEffect.Write it ->
          write(
              it.object(),
              new ObjectOp.Write(it.offset(), it.bytes()),
              () -> {
                journal.onWritten(this::onJournal);
                makeRoom();
                out.accept(new StoreEffect.Durable(journal.durable()));
                trimming.onDurable();
              });
      case JournalEffect.WriteHead it ->
          write(
              it.object(),
              new ObjectOp.SetAttribute(
                  JournalHead.ATTRIBUTE, MetadataRecords.JOURNAL_HEAD.encode(it.head())),
              () -> {
                ready = true;
                journal.onHeadWritten(this::onJournal);
              });
      case JournalEffect.Remove it ->
          write(it.object(), new ObjectOp.Remove(), () -> journal.onRemoved(it.number()));
    }
  }

  private void write(String object, ObjectOp operation, Runnable done) {
    calls.call(
        object,
        List.of(operation),
        outcome -> {
          switch (outcome) {
            case OpOutcome.Succeeded _ -> done.run();
            case OpOutcome.Failed it when it.error() == OpError.NOT_FOUND -> done.run();
            case OpOutcome.Failed it -> fail("object " + object + ": " + it.detail());
          }
        });
  }

  private void fail(String why) {
    if (!failed) {
      failed = true;
      out.accept(new StoreEffect.Failed(why));
    }
  }

  /** A call was answered. */
  public void onAnswer(long token, OpOutcome outcome) {
    calls.onAnswer(token, outcome);
  }

  /**
   * Number of the first record of the segment that is to be cut next, all of whose records are
   * durable; -1 if the journal is short enough.
   */
  public long due() {
    return trimming.due();
  }

  /** Continues to cut the journal, after a segment was released. */
  public void trim() {
    trimming.advance();
  }

  /** Tries commits again that failed, as when a device was full. */
  public void retry() {
    makeRoom();
    trimming.retry();
  }

  /** Whether calls are under way. */
  public boolean isBusy() {
    return calls.underWay() > 0;
  }
}
