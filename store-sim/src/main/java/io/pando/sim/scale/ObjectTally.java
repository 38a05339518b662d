package io.pando.sim.scale;

import io.pando.bytes.Payload;
import io.pando.mds.format.BackPointer;
import io.pando.mds.format.MetadataRecords;
import io.pando.mds.journal.JournalContent;
import io.pando.mds.update.JournalRecord;
import io.pando.mds.update.RowChange;
import io.pando.op.ObjectOp;
import io.pando.proto.FormatException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts what a rank writes to objects and reads from them, by purpose. */
public final class ObjectTally {
  private long reads;
  private long rowReads;
  private long journalWrites;
  private long journalBytes;
  private long records;
  private long mentions;
  private long mentionBytes;
  private long commits;
  private long committedRows;
  private long pointers;
  private long others;
  private final SortedMap<String, Long> changeBytes = new TreeMap<>();

  /** A call of a rank. */
  void onCall(String object, List<ObjectOp> operations) {
    if (operations.stream().noneMatch(ObjectOp.Mutation.class::isInstance)) {
      reads++;
      rowReads += operations.stream().anyMatch(ObjectTally::readsRows) ? 1 : 0;
      return;
    }
    for (ObjectOp operation : operations) {
      switch (operation) {
        case ObjectOp.Write it when object.startsWith("journal.") -> onJournal(it.data());
        case ObjectOp.SetEntries it when object.startsWith("dir.") ->
            committedRows += it.entries().size();
        case ObjectOp.RemoveEntries it when object.startsWith("dir.") ->
            committedRows += it.keys().size();
        default -> {}
      }
    }
    boolean points =
        operations.stream()
            .anyMatch(it ->
                it instanceof ObjectOp.SetAttribute set
                    && set.name().equals(BackPointer.ATTRIBUTE));
    boolean removes = operations.stream().anyMatch(ObjectOp.Remove.class::isInstance);
    pointers += points ? 1 : 0;
    commits += object.startsWith("dir.") && !points && !removes ? 1 : 0;
    others += object.startsWith("dir.") || object.startsWith("journal.") || points ? 0 : 1;
  }

  private static boolean readsRows(ObjectOp operation) {
    return operation instanceof ObjectOp.GetEntries || operation instanceof ObjectOp.ListEntries;
  }

  private void onJournal(Payload batch) {
    journalWrites++;
    journalBytes += batch.size();
    for (Payload record : JournalContent.records(batch)) {
      records++;
      try {
        MetadataRecords.JOURNAL.decode(record).changes().forEach(this::onChange);
      } catch (FormatException e) {
        throw new IllegalStateException("the rank wrote a record that it cannot read", e);
      }
    }
  }

  private void onChange(RowChange change) {
    long bytes = size(List.of(change)) - size(List.of());
    changeBytes.merge(change.getClass().getSimpleName(), bytes, Long::sum);
    if (change instanceof RowChange.MentionEntry) {
      mentions++;
      mentionBytes += bytes;
    }
  }

  private static long size(List<RowChange> changes) {
    return MetadataRecords.JOURNAL.encode(new JournalRecord.Update(changes)).size();
  }

  /** Counts up to now. */
  public Counts counts() {
    return new Counts(
        reads,
        rowReads,
        others,
        new OfJournal(journalWrites, journalBytes, records, mentions, mentionBytes),
        new OfDirectories(commits, committedRows, pointers));
  }

  /** Bytes of changes of rows in the journal, by kind. */
  public SortedMap<String, Long> changeBytes() {
    return new TreeMap<>(changeBytes);
  }

  /**
   * Numbers of calls and bytes.
   *
   * @param reads calls that change nothing
   * @param rowReads those of them that ask for rows
   * @param others changes of objects for neither: links, sessions, removals
   */
  public record Counts(
      long reads, long rowReads, long others, OfJournal journal, OfDirectories directories) {
    /** The difference to earlier counts. */
    public Counts since(Counts before) {
      return new Counts(
          reads - before.reads,
          rowReads - before.rowReads,
          others - before.others,
          journal.since(before.journal),
          directories.since(before.directories));
    }
  }

  /**
   * What the journal took.
   *
   * @param writes batches
   * @param bytes of these
   * @param records in these
   * @param mentions rows that mention a directory above a change
   * @param mentionBytes bytes of these
   */
  public record OfJournal(long writes, long bytes, long records, long mentions, long mentionBytes) {
    private OfJournal since(OfJournal before) {
      return new OfJournal(
          writes - before.writes,
          bytes - before.bytes,
          records - before.records,
          mentions - before.mentions,
          mentionBytes - before.mentionBytes);
    }
  }

  /**
   * What objects of directories took.
   *
   * @param commits writes of changed rows
   * @param rows in these
   * @param pointers writes of back-pointers
   */
  public record OfDirectories(long commits, long rows, long pointers) {
    private OfDirectories since(OfDirectories before) {
      return new OfDirectories(
          commits - before.commits, rows - before.rows, pointers - before.pointers);
    }
  }
}
