package io.pando.wire;

import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;

import io.pando.codec.Scalar;
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
                  one(3, Scalar.FIXED64),
                  one(4, Ids.NODE),
                  one(5, Scalar.FIXED64),
                  one(6, Scalar.UINT32))),
          new Kind(2, Shape.of(Greeting.Welcome.class, one(1, Scalar.FIXED64))),
          new Kind(3, Shape.of(Greeting.Refused.class, one(1, Scalar.STRING))));

  private GreetingKinds() {}
}
