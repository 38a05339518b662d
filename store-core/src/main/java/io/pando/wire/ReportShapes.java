package io.pando.wire;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.set;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;

import io.pando.codec.Entry;
import io.pando.codec.EnumType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.collect.Utf8Order;
import io.pando.format.EventRecords;
import io.pando.format.GroupRecords;
import io.pando.format.HealthRecords;
import io.pando.format.Ids;
import io.pando.id.Version;
import io.pando.report.ClusterStatus;
import io.pando.report.EventPage;
import io.pando.report.EventQuery;
import io.pando.report.Health;
import io.pando.report.MonitorStatus;
import io.pando.report.OsdStats;
import io.pando.report.RecoveryProgress;
import io.pando.report.ScrubCounts;
import io.pando.report.group.CopyFault;
import io.pando.report.group.GroupRecovery;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupScrub;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.group.InconsistentObject;
import io.pando.report.group.MissingObject;
import io.pando.report.group.ReturnReport;
import io.pando.report.group.RolledBack;
import io.pando.report.group.SessionCost;
import java.util.List;

/** Shapes of the reports of daemons and monitors about the cluster. */
final class ReportShapes {
  private static final Type<GroupState> STATE =
      EnumType.of(
          "GroupState",
          List.of(
              GroupState.CREATING,
              GroupState.PEERING,
              GroupState.ACTIVE,
              GroupState.CLEAN,
              GroupState.DEGRADED,
              GroupState.UNDERSIZED,
              GroupState.RECOVERING,
              GroupState.RECOVERY_WAIT,
              GroupState.BACKFILLING,
              GroupState.REMAPPED,
              GroupState.DOWN,
              GroupState.INCOMPLETE,
              GroupState.STALE,
              GroupState.UNKNOWN,
              GroupState.QUIET,
              GroupState.DIVERGED,
              GroupState.SCRUBBING,
              GroupState.DEEP_SCRUBBING,
              GroupState.INCONSISTENT,
              GroupState.REPAIRING,
              GroupState.COMPARING,
              GroupState.LOST,
              GroupState.BACKFILL_TOOFULL));

  private static final Shape<RolledBack> ROLLED_BACK =
      Shape.of(RolledBack.class, one(1, Ids.MEMBER), one(2, Ids.VERSION), one(3, Ids.VERSION));

  static final Shape<GroupStats> GROUP_STATS =
      Shape.of(
              GroupStats.class,
              one(1, Ids.GROUP),
              set(2, STATE),
              group(GroupStats.Mapping.class, Ids.members(3), Ids.members(4), uint64(5)),
              group(GroupStats.Contents.class, one(6, Ids.VERSION), uint64(7), uint64(8)),
              group(
                  GroupStats.Copies.class,
                  uint64(9),
                  uint64(10),
                  uint64(11),
                  uint64(16),
                  uint64(17)),
              group(
                  GroupStats.Problems.class,
                  string(12),
                  map(13, Entry.of("DivergedSince", Ids.MEMBER, Ids.VERSION)),
                  list(14, ROLLED_BACK),
                  one(15, GroupRecords.SCRUB_FOUND)))
          .inOrderOfNumbers();

  private static final Shape<SessionCost> SESSION_COST =
      Shape.of(SessionCost.class, uint64(1), uint64(2), uint64(3), uint64(4));

  private static final Shape<ScrubCounts> SCRUB_COUNTS =
      Shape.of(ScrubCounts.class, uint64(1), uint64(2), uint64(3), uint64(4));

  private static final Shape<OsdStats.PoolWork> POOL_WORK =
      Shape.of(OsdStats.PoolWork.class, uint64(1), uint64(2), uint64(3), uint64(4));

  static final Shape<OsdStats> OSD_STATS =
      Shape.of(
          OsdStats.class,
          one(1, Ids.OSD),
          uint64(2),
          group(OsdStats.Space.class, uint64(3), uint64(4)),
          group(OsdStats.Load.class, uint32(5), uint32(6)),
          group(
              OsdStats.Clients.class,
              uint64(7),
              uint64(8),
              uint64(9),
              uint64(10),
              map(16, Entry.of("WorkOfPool", Ids.POOL, POOL_WORK)),
              uint64(17)),
          group(OsdStats.Repairs.class, uint64(11), uint64(12), uint64(13), one(14, SCRUB_COUNTS)));

  private static final Shape<GroupRecovery> GROUP_RECOVERY =
      Shape.of(GroupRecovery.class, bool(1), uint32(2), uint32(3), uint32(4), uint32(5));

  private static final Shape<RecoveryProgress> PROGRESS =
      Shape.of(RecoveryProgress.class, uint64(1), uint64(2), uint64(3));

  private static final Type<MissingObject.State> MISSING_STATE =
      EnumType.of(
          "MissingObjectState",
          MissingObject.State.RECOVERABLE,
          List.of(
              MissingObject.State.NO_ROOM, MissingObject.State.UNFOUND, MissingObject.State.LOST));

