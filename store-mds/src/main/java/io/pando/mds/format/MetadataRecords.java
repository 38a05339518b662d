package io.pando.mds.format;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;
import static io.pando.codec.Union.variant;

import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Union;
import io.pando.format.InodeRecords;
import io.pando.format.RecordFormat;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.InoRange;
import io.pando.mds.journal.JournalHead;
import io.pando.mds.update.JournalRecord;
import io.pando.mds.update.RowChange;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
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

  private static final Shape<BackPointer.Ancestor> ANCESTOR =
      Shape.of(
          "Ancestor",
          BackPointer.Ancestor.class,
          one(1, InodeRecords.INO),
          one(2, InodeRecords.NAME));

  static final Shape<BackPointer> BACK_POINTER_SHAPE =
      Shape.of(BackPointer.class, list(1, ANCESTOR));

  private static final Shape<InoRange> NUMBERS =
      Shape.of("InoNumbers", InoRange.class, one(1, InodeRecords.INO), uint32(2));

  private static final Union<SessionRow> SESSION_ROW =
      Union.of(
          SessionRow.class,
          List.of(
              variant(
                  1,
                  Shape.of(
                      "RowOfSession",
                      SessionRow.OfSession.class,
                      group(ClientIdentity.class, string(1), string(2), string(3)),
                      list(4, NUMBERS))),
              variant(
                  2,
                  Shape.of(
                      "RowOfAnswer",
                      SessionRow.OfAnswer.class,
                      optional(1, InodeRecords.INO),
                      bool(2)))));

  static final Shape<StoredSessionRow> SESSION_SHAPE =
      Shape.of(StoredSessionRow.class, uint64(1), one(2, SESSION_ROW));

  static final Shape<StoredNumbers> NUMBERS_SHAPE =
      Shape.of(StoredNumbers.class, uint64(1), one(2, InodeRecords.INO));

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
                  6, Shape.of(RowChange.RemoveInode.class, uint64(1), one(2, InodeRecords.INO))),
              variant(
                  7,
                  Shape.of(
                      RowChange.PutSessionRow.class,
                      uint64(1),
                      group(SessionKey.class, fixed64(2), uint64(3)),
                      one(4, SESSION_ROW))),
              variant(
                  8,
                  Shape.of(
                      RowChange.RemoveSessionRows.class,
                      uint64(1),
                      fixed64(2),
                      list(3, Scalar.UINT64))),
              variant(9, Shape.of(RowChange.PutNumbers.class, uint64(1), one(2, InodeRecords.INO))),
              variant(
                  10,
                  Shape.of(
                      RowChange.RemoveFragment.class,
                      one(1, InodeRecords.FRAGMENT_ID),
                      uint64(2)))));

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

  /** Format of the attribute that says where an inode was. */
  public static final RecordFormat<BackPointer> BACK_POINTER =
      RecordFormat.of(1, BACK_POINTER_SHAPE);

  static final RecordFormat<StoredEntry> ENTRY = RecordFormat.of(1, ENTRY_SHAPE);
  static final RecordFormat<StoredInode> INODE = RecordFormat.of(1, INODE_SHAPE);
  static final RecordFormat<StoredTotals> TOTALS = RecordFormat.of(1, TOTALS_SHAPE);
  static final RecordFormat<StoredSessionRow> SESSION = RecordFormat.of(1, SESSION_SHAPE);
  static final RecordFormat<StoredNumbers> NUMBERS_HEAD = RecordFormat.of(1, NUMBERS_SHAPE);
  static final RecordFormat<StoredVersion> VERSION = RecordFormat.of(1, VERSION_SHAPE);

  private MetadataRecords() {}
}
