package io.pando.wire;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Union.variant;

import io.pando.codec.EnumType;
import io.pando.codec.PayloadType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.codec.Union;
import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import java.util.List;
import java.util.stream.Stream;

/** Shapes of operations on objects and of their outcomes. */
final class OperationShapes {
  private static final Type<ObjectOp.Comparison> COMPARISON =
      EnumType.of(
          "Comparison",
          List.of(
              ObjectOp.Comparison.EQUAL,
              ObjectOp.Comparison.NOT_EQUAL,
              ObjectOp.Comparison.GREATER,
              ObjectOp.Comparison.GREATER_OR_EQUAL,
              ObjectOp.Comparison.LESS,
              ObjectOp.Comparison.LESS_OR_EQUAL));

  private static final Type<ObjectOp.LossEnd> LOSS_END =
      EnumType.of("LossEnd", List.of(ObjectOp.LossEnd.REVERT, ObjectOp.LossEnd.DELETE));

  private static final List<Union.Variant<? extends ObjectOp>> QUERIES =
      List.of(
          variant(1, Shape.of(ObjectOp.Read.class, one(1, Ids.RANGE))),
          variant(2, Shape.of(ObjectOp.SparseRead.class, one(1, Ids.RANGE))),
          variant(3, Shape.of(ObjectOp.Stat.class)),
          variant(4, Shape.of(ObjectOp.GetAttribute.class, string(1))),
          variant(5, Shape.of(ObjectOp.ListAttributes.class)),
          variant(6, Shape.of(ObjectOp.GetEntries.class, list(1, Scalar.STRING))),
          variant(
              7,
              Shape.of(
                  ObjectOp.ListEntries.class, optional(1, Scalar.STRING), string(2), uint32(3))));

  private static final List<Union.Variant<? extends ObjectOp>> CONDITIONS =
      List.of(
          variant(20, Shape.of(ObjectOp.AssertExists.class)),
          variant(21, Shape.of(ObjectOp.AssertVersion.class, one(1, Ids.VERSION))),
          variant(
              22,
              Shape.of(
                  ObjectOp.CompareAttribute.class,
                  string(1),
                  one(2, COMPARISON),
                  one(3, PayloadType.PAYLOAD))));

  private static final List<Union.Variant<? extends ObjectOp>> MUTATIONS =
      List.of(
          variant(40, Shape.of(ObjectOp.Create.class, bool(1))),
          variant(41, Shape.of(ObjectOp.Write.class, uint64(1), one(2, PayloadType.PAYLOAD))),
          variant(42, Shape.of(ObjectOp.WriteFull.class, one(1, PayloadType.PAYLOAD))),
          variant(43, Shape.of(ObjectOp.Append.class, one(1, PayloadType.PAYLOAD))),
          variant(44, Shape.of(ObjectOp.Truncate.class, uint64(1))),
          variant(45, Shape.of(ObjectOp.Zero.class, one(1, Ids.RANGE))),
          variant(46, Shape.of(ObjectOp.Remove.class)),
          variant(
              47, Shape.of(ObjectOp.SetAttribute.class, string(1), one(2, PayloadType.PAYLOAD))),
          variant(48, Shape.of(ObjectOp.RemoveAttribute.class, string(1))),
          variant(49, Shape.of(ObjectOp.SetEntries.class, GroupRecords.payloads(1))),
          variant(50, Shape.of(ObjectOp.RemoveEntries.class, list(1, Scalar.STRING))),
          variant(
              51, Shape.of(ObjectOp.RemoveEntryRange.class, string(1), optional(2, Scalar.STRING))),
          variant(52, Shape.of(ObjectOp.EndLoss.class, one(1, LOSS_END))));

  static final Union<ObjectOp> OP =
      Union.of(
          ObjectOp.class, Stream.of(QUERIES, CONDITIONS, MUTATIONS).flatMap(List::stream).toList());

  private static final Type<OpError> ERROR =
      EnumType.of(
          "OpError",
          List.of(
              OpError.NOT_FOUND,
              OpError.ALREADY_EXISTS,
              OpError.NO_ATTRIBUTE,
              OpError.VERSION_MISMATCH,
              OpError.CONDITION_FAILED,
              OpError.INVALID,
              OpError.TOO_LARGE,
              OpError.NO_SPACE,
              OpError.DAMAGED,
              OpError.NO_POOL,
              OpError.QUOTA,
              OpError.NOT_LOST,
              OpError.NOT_SUPPORTED,
              OpError.FENCED));

  static final Union<OpOutcome> OUTCOME =
      Union.of(
          OpOutcome.class,
          List.of(
              variant(
                  1,
                  Shape.of(
                      OpOutcome.Succeeded.class,
                      one(1, Ids.VERSION),
                      list(2, GroupRecords.RESULT))),
              variant(
                  2,
                  Shape.of(
                      OpOutcome.Failed.class, one(1, ERROR), one(2, Scalar.SINT32), string(3)))));

  private OperationShapes() {}
}
