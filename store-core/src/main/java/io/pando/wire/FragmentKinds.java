package io.pando.wire;

import static io.pando.codec.Field.one;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Union.variant;

import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Union;
import io.pando.message.GroupMessage;
import io.pando.message.PositionedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Kinds of messages between members that have positions: 128 to 135. */
final class FragmentKinds {
  /** All messages about a group, by the numbers that they have when they are sent alone. */
  private static final Union<GroupMessage> ABOUT = Union.of(GroupMessage.class, variants());

  static final List<Kind> KINDS =
      List.of(
          new Kind(
              128,
              Shape.of(PositionedMessage.class, uint32(1), one(2, Scalar.SINT32), one(3, ABOUT))));

  private FragmentKinds() {}

  private static List<Union.Variant<? extends GroupMessage>> variants() {
    List<Union.Variant<? extends GroupMessage>> variants = new ArrayList<>();
    Stream.of(ObjectKinds.KINDS, PeeringKinds.KINDS, RecoveryKinds.KINDS, ScrubKinds.KINDS)
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
