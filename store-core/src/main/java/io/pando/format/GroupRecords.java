package io.pando.format;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;

import io.pando.bytes.Payload;
import io.pando.codec.Entry;
import io.pando.codec.EnumType;
import io.pando.codec.Field;
import io.pando.codec.PayloadType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.codec.Union;
import io.pando.collect.Utf8Order;
import io.pando.group.ChangedRows;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.IndexDirectory;
import io.pando.group.IndexEntry;
import io.pando.group.IndexHead;
import io.pando.group.IndexPage;
import io.pando.group.IndexPlace;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.group.Undo;
import io.pando.group.UndoRecord;
import io.pando.merkle.LeafState;
import io.pando.merkle.TreeHead;
import io.pando.merkle.TreePage;
import io.pando.op.OpResult;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Formats of a group's records beside its objects, stored and as parts of messages. */
public final class GroupRecords {
  private static final Shape<GroupInfo.Interval> INTERVAL_SHAPE =
      Shape.of(
          GroupInfo.Interval.class, uint64(1), uint64(2), Ids.members(3), Ids.members(4), bool(5));

  private static final Shape<GroupInfo.History> HISTORY_SHAPE =
      Shape.of(
          GroupInfo.History.class,
          uint64(1),
          uint64(2),
          uint64(3),
          uint64(4),
          uint64(5),
          list(6, INTERVAL_SHAPE));

  public static final Shape<GroupInfo> INFO_SHAPE =
      Shape.of(
              GroupInfo.class,
              one(1, Ids.GROUP),
              group(
                  GroupInfo.LogBounds.class,
                  one(2, Ids.VERSION),
                  one(3, Ids.VERSION),
                  one(4, Ids.VERSION),
                  one(11, Ids.VERSION),
                  optional(13, Ids.VERSION)),
              group(GroupInfo.CopyState.class, uint64(5), optional(6, Ids.OBJECT), uint64(10)),
              one(7, HISTORY_SHAPE),
              group(GroupInfo.Totals.class, uint64(8), uint64(9), bool(12)))
          .inOrderOfNumbers();

  private static final Shape<NamedPayload> NAMED =
      Shape.of(NamedPayload.class, string(1), one(2, PayloadType.PAYLOAD));

  public static final Union<OpResult> RESULT =
      Union.of(
          OpResult.class,
          List.of(
              Union.variant(1, Shape.of(OpResult.Done.class)),
              Union.variant(2, Shape.of(OpResult.Data.class, one(1, PayloadType.PAYLOAD))),
              Union.variant(
                  3,
                  Shape.of(
                      OpResult.SparseData.class, list(1, Ids.RANGE), one(2, PayloadType.PAYLOAD))),
              Union.variant(
                  4,
                  Shape.of(
                      "StatResult",
                      OpResult.Stat.class,
                      uint64(1),
                      one(2, Ids.VERSION),
                      uint64(3))),
              Union.variant(5, Shape.of(OpResult.Attributes.class, payloads(1))),
              Union.variant(6, Shape.of(OpResult.Entries.class, payloads(1), bool(2))),
              Union.variant(
                  7,
                  Shape.of(OpResult.LossEnded.class, one(1, Ids.VERSION), one(2, Ids.VERSION)))));

  private static final Type<LogEntry.Kind> KIND =
      EnumType.of(
          "LogEntryKind",
          List.of(
              LogEntry.Kind.MODIFY,
              LogEntry.Kind.DELETE,
              LogEntry.Kind.PLACEHOLDER,
              LogEntry.Kind.REMEMBERED));

  private static final Shape<ChangedRows> CHANGED_ROWS =
      Shape.of(ChangedRows.class, list(1, Ids.RANGE));

  public static final Shape<LogEntry> ENTRY_SHAPE =
      Shape.of(
          LogEntry.class,
          one(1, Ids.VERSION),
          one(2, Ids.VERSION),
          one(3, Ids.OBJECT),
          one(4, KIND),
          group(LogEntry.Answer.class, one(5, Ids.REQUEST), list(6, RESULT)),
          optional(7, CHANGED_ROWS));

  public static final Shape<ObjectInfo> OBJECT_SHAPE =
      Shape.of(ObjectInfo.class, one(1, Ids.VERSION), uint64(2), uint64(3));

  private static final Type<Undo.Kind> UNDO_KIND =
      EnumType.of(
          "UndoKind",
          List.of(
              Undo.Kind.CREATED,
              Undo.Kind.CHANGED,
              Undo.Kind.REPLACED,
              Undo.Kind.MISSING,
              Undo.Kind.REPLACED_MISSING));

  public static final Shape<Undo> UNDO_SHAPE =
      Shape.of(
          Undo.class,
          one(1, UNDO_KIND),
          uint64(2),
          list(3, Ids.RANGE),
          payloads(4),
          list(5, Scalar.STRING));

  public static final Shape<UndoRecord> UNDO_RECORD_SHAPE =
      Shape.of(
          UndoRecord.class,
          one(1, Ids.VERSION),
          one(2, Ids.VERSION),
          one(3, Ids.OBJECT),
          bool(4),
          one(5, UNDO_SHAPE));

  public static final Shape<GroupLineage> LINEAGE_SHAPE =
      Shape.of(GroupLineage.class, uint32(1), uint64(2));

