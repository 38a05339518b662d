package io.pando.wire;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;

import io.pando.codec.EnumType;
import io.pando.codec.Field;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.format.ChangeRecords;
import io.pando.format.Ids;
import io.pando.format.MapRecords;
import io.pando.message.Heartbeat;
import io.pando.message.MapUpdate;
import io.pando.message.MonitorMessage;
import java.util.List;

/** Kinds of maps, heartbeats and messages to and from monitors: 16 to 47. */
final class MonitorKinds {
  private static final Type<MonitorMessage.Question> QUESTION =
      EnumType.of(
          "Question",
          List.of(
              MonitorMessage.Question.STATUS,
              MonitorMessage.Question.GROUPS,
              MonitorMessage.Question.OSDS,
              MonitorMessage.Question.MONITORS));

  static final List<Kind> KINDS =
      List.of(
          new Kind(
              16,
              Shape.of(
                  MapUpdate.class,
                  optional(1, MapRecords.MAP_SHAPE),
                  list(2, MapRecords.INCREMENTAL_SHAPE))),
          new Kind(
              17, Shape.of(Heartbeat.class, Field.frameEpoch(), fixed64(1), bool(2), uint32(3))),
          new Kind(20, Shape.of(MonitorMessage.Subscribe.class, uint64(1))),
          new Kind(
              21,
              Shape.of(
                  MonitorMessage.RequestChange.class,
                  uint64(1),
                  one(2, ChangeRecords.CHANGE_UNION),
                  uint64(3))),
          new Kind(
              22,
              Shape.of(
                  MonitorMessage.ChangeReply.class,
                  uint64(1),
                  one(2, ChangeRecords.OUTCOME_UNION))),
          new Kind(23, Shape.of(MonitorMessage.Ask.class, uint64(1), one(2, QUESTION))),
          new Kind(
              24,
              Shape.of(MonitorMessage.StatusAnswer.class, uint64(1), one(2, ReportShapes.STATUS))),
          new Kind(
              25,
              Shape.of(
                  MonitorMessage.GroupsAnswer.class, uint64(1), list(2, ReportShapes.GROUP_STATS))),
          new Kind(
              26,
              Shape.of(
                  MonitorMessage.OsdsAnswer.class, uint64(1), list(2, ReportShapes.OSD_STATS))),
          new Kind(
              27,
              Shape.of(
                  MonitorMessage.MonitorsAnswer.class, uint64(1), one(2, ReportShapes.MONITORS))),
          new Kind(28, Shape.of(MonitorMessage.NoAnswer.class, uint64(1), string(2))),
          new Kind(
              29,
              Shape.of(
                  MonitorMessage.Beacon.class,
                  one(1, Ids.OSD),
                  fixed64(2),
                  one(3, ReportShapes.OSD_STATS),
                  list(4, ReportShapes.GROUP_STATS))),
          new Kind(
              36,
              Shape.of(
                  MonitorMessage.AskEvents.class, uint64(1), one(2, ReportShapes.EVENT_QUERY))),
          new Kind(
              37,
              Shape.of(
                  MonitorMessage.EventsAnswer.class, uint64(1), one(2, ReportShapes.EVENT_PAGE))));

  private MonitorKinds() {}
}
