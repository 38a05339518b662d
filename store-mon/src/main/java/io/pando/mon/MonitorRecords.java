package io.pando.mon;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.set;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;
import static io.pando.codec.Union.variant;

import io.pando.cluster.ChangeOutcome;
import io.pando.codec.Entry;
import io.pando.codec.Field;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Union;
import io.pando.format.ChangeRecords;
import io.pando.format.EventRecords;
import io.pando.format.HealthRecords;
import io.pando.format.Ids;
import io.pando.format.MapRecords;
import io.pando.format.RecordFormat;
import io.pando.id.OsdId;
import io.pando.mon.config.FlapSettings;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.AnsweredRequests;
import io.pando.mon.state.EventLog;
import io.pando.mon.state.FailureReports;
import io.pando.mon.state.FlapHistory;
import io.pando.mon.state.HealthMemory;
import io.pando.mon.state.MapTime;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.RecentIncrementals;
import io.pando.mon.state.RequestOrigin;
import io.pando.report.Health;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Record formats of the commands in the monitors' log, of their outcomes, and of snapshots. */
public final class MonitorRecords {
  /** All reports of one OSD. */
  public record ReportsOf(OsdId failed, SortedMap<OsdId, FailureReports.Report> reports) {}

  private static final Shape<FlapSettings> FLAPPING =
      Shape.of(FlapSettings.class, uint32(1), uint64(2), uint64(3), uint64(4));

  private static final Shape<MonitorRules> SETTINGS =
      Shape.of(
          MonitorRules.class,
          group(MonitorRules.FailureReporting.class, uint32(1), uint64(2)),
          group(MonitorRules.Marking.class, uint64(3), uint32(4), uint32(5)),
          one(6, FLAPPING),
          uint32(7),
          group(MonitorRules.PoolDefaults.class, uint32(8), uint32(9), uint64(10)),
          group(MonitorRules.Fencing.class, uint64(11), uint64(12)));

  private static final Entry<OsdId, FailureReports.Report> REPORT =
      Entry.of(
          "FailureReport",
          Ids.OSD,
          Shape.of(FailureReports.Report.class, fixed64(1), uint64(2), uint64(3), bool(4)));

  private static final Entry<OsdId, FlapHistory> FLAP_HISTORY =
      Entry.of(
          "OsdConduct",
          Ids.OSD,
          Shape.of(
              FlapHistory.class,
              fixed64(1),
              list(2, Scalar.UINT64),
              uint64(3),
              uint32(4),
              uint64(5)));

  private static final Shape<FailureReports> REPORTS =
      Shape.of(
          FailureReports.class,
          map(
              1,
              Shape.of(ReportsOf.class, one(1, Ids.OSD), map(2, REPORT)),
              of -> Map.entry(of.failed(), of.reports()),
              entry -> new ReportsOf(entry.getKey(), entry.getValue())));

  private static final Shape<RecentIncrementals> RECENT =
      Shape.of(RecentIncrementals.class, list(1, MapRecords.INCREMENTAL_SHAPE));

  private static final Shape<RequestOrigin> ORIGIN =
      Shape.of(RequestOrigin.class, one(1, Ids.NODE), fixed64(2), uint64(3), uint64(4));

  private static final Shape<HealthMemory.Seen> SEEN =
      Shape.of(
          "SeenCheck",
          HealthMemory.Seen.class,
          string(1),
          one(2, HealthRecords.SEVERITY),
          uint64(3),
          string(4));

  private static final Shape<AnsweredRequests.Requester> REQUESTER =
      Shape.of(
          AnsweredRequests.Requester.class,
          one(1, Ids.NODE),
          fixed64(2),
          uint64(3),
          map(4, Entry.of("RequestOutcome", Scalar.UINT64, ChangeRecords.OUTCOME_UNION)));

  private static Field<SortedMap<String, HealthMemory.Seen>> seen(int number) {
    return map(number, SEEN, check -> Map.entry(check.code(), check), Map.Entry::getValue);
  }

  private static Field<SortedMap<String, Health.Mute>> mutes(int number) {
    return map(
        number, HealthRecords.MUTE, mute -> Map.entry(mute.code(), mute), Map.Entry::getValue);
  }

  private static final Shape<MonitorState> STATE_SHAPE =
      Shape.of(
          MonitorState.class,
          one(1, MapRecords.MAP_SHAPE),
          one(2, RECENT),
          group(
              MonitorState.OsdMarks.class, one(3, REPORTS), map(4, FLAP_HISTORY), set(5, Ids.OSD)),
          uint32(6),
          one(7, Shape.of(MapTime.class, uint64(1), uint64(2))),
          group(
              MonitorState.Past.class,
              list(8, REQUESTER),
              group(
                  EventLog.class,
                  uint64(20),
                  list(21, EventRecords.EVENT),
                  list(22, EventRecords.EVENT)),
              group(HealthMemory.class, seen(23), mutes(24))));

  /** Format of a command in the log. */
  public static final RecordFormat<Command> COMMAND =
      RecordFormat.of(
          1,
          Union.of(
              Command.class,
              List.of(
                  variant(1, Shape.of(Command.Begin.class, one(1, MapRecords.MAP_SHAPE))),
                  variant(
                      2,
                      Shape.of(
                          Command.Request.class,
                          one(1, ChangeRecords.CHANGE_UNION),
                          fixed64(2),
                          one(3, SETTINGS),
                          optional(4, ORIGIN),
                          optional(5, EventRecords.SOURCE))),
                  variant(3, Shape.of(Command.Refuse.class, one(1, ORIGIN), string(2))),
                  variant(4, Shape.of(Command.Continue.class, one(1, STATE_SHAPE))),
                  variant(
                      8,
                      Shape.of(
                          Command.NoteHealth.class, seen(1), optional(2, EventRecords.SOURCE))))));

  /** Format of a command's outcome. */
  public static final RecordFormat<ChangeOutcome> OUTCOME =
      RecordFormat.of(1, ChangeRecords.OUTCOME_UNION);

  /** Format of a snapshot. */
  public static final RecordFormat<MonitorState> STATE = RecordFormat.of(1, STATE_SHAPE);

  private MonitorRecords() {}
}
