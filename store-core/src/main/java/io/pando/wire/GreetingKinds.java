package io.pando.wire;

import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;

import io.pando.codec.Shape;
import io.pando.format.Ids;
import java.util.List;

/** Kinds of {@link Greeting}: 1 to 15. */
final class GreetingKinds {
  static final List<Kind> KINDS =
      List.of(
          new Kind(
              1,
              Shape.of(
                  Greeting.Hello.class,
                  optional(1, Ids.CLUSTER),
                  one(2, Ids.NODE),
                  fixed64(3),
                  one(4, Ids.NODE),
                  fixed64(5),
                  uint32(6))),
          new Kind(2, Shape.of(Greeting.Welcome.class, fixed64(1))),
          new Kind(3, Shape.of(Greeting.Refused.class, string(1))));

  private GreetingKinds() {}
}
