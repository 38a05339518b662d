package io.pando.wire;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.frameEpoch;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;

import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Union;
import io.pando.erasure.digest.FragmentDigest;
import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.format.StoreRecords;
import io.pando.merkle.ContentDigest;
import io.pando.merkle.Digest;
import io.pando.message.ScrubMessage;
import java.util.List;

/** Kinds of scrub messages: 120 to 127. */
final class ScrubKinds {
  private static final Shape<Digest> DIGEST =
      Shape.of("TreeDigest", Digest.class, fixed64(1), uint64(2));

  private static final Shape<ContentDigest> CONTENT =
      Shape.of(ContentDigest.class, uint64(1), fixed64(2), fixed64(3), fixed64(4));

  private static final Shape<FragmentDigest> FRAGMENT =
      Shape.of(FragmentDigest.class, fixed64(1), fixed64(2));

  private static final Shape<ScrubMessage.Bad> BAD =
      Shape.of(
          "BadCopy",
          ScrubMessage.Bad.class,
          one(1, Ids.OBJECT),
          one(2, Ids.VERSION),
          one(3, Ids.VERSION),
          bool(4));

  private static final Union<ScrubMessage.ScrubTask> TASK =
      Union.of(
          ScrubMessage.ScrubTask.class,
          List.of(
              Union.variant(
                  1,
                  Shape.of(
                      "ScrubCheck",
                      ScrubMessage.Check.class,
                      one(1, StoreRecords.POSITIONS),
                      bool(2))),
              Union.variant(
                  2, Shape.of("ListItems", ScrubMessage.ListItems.class, optional(1, Ids.OBJECT))),
              Union.variant(
                  3, Shape.of("Examine", ScrubMessage.Examine.class, list(1, Ids.OBJECT))),
              Union.variant(4, Shape.of("Repair", ScrubMessage.Repair.class, list(1, BAD))),
              Union.variant(
                  5,
                  Shape.of(
                      "CompareTree",
                      ScrubMessage.CompareTree.class,
                      uint32(1),
                      list(2, Scalar.UINT32),
                      uint32(3),
                      list(4, Scalar.FIXED64))),
              Union.variant(
                  6,
                  Shape.of("TellRecords", ScrubMessage.TellRecords.class, list(1, Ids.OBJECT)))));

  private static final Shape<ScrubMessage.Item> ITEM =
      Shape.of(
          "ScrubItem",
          ScrubMessage.Item.class,
          one(1, Ids.OBJECT),
          one(2, Ids.VERSION),
          fixed64(3),
          bool(4),
          optional(5, FRAGMENT));

  private static final Union<ScrubMessage.CopyState> STATE =
      Union.of(
          ScrubMessage.CopyState.class,
          List.of(
              Union.variant(1, Shape.of("AbsentCopy", ScrubMessage.Absent.class)),
              Union.variant(
                  2,
                  Shape.of(
                      "SoundCopy",
                      ScrubMessage.Sound.class,
                      one(1, Ids.VERSION),
                      one(2, CONTENT),
                      optional(3, FRAGMENT))),
              Union.variant(
                  3,
                  Shape.of(
                      "BrokenCopy", ScrubMessage.Damaged.class, one(1, Ids.VERSION), string(2)))));

  private static final Shape<ScrubMessage.ExaminedCopy> SPECIMEN =
      Shape.of(
          "ExaminedCopy",
          ScrubMessage.ExaminedCopy.class,
          one(1, Ids.OBJECT),
          bool(2),
          one(3, STATE));

  private static final Union<ScrubMessage.ScrubResult> RESULT =
      Union.of(
          ScrubMessage.ScrubResult.class,
          List.of(
              Union.variant(
                  1,
                  Shape.of(
                      "ScrubChecked",
                      ScrubMessage.Checked.class,
                      one(1, DIGEST),
                      uint32(2),
                      uint32(3),
                      optional(4, FRAGMENT))),
              Union.variant(
                  2, Shape.of("ScrubItems", ScrubMessage.Items.class, list(1, ITEM), bool(2))),
              Union.variant(
                  3, Shape.of("Examined", ScrubMessage.Examined.class, list(1, SPECIMEN))),
              Union.variant(4, Shape.of("Mended", ScrubMessage.Mended.class)),
              Union.variant(
                  5,
                  Shape.of(
                      "TreeCompared",
                      ScrubMessage.TreeCompared.class,
                      uint32(1),
                      bool(2),
                      list(3, Scalar.UINT32))),
              Union.variant(
                  6,
                  Shape.of(
                      "Recorded",
                      ScrubMessage.Recorded.class,
                      list(1, GroupRecords.INDEX_ENTRY)))));

  static final List<Kind> KINDS =
      List.of(
          new Kind(
              120,
              Shape.of(
                  ScrubMessage.AskScrub.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  uint64(2),
                  one(3, TASK))),
          new Kind(
              121,
              Shape.of(
                  ScrubMessage.ScrubAnswer.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  uint64(2),
                  one(3, RESULT))),
          new Kind(
              122,
              Shape.of(
                  ScrubMessage.RememberScrub.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, GroupRecords.SCRUB_SHAPE))));

  private ScrubKinds() {}
}
