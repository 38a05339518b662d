package io.pando.wire;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.frameEpoch;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;
import static io.pando.codec.Union.variant;

import io.pando.codec.PayloadType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Union;
import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.message.FragmentMessage;
import io.pando.message.GroupMessage;
import io.pando.message.PositionedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Kinds of messages between members that have positions: 128 to 135. */
final class FragmentKinds {
  private static final Shape<FragmentMessage.Query> QUERY =
      Shape.of(
          "FragmentQuery",
          FragmentMessage.Query.class,
          one(1, Ids.OBJECT),
          one(2, Ids.VERSION),
          list(3, Ids.RANGE),
          bool(4),
          bool(5));

  private static final Shape<FragmentMessage.Part> PART =
      Shape.of(
          "FragmentPart",
          FragmentMessage.Part.class,
          one(1, Ids.VERSION),
          uint64(2),
          GroupRecords.payloads(3),
          list(4, PayloadType.PAYLOAD),
          string(5),
          group(FragmentMessage.Lack.class, bool(6), optional(7, Ids.VERSION)));

  private static final List<Kind> READS =
      List.of(
          new Kind(
              129,
              Shape.of(
                  FragmentMessage.ReadFragments.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  uint64(2),
                  list(3, QUERY))),
          new Kind(
              130,
              Shape.of(
                  FragmentMessage.FragmentsRead.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  uint64(2),
                  list(3, PART))));

  /** All messages about a group, by the numbers that they have when they are sent alone. */
  private static final Union<GroupMessage> ABOUT = Union.of(GroupMessage.class, variants());

  static final List<Kind> KINDS =
      List.of(
          new Kind(
              128,
              Shape.of(PositionedMessage.class, uint32(1), one(2, Scalar.SINT32), one(3, ABOUT))),
          READS.get(0),
          READS.get(1));

  private FragmentKinds() {}

  private static List<Union.Variant<? extends GroupMessage>> variants() {
    List<Union.Variant<? extends GroupMessage>> variants = new ArrayList<>();
    Stream.of(ObjectKinds.KINDS, PeeringKinds.KINDS, RecoveryKinds.KINDS, ScrubKinds.KINDS, READS)
        .flatMap(List::stream)
        .filter(kind -> GroupMessage.class.isAssignableFrom(kind.shape().record()))
        .forEach(kind -> variants.add(about(kind)));
    return List.copyOf(variants);
  }

  @SuppressWarnings("unchecked") // only kinds of messages about groups come here
  private static <V extends Record & GroupMessage> Union.Variant<V> about(Kind kind) {
    return variant(kind.number(), (Shape<V>) kind.shape());
  }
}
