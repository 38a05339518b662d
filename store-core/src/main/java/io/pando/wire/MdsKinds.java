package io.pando.wire;

import static io.pando.codec.Field.one;
import static io.pando.codec.Field.uint64;

import io.pando.codec.Shape;
import io.pando.format.FileMapRecords;
import io.pando.message.MdsMessage;
import java.util.List;

/** Kinds of messages between metadata servers and monitors: 38 and 39. */
final class MdsKinds {
  static final List<Kind> KINDS =
      List.of(
          new Kind(
              38,
              Shape.of(MdsMessage.MdsBeacon.class, one(1, FileMapRecords.INCARNATION), uint64(2))),
          new Kind(39, Shape.of(MdsMessage.MdsBeaconAnswer.class, uint64(1), uint64(2))));

  private MdsKinds() {}
}
