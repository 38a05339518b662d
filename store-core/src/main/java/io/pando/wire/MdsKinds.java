package io.pando.wire;

import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint64;

import io.pando.codec.Shape;
import io.pando.format.FileMapRecords;
import io.pando.format.RankReportRecords;
import io.pando.message.MdsMessage;
import java.util.List;

/**
 * Kinds of messages of metadata servers: 38 and 39 with monitors, 176 to 191 with operators'
 * clients.
 */
final class MdsKinds {
  static final List<Kind> KINDS =
      List.of(
          new Kind(
              38,
              Shape.of(
                  MdsMessage.MdsBeacon.class,
                  one(1, FileMapRecords.INCARNATION),
                  uint64(2),
                  optional(3, RankReportRecords.LOAD))),
          new Kind(39, Shape.of(MdsMessage.MdsBeaconAnswer.class, uint64(1), uint64(2))),
          new Kind(
              176, Shape.of(MdsMessage.AskRank.class, uint64(1), one(2, RankReportRecords.RANK))),
          new Kind(
              177,
              Shape.of(
                  MdsMessage.EvictClient.class,
                  uint64(1),
                  one(2, RankReportRecords.RANK),
                  fixed64(3))),
          new Kind(
              178,
              Shape.of(
                  MdsMessage.RankAnswer.class,
                  uint64(1),
                  optional(2, RankReportRecords.REPORT),
                  string(3))));

  private MdsKinds() {}
}