  private static final Shape<MissingObject> MISSING_OBJECT =
      Shape.of(
              MissingObject.class,
              one(1, Ids.OBJECT),
              one(2, Ids.VERSION),
              set(3, Ids.MEMBER),
              group(
                  MissingObject.Search.class,
                  one(6, MISSING_STATE),
                  set(4, Ids.MEMBER),
                  set(7, Ids.OSD),
                  bool(5),
                  group(Version.class, uint64(8), uint64(9))))
          .inOrderOfNumbers();

  private static final Shape<ReturnReport.Times> RETURN_TIMES =
      Shape.of("ReturnTimes", ReturnReport.Times.class, uint64(1), uint64(2), uint64(3));

  private static final Shape<ReturnReport> RETURN_REPORT =
      Shape.of(
          ReturnReport.class,
          string(1),
          group(ReturnReport.Cost.class, uint64(2), uint64(3), uint64(4), uint64(5)),
          uint64(6),
          group(ReturnReport.Copies.class, uint64(7), uint64(8), uint64(9)),
          one(10, RETURN_TIMES));

  private static final Type<CopyFault> COPY_FAULT =
      EnumType.of(
          "CopyFault",
          List.of(
              CopyFault.MISSING,
              CopyFault.EXTRA,
              CopyFault.OLDER,
              CopyFault.NEWER,
              CopyFault.DAMAGED,
              CopyFault.SIZE,
              CopyFault.BYTES,
              CopyFault.ATTRIBUTES,
              CopyFault.ENTRIES));

  private static final Shape<InconsistentObject.BadCopy> BAD_COPY =
      Shape.of(
          "FaultyCopy",
          InconsistentObject.BadCopy.class,
          one(1, Ids.MEMBER),
          set(2, COPY_FAULT),
          string(3));

  private static final Shape<InconsistentObject> INCONSISTENT_OBJECT =
      Shape.of(
          InconsistentObject.class,
          one(1, Ids.OBJECT),
          one(2, Ids.VERSION),
          bool(3),
          list(4, BAD_COPY));

  private static final Shape<GroupScrub> GROUP_SCRUB =
      Shape.of(
          GroupScrub.class,
          one(1, GroupRecords.SCRUB_SHAPE),
          uint32(2),
          string(3),
          uint64(4),
          list(5, INCONSISTENT_OBJECT),
          one(6, SESSION_COST));

  static final Shape<GroupReport> GROUP_REPORT =
      Shape.of(
          GroupReport.class,
          one(1, GROUP_STATS),
          one(2, GroupRecords.INFO_SHAPE),
          string(3),
          group(
              GroupReport.Replicas.class,
              map(4, Entry.of("PeerInfo", Ids.MEMBER, GroupRecords.INFO_SHAPE)),
              map(5, Entry.of("PeerMissing", Ids.MEMBER, Scalar.UINT64)),
              one(6, GROUP_RECOVERY),
              map(10, Entry.of("PeerReturn", Ids.MEMBER, RETURN_REPORT)),
              list(8, MISSING_OBJECT)),
          list(7, Scalar.STRING),
          one(9, GROUP_SCRUB));

  static final Shape<MonitorStatus> MONITORS =
      Shape.of(
          MonitorStatus.class,
          one(1, Ids.NODE),
          optional(2, Ids.NODE),
          uint64(3),
          list(4, Ids.NODE),
          list(5, Ids.NODE));

  private static final Shape<Health.Check> CHECK =
      Shape.of(
          "HealthCheck",
          Health.Check.class,
          string(1),
          one(2, HealthRecords.SEVERITY),
          string(3),
          list(4, Scalar.STRING),
          uint64(5));

  private static final Shape<ClusterStatus.PoolUsage> USAGE =
      Shape.of(ClusterStatus.PoolUsage.class, uint64(1), uint64(2));

  static final Shape<ClusterStatus> STATUS =
      Shape.of(
          ClusterStatus.class,
          string(1),
          uint64(2),
          one(3, Shape.of(Health.class, list(1, CHECK), list(2, HealthRecords.MUTE))),
          one(4, MONITORS),
          group(ClusterStatus.OsdCounts.class, uint32(5), uint32(6), uint32(7)),
          group(
              ClusterStatus.Data.class,
              map(8, Entry.of("GroupCount", Scalar.STRING, Scalar.UINT32), Utf8Order.INSTANCE),
              map(9, Entry.of("UsageOfPool", Ids.POOL, USAGE)),
              uint64(10),
              uint64(11),
              group(
                  ClusterStatus.Copies.class,
                  uint64(12),
                  uint64(13),
                  uint64(14),
                  one(15, PROGRESS))));

  static final Shape<EventQuery> EVENT_QUERY =
      Shape.of(
          EventQuery.class,
          uint64(1),
          uint64(2),
          uint32(3),
          optional(4, Ids.OSD),
          optional(5, Ids.POOL),
          bool(6));

  static final Shape<EventPage> EVENT_PAGE =
      Shape.of(EventPage.class, list(1, EventRecords.EVENT), bool(2));

  private ReportShapes() {}
}
