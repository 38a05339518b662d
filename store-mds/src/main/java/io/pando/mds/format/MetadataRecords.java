package io.pando.mds.format;

import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Union.variant;

import io.pando.codec.Shape;
import io.pando.codec.Union;
import io.pando.format.InodeRecords;
import io.pando.format.RecordFormat;
import io.pando.mds.journal.JournalHead;
import io.pando.mds.update.JournalRecord;
import io.pando.mds.update.RowChange;
import java.util.List;

/** Formats of the objects of a metadata pool. */
public final class MetadataRecords {
  static final Shape<StoredEntry> ENTRY_SHAPE =
      Shape.of(StoredEntry.class, uint64(1), one(2, InodeRecords.ENTRY));

  static final Shape<StoredInode> INODE_SHAPE =
      Shape.of(StoredInode.class, uint64(1), one(2, InodeRecords.INODE));

  static final Shape<StoredTotals> TOTALS_SHAPE =
      Shape.of(StoredTotals.class, uint64(1), one(2, InodeRecords.TOTALS));

  static final Shape<StoredVersion> VERSION_SHAPE = Shape.of(StoredVersion.class, uint64(1));

  static final Shape<JournalHead> HEAD_SHAPE =
      Shape.of(JournalHead.class, uint64(1), uint64(2), uint64(3), uint64(4));

  private static final Union<RowChange> CHANGE =
      Union.of(
          RowChange.class,
          List.of(
              variant(
                  1,
                  Shape.of(
                      RowChange.PutEntry.class,
                      one(1, InodeRecords.FRAGMENT_ID),
                      uint64(2),
                      one(3, InodeRecords.NAME),
                      one(4, InodeRecords.ENTRY))),
              variant(
                  2,
                  Shape.of(
                      RowChange.RemoveEntry.class,
                      one(1, InodeRecords.FRAGMENT_ID),
                      uint64(2),
                      one(3, InodeRecords.NAME))),
              variant(
                  3,
                  Shape.of(
                      RowChange.PutTotals.class,
                      one(1, InodeRecords.FRAGMENT_ID),
                      uint64(2),
                      one(3, InodeRecords.TOTALS))),
              variant(
                  4,
                  Shape.of(
                      RowChange.MentionEntry.class,
                      one(1, InodeRecords.FRAGMENT_ID),
                      uint64(2),
                      one(3, InodeRecords.NAME),
                      one(4, InodeRecords.ENTRY))),
              variant(5, Shape.of(RowChange.PutInode.class, uint64(1), one(2, InodeRecords.INODE))),
              variant(
                  6, Shape.of(RowChange.RemoveInode.class, uint64(1), one(2, InodeRecords.INO)))));

  static final Union<JournalRecord> JOURNAL_UNION =
      Union.of(
          JournalRecord.class,
          List.of(
              variant(1, Shape.of(JournalRecord.Update.class, list(1, CHANGE))),
              variant(2, Shape.of(JournalRecord.SegmentStart.class, list(1, CHANGE)))));

  /** Format of a record of the journal. */
  public static final RecordFormat<JournalRecord> JOURNAL = RecordFormat.of(1, JOURNAL_UNION);

  /** Format of the head of the journal. */
  public static final RecordFormat<JournalHead> JOURNAL_HEAD = RecordFormat.of(1, HEAD_SHAPE);

  static final RecordFormat<StoredEntry> ENTRY = RecordFormat.of(1, ENTRY_SHAPE);
  static final RecordFormat<StoredInode> INODE = RecordFormat.of(1, INODE_SHAPE);
  static final RecordFormat<StoredTotals> TOTALS = RecordFormat.of(1, TOTALS_SHAPE);
  static final RecordFormat<StoredVersion> VERSION = RecordFormat.of(1, VERSION_SHAPE);

  private MetadataRecords() {}
}
