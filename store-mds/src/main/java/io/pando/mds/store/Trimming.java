package io.pando.mds.store;

import io.pando.mds.journal.JournalEffect;
import io.pando.mds.journal.JournalWriter;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.table.Segment;
import io.pando.mds.table.TableCommit;
import io.pando.mds.work.MdsCount;
import io.pando.mds.work.RankFigures;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Keeps the journal short: commits the tables that are dirty in its oldest segment, then cuts the
 * segment (paper 003, 4.4.1).
 *
 * <p>An object never has an update that the journal may lose: a commit is sent once all records are
 * durable that were ordered before it was put together.
 */
final class Trimming {
  /** A commit that waits until its newest record is durable. */
  private record Waiting(MetadataTable<?, ?, ?> table, TableCommit commit, long record) {}

  private final StoreLimits limits;
  private final JournalWriter journal;
  private final Calls calls;
  private final Consumer<MetadataTable<?, ?, ?>> readHead;
  private final Consumer<JournalEffect> out;
  private final Consumer<String> onFenced;
  private final Deque<Segment> segments = new ArrayDeque<>();

  /**
   * Newest record when the oldest segment was found to be clean; -1 if it was not. A row may have
   * left the segment by a change that is not durable yet: until then the journal needs both.
   */
  private long cleanSince = -1;

  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final Set<MetadataTable<?, ?, ?>> underWay = new LinkedHashSet<>();

  /** Tables whose commit failed; they wait for {@link #retry}. */
  private final Set<MetadataTable<?, ?, ?>> failed = new LinkedHashSet<>();

  /** Tables to which nothing is committed. */
  private final Set<MetadataTable<?, ?, ?>> retired = new LinkedHashSet<>();

  /** What to do once no commit of a table is under way. */
  private final Map<MetadataTable<?, ?, ?>, Runnable> idle = new LinkedHashMap<>();

  private long cut;
  private long commits;
  private long committedRows;
  private long committedBytes;

  Trimming(
      StoreLimits limits,
      JournalWriter journal,
      Calls calls,
      Consumer<MetadataTable<?, ?, ?>> readHead,
      Consumer<JournalEffect> out,
      Consumer<String> onFenced) {
    this.limits = limits;
    this.journal = journal;
    this.calls = calls;
    this.readHead = readHead;
    this.out = out;
    this.onFenced = onFenced;
  }

  void add(Segment segment) {
    segments.addLast(segment);
  }

  /** The segment that records are appended to. */
  Segment newest() {
    return segments.getLast();
  }

  /** Commits and cuts until the journal is short enough. */
  void advance() {
    while (segments.size() > 1 && journal.bytesWhenTrimmed() > limits.targetBytes()) {
      if (!segments.getFirst().isClean()) {
        commitOldest();
        return;
      }
      cleanSince = cleanSince < 0 ? journal.ordered() : cleanSince;
      if (cleanSince > journal.durable()) {
        return;
      }
      segments.removeFirst();
      cut++;
      cleanSince = -1;
      journal.trim(segments.getFirst().first(), out);
    }
  }

  /**
   * Number of the first record of the oldest segment, if it has to be cut and all its records are
   * durable; -1 otherwise.
   */
  long due() {
    if (segments.size() < 2 || journal.bytesWhenTrimmed() <= limits.targetBytes()) {
      return -1;
    }
    Iterator<Segment> oldest = segments.iterator();
    long first = oldest.next().first();
    return oldest.next().first() <= journal.durable() + 1 ? first : -1;
  }

  private void commitOldest() {
    for (MetadataTable<?, ?, ?> table : segments.getFirst().tables()) {
      if (underWay.size() >= limits.commits()) {
        return;
      }
      boolean resting = failed.contains(table) || retired.contains(table);
      if (!underWay.contains(table) && !resting) {
        commit(table);
      }
    }
  }

  /** Commits nothing to a table from now on. */
  void retire(MetadataTable<?, ?, ?> table, Runnable then) {
    retired.add(table);
    idle.put(table, then);
    onIdle(table);
  }

  /** Commits to a table that was retired. */
  void reinstate(MetadataTable<?, ?, ?> table) {
    retired.remove(table);
    advance();
  }

  boolean isRetired(MetadataTable<?, ?, ?> table) {
    return retired.contains(table);
  }

  /** A table is dropped. */
  void forget(MetadataTable<?, ?, ?> table) {
    retired.remove(table);
    failed.remove(table);
  }

  private void onIdle(MetadataTable<?, ?, ?> table) {
    if (!underWay.contains(table)) {
      Runnable then = idle.remove(table);
      if (then != null) {
        then.run();
      }
    }
  }

  private void commit(MetadataTable<?, ?, ?> table) {
    if (table.head() == null) {
      underWay.add(table);
      readHead.accept(table);
      return;
    }
    TableCommit commit = table.commit(limits.commitRows(), limits.commitBytes());
    if (commit != null) {
      underWay.add(table);
      waiting.addLast(new Waiting(table, commit, journal.ordered()));
      send();
    }
  }

  /** Sends commits whose records are durable. */
  private void send() {
    while (!waiting.isEmpty() && waiting.getFirst().record() <= journal.durable()) {
      Waiting next = waiting.removeFirst();
      calls.call(
          next.commit().object(),
          next.commit().operations(),
          outcome -> onCommit(next.table(), next.commit(), outcome));
    }
  }

  /** More records are durable. */
  void onDurable() {
    send();
    advance();
  }

  /** The head of a table was read, or could not be. */
  void onHead(MetadataTable<?, ?, ?> table) {
    if (underWay.remove(table)) {
      if (table.head() == null) {
        failed.add(table);
      }
      onIdle(table);
      advance();
    }
  }

  private void onCommit(MetadataTable<?, ?, ?> table, TableCommit commit, OpOutcome outcome) {
    underWay.remove(table);
    switch (outcome) {
      case OpOutcome.Succeeded _ -> {
        table.onCommitted();
        commits++;
        committedRows += commit.rows().size() + commit.removed().size();
        committedBytes += commit.bytes();
      }
      case OpOutcome.Failed it -> {
        table.onFailed();
        if (it.error() == OpError.FENCED) {
          onFenced.accept(table.object() + ": " + it.detail());
        }
        failed.add(table);
      }
    }
    onIdle(table);
    advance();
  }

  /** Sets the figures of commits. */
  void report(RankFigures into) {
    into.count(MdsCount.SEGMENTS_CUT, cut);
    into.count(MdsCount.COMMITS, commits);
    into.count(MdsCount.COMMITTED_ROWS, committedRows);
    into.count(MdsCount.COMMITTED, committedBytes);
  }

  /** Tries commits again that failed before, as when a device was full. */
  void retry() {
    failed.clear();
    advance();
  }
}
