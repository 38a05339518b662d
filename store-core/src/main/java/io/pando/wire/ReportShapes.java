package io.pando.wire;

import static io.pando.codec.Field.list;
import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.set;
import static io.pando.codec.Shape.group;

import io.pando.codec.Entry;
import io.pando.codec.EnumType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.report.ClusterStatus;
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
              GroupState.LOST));

  private static final Shape<RolledBack> ROLLED_BACK =
      Shape.of(RolledBack.class, one(1, Ids.OSD), one(2, Ids.VERSION), one(3, Ids.VERSION));

  static final Shape<GroupStats> GROUP_STATS =
      Shape.of(
          GroupStats.class,
          one(1, Ids.GROUP),
          set(2, STATE),
          group(
              GroupStats.Mapping.class, list(3, Ids.OSD), list(4, Ids.OSD), one(5, Scalar.UINT64)),
          group(
              GroupStats.Contents.class,
              one(6, Ids.VERSION),
              one(7, Scalar.UINT64),
              one(8, Scalar.UINT64)),
          group(
              GroupStats.Copies.class,
              one(9, Scalar.UINT64),
              one(10, Scalar.UINT64),
              one(11, Scalar.UINT64)),
          group(
              GroupStats.Problems.class,
              one(12, Scalar.STRING),
              map(13, Entry.of("DivergedSince", Ids.OSD, Ids.VERSION)),
              list(14, ROLLED_BACK),
              one(15, GroupRecords.SCRUB_FOUND)));

  private static final Shape<SessionCost> SESSION_COST =
      Shape.of(
          SessionCost.class,
          one(1, Scalar.UINT64),
          one(2, Scalar.UINT64),
          one(3, Scalar.UINT64),
          one(4, Scalar.UINT64));

  private static final Shape<ScrubCounts> SCRUB_COUNTS =
      Shape.of(
          ScrubCounts.class,
          one(1, Scalar.UINT64),
          one(2, Scalar.UINT64),
          one(3, Scalar.UINT64),
          one(4, Scalar.UINT64));

  static final Shape<OsdStats> OSD_STATS =
      Shape.of(
          OsdStats.class,
          one(1, Ids.OSD),
          one(2, Scalar.UINT64),
          group(OsdStats.Space.class, one(3, Scalar.UINT64), one(4, Scalar.UINT64)),
          group(OsdStats.Load.class, one(5, Scalar.UINT32), one(6, Scalar.UINT32)),
          group(
              OsdStats.Clients.class,
              one(7, Scalar.UINT64),
              one(8, Scalar.UINT64),
              one(9, Scalar.UINT64),
              one(10, Scalar.UINT64)),
          group(
              OsdStats.Repairs.class,
              one(11, Scalar.UINT64),
              one(12, Scalar.UINT64),
              one(13, Scalar.UINT64),
              one(14, SCRUB_COUNTS)));

  private static final Shape<GroupRecovery> GROUP_RECOVERY =
      Shape.of(
          GroupRecovery.class,
          one(1, Scalar.BOOL),
          one(2, Scalar.UINT32),
          one(3, Scalar.UINT32),
          one(4, Scalar.UINT32),
          one(5, Scalar.UINT32));

  private static final Shape<RecoveryProgress> PROGRESS =
      Shape.of(
          RecoveryProgress.class,
          one(1, Scalar.UINT64),
          one(2, Scalar.UINT64),
          one(3, Scalar.UINT64));

  private static final Shape<MissingObject> MISSING_OBJECT =
      Shape.of(
          MissingObject.class,
          one(1, Ids.OBJECT),
          one(2, Ids.VERSION),
          set(3, Ids.OSD),
          set(4, Ids.OSD),
          one(5, Scalar.BOOL));

  private static final Shape<ReturnReport.Times> RETURN_TIMES =
      Shape.of(
          "ReturnTimes",
          ReturnReport.Times.class,
          one(1, Scalar.UINT64),
          one(2, Scalar.UINT64),
          one(3, Scalar.UINT64));

  private static final Shape<ReturnReport> RETURN_REPORT =
      Shape.of(
          ReturnReport.class,
          one(1, Scalar.STRING),
          group(
              ReturnReport.Cost.class,
              one(2, Scalar.UINT64),
              one(3, Scalar.UINT64),
              one(4, Scalar.UINT64),
              one(5, Scalar.UINT64)),
          one(6, Scalar.UINT64),
          group(
              ReturnReport.Copies.class,
              one(7, Scalar.UINT64),
              one(8, Scalar.UINT64),
              one(9, Scalar.UINT64)),
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
          one(1, Ids.OSD),
          set(2, COPY_FAULT),
          one(3, Scalar.STRING));

  private static final Shape<InconsistentObject> INCONSISTENT_OBJECT =
      Shape.of(
          InconsistentObject.class,
          one(1, Ids.OBJECT),
          one(2, Ids.VERSION),
          one(3, Scalar.BOOL),
          list(4, BAD_COPY));

  private static final Shape<GroupScrub> GROUP_SCRUB =
      Shape.of(
          GroupScrub.class,
          one(1, GroupRecords.SCRUB_SHAPE),
          one(2, Scalar.UINT32),
          one(3, Scalar.STRING),
          one(4, Scalar.UINT64),
          list(5, INCONSISTENT_OBJECT),
          one(6, SESSION_COST));

  static final Shape<GroupReport> GROUP_REPORT =
      Shape.of(
          GroupReport.class,
          one(1, GROUP_STATS),
          one(2, GroupRecords.INFO_SHAPE),
          one(3, Scalar.STRING),
          group(
              GroupReport.Replicas.class,
              map(4, Entry.of("PeerInfo", Ids.OSD, GroupRecords.INFO_SHAPE)),
              map(5, Entry.of("PeerMissing", Ids.OSD, Scalar.UINT64)),
              one(6, GROUP_RECOVERY),
              map(10, Entry.of("PeerReturn", Ids.OSD, RETURN_REPORT)),
              list(8, MISSING_OBJECT)),
          list(7, Scalar.STRING),
          one(9, GROUP_SCRUB));

  static final Shape<MonitorStatus> MONITORS =
      Shape.of(
          MonitorStatus.class,
          one(1, Ids.NODE),
          optional(2, Ids.NODE),
          one(3, Scalar.UINT64),
          list(4, Ids.NODE),
          list(5, Ids.NODE));

  private static final Shape<Health.Check> CHECK =
      Shape.of(
          "HealthCheck",
          Health.Check.class,
          one(1, Scalar.STRING),
          one(2, EnumType.of("Severity", List.of(Health.Severity.WARNING, Health.Severity.ERROR))),
          one(3, Scalar.STRING),
          list(4, Scalar.STRING));

  private static final Shape<ClusterStatus.PoolUsage> USAGE =
      Shape.of(ClusterStatus.PoolUsage.class, one(1, Scalar.UINT64), one(2, Scalar.UINT64));

  static final Shape<ClusterStatus> STATUS =
      Shape.of(
          ClusterStatus.class,
          one(1, Scalar.STRING),
          one(2, Scalar.UINT64),
          one(3, Shape.of(Health.class, list(1, CHECK))),
          one(4, MONITORS),
          group(
              ClusterStatus.OsdCounts.class,
              one(5, Scalar.UINT32),
              one(6, Scalar.UINT32),
              one(7, Scalar.UINT32)),
          group(
              ClusterStatus.Data.class,
              map(8, Entry.of("GroupCount", Scalar.STRING, Scalar.UINT32), Utf8Order.INSTANCE),
              map(9, Entry.of("UsageOfPool", Ids.POOL, USAGE)),
              one(10, Scalar.UINT64),
              one(11, Scalar.UINT64),
              group(
                  ClusterStatus.Copies.class,
                  one(12, Scalar.UINT64),
                  one(13, Scalar.UINT64),
                  one(14, Scalar.UINT64),
                  one(15, PROGRESS))));

  private ReportShapes() {}
}