  private static final Shape<LeafState> LEAF_STATE =
      Shape.of(LeafState.class, uint32(1), fixed64(2), one(3, Scalar.SINT32));

  /** Leaves of a hash tree. */
  public static final Shape<TreePage> TREE_PAGE_SHAPE =
      Shape.of(TreePage.class, uint64(1), list(2, LEAF_STATE));

  /** Head of a stored hash tree. */
  public static final Shape<TreeHead> TREE_HEAD_SHAPE =
      Shape.of(TreeHead.class, uint32(1), uint64(2), one(3, Ids.VERSION));

  /** Entry of an object in a version index. */
  public static final Shape<IndexEntry> INDEX_ENTRY =
      Shape.of(IndexEntry.class, one(1, Ids.VERSION), one(2, Ids.OBJECT), bool(3));

  /** Page of a version index. */
  public static final Shape<IndexPage> INDEX_PAGE_SHAPE =
      Shape.of(IndexPage.class, list(1, INDEX_ENTRY));

  private static final Shape<IndexPlace> INDEX_PLACE =
      Shape.of(IndexPlace.class, uint64(1), one(2, Ids.VERSION), uint32(3));

  /** Locations of the pages of a version index. */
  public static final Shape<IndexDirectory> INDEX_DIRECTORY_SHAPE =
      Shape.of(IndexDirectory.class, list(1, INDEX_PLACE));

  /** Epochs, each with the counter of its last update. */
  public static final Entry<Long, Long> LAST_COUNTER =
      Entry.of("LastCounter", Scalar.UINT64, Scalar.UINT64);

  /** Head of a version index: the versions that it covers. */
  public static final Shape<IndexHead> INDEX_HEAD_SHAPE =
      Shape.of(
          IndexHead.class,
          one(1, Ids.VERSION),
          one(2, Ids.VERSION),
          uint64(3),
          map(4, LAST_COUNTER));

  public static final Type<ScrubKind> SCRUB_KIND =
      EnumType.of(
          "ScrubKind",
          ScrubKind.NONE,
          List.of(
              ScrubKind.LIGHT,
              ScrubKind.DEEP,
              ScrubKind.REPAIR,
              ScrubKind.PREVIEW,
              ScrubKind.SESSION));

  public static final Shape<ScrubRecord.Found> SCRUB_FOUND =
      Shape.of("ScrubFound", ScrubRecord.Found.class, uint64(1), uint64(2), uint64(3));

  public static final Shape<ScrubRecord> SCRUB_SHAPE =
      Shape.of(
          ScrubRecord.class,
          group(ScrubRecord.Past.class, uint64(1), uint64(2), uint64(3), uint64(4)),
          group(
              ScrubRecord.Progress.class,
              one(5, SCRUB_KIND),
              one(6, SCRUB_KIND),
              one(7, Scalar.FIXED32)),
          one(8, SCRUB_FOUND),
          uint64(9),
          uint64(10));

  /** Format of a group's lineage. */
  public static final RecordFormat<GroupLineage> LINEAGE = RecordFormat.of(1, LINEAGE_SHAPE);

  /** Format of a replica's info. */
  public static final RecordFormat<GroupInfo> INFO = RecordFormat.of(1, INFO_SHAPE);

  /** Format of an entry of a group's log. */
  public static final RecordFormat<LogEntry> LOG_ENTRY = RecordFormat.of(1, ENTRY_SHAPE);

  /** Format of an update that can be taken back. */
  public static final RecordFormat<UndoRecord> UNDO = RecordFormat.of(1, UNDO_RECORD_SHAPE);

  /** Format of the record stored with each object. */
  public static final RecordFormat<ObjectInfo> OBJECT = RecordFormat.of(1, OBJECT_SHAPE);

  /** Format of the head of a group's hash tree. */
  public static final RecordFormat<TreeHead> TREE_HEAD = RecordFormat.of(1, TREE_HEAD_SHAPE);

  /** Format of leaves of a group's hash tree. */
  public static final RecordFormat<TreePage> TREE_PAGE = RecordFormat.of(1, TREE_PAGE_SHAPE);

  /** Format of the head of a group's version index. */
  public static final RecordFormat<IndexHead> INDEX_HEAD = RecordFormat.of(1, INDEX_HEAD_SHAPE);

  /** Format of the locations of the pages of a group's version index. */
  public static final RecordFormat<IndexDirectory> INDEX_DIRECTORY =
      RecordFormat.of(1, INDEX_DIRECTORY_SHAPE);

  /** Format of a page of a group's version index. */
  public static final RecordFormat<IndexPage> INDEX_PAGE = RecordFormat.of(1, INDEX_PAGE_SHAPE);

  /** Format of a group's scrub state. */
  public static final RecordFormat<ScrubRecord> SCRUB = RecordFormat.of(1, SCRUB_SHAPE);

  private GroupRecords() {}

  /** Payloads by name, ordered by the UTF-8 bytes of the names. */
  public static Field<SortedMap<String, Payload>> payloads(int number) {
    return map(
        number,
        NAMED,
        it -> Map.entry(it.key(), it.value()),
        it -> new NamedPayload(it.getKey(), it.getValue()),
        Utf8Order.INSTANCE);
  }
}
