package io.pando.format;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;
import static io.pando.codec.Union.variant;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.GroupStep;
import io.pando.codec.EnumType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.codec.Union;
import java.util.List;

/** Formats of changes of the cluster map, which monitors keep in their replicated log. */
public final class ChangeRecords {
  private static final Type<GroupStep> STEP =
      EnumType.of(
          "GroupStep",
          List.of(
              GroupStep.SPLIT,
              GroupStep.PLACE,
              GroupStep.QUIET,
              GroupStep.MERGE,
              GroupStep.RESUME));

  private static final Shape<Change.QuietGroup> QUIET_GROUP =
      Shape.of(
          Change.QuietGroup.class,
          one(1, Ids.GROUP),
          uint64(2),
          one(3, Ids.VERSION),
          Ids.members(4));

  private static final List<Union.Variant<? extends Change>> BY_DAEMONS =
      List.of(
          variant(
              1,
              Shape.of(
                  Change.Boot.class,
                  one(1, Ids.OSD),
                  one(2, Ids.UUID_BYTES),
                  one(3, Ids.ADDRESS),
                  uint32(4),
                  uint64(5),
                  uint32(6))),
          variant(2, Shape.of(Change.Stop.class, one(1, Ids.OSD), fixed64(2))),
          variant(
              3,
              Shape.of(
                  Change.ReportFailure.class,
                  one(1, Ids.OSD),
                  one(2, Ids.OSD),
                  fixed64(3),
                  uint64(4),
                  bool(5))),
          variant(
              4,
              Shape.of(Change.WithdrawFailure.class, one(1, Ids.OSD), one(2, Ids.OSD), fixed64(3))),
          variant(5, Shape.of(Change.RaiseUpThru.class, one(1, Ids.OSD), fixed64(2), uint64(3))),
          variant(
              6,
              Shape.of(
                  Change.OverrideActing.class, one(1, Ids.OSD), one(2, Ids.GROUP), Ids.members(3))),
          variant(7, Shape.of(Change.MarkSilent.class, list(1, Ids.OSD))),
          variant(8, Shape.of(Change.Tick.class)),
          variant(
              9,
              Shape.of(
                  Change.StepGroups.class,
                  one(1, Ids.POOL),
                  uint64(2),
                  one(3, STEP),
                  list(4, QUIET_GROUP))),
          variant(10, Shape.of(Change.MarkFullness.class, list(1, MapRecords.OSD_FULLNESS))),
          variant(11, Shape.of(Change.MarkFullPools.class, list(1, Ids.POOL))));

  private static final List<Union.Variant<? extends Change>> OF_OSDS =
      List.of(
          variant(
              20,
              Shape.of(Change.CreateOsd.class, optional(1, Ids.OSD), optional(2, Ids.UUID_BYTES))),
          variant(21, Shape.of(Change.PurgeOsd.class, one(1, Ids.OSD), bool(2))),
          variant(22, Shape.of(Change.MarkDown.class, list(1, Ids.OSD))),
          variant(23, Shape.of(Change.MarkOut.class, list(1, Ids.OSD))),
          variant(24, Shape.of(Change.MarkIn.class, list(1, Ids.OSD))),
          variant(25, Shape.of(Change.Reweight.class, one(1, Ids.OSD), uint32(2))),
          variant(26, Shape.of(Change.SetFlag.class, one(1, MapRecords.FLAG), bool(2))),
          variant(27, Shape.of(Change.ReplaceOsd.class, one(1, Ids.OSD), bool(2))),
          variant(28, Shape.of(Change.AcceptLoss.class, list(1, Ids.GROUP), bool(2))),
          variant(
              29, Shape.of(Change.SetFullRatio.class, one(1, MapRecords.FULL_RATIO), uint32(2))),
          variant(30, Shape.of(Change.DeclareLost.class, one(1, Ids.OSD))),
          variant(31, Shape.of(Change.RequireRelease.class, uint32(1))));

  private static final List<Union.Variant<? extends Change>> OF_POOLS =
      List.of(
          variant(
              40,
              Shape.of(
                  Change.CreatePool.class,
                  string(1),
                  uint32(2),
                  group(Change.CreatePool.Sizes.class, uint32(3), uint32(4)),
                  optional(5, Scalar.STRING),
                  one(6, MapRecords.REPLICATION),
                  one(7, MapRecords.COMPRESSION))),
          variant(41, Shape.of(Change.DeletePool.class, string(1), string(2))),
          variant(42, Shape.of(Change.SetPool.class, string(1), string(2), string(3))),
          variant(43, Shape.of(Change.RenamePool.class, string(1), string(2))),
          variant(44, Shape.of(Change.RestorePool.class, string(1), string(2))),
          variant(45, Shape.of(Change.PurgePool.class, one(1, Ids.POOL))),
          variant(
              46,
              Shape.of(
                  Change.SetQuota.class,
                  string(1),
                  one(2, MapRecords.QUOTA_LIMIT),
                  uint64(3),
                  bool(4))),
          variant(
              47,
              Shape.of(
                  Change.CreateErasurePool.class,
                  string(1),
                  uint32(2),
                  uint32(3),
                  string(4),
                  optional(5, Scalar.STRING),
                  group(
                      Change.CreateErasurePool.Options.class,
                      one(6, MapRecords.COMPRESSION),
                      bool(7)))),
          variant(48, Shape.of(Change.SetProfile.class, string(1), one(2, MapRecords.PROFILE))),
          variant(49, Shape.of(Change.RemoveProfile.class, string(1))));

  private static final List<Union.Variant<? extends Change>> OF_SESSIONS =
      List.of(
          variant(100, Shape.of(Change.AddFence.class, fixed64(1), uint64(2), string(3))),
          variant(101, Shape.of(Change.RemoveFence.class, fixed64(1))));

  private static final List<Union.Variant<? extends Change>> OF_FILES =
      List.of(
          variant(
              110,
              Shape.of(
                  Change.BootMds.class,
                  one(1, FileMapRecords.INCARNATION),
                  one(2, Ids.ADDRESS),
                  string(3),
                  uint32(4))),
          variant(
              111,
              Shape.of(
                  Change.StepRank.class,
                  one(1, FileMapRecords.INCARNATION),
                  one(2, FileMapRecords.RANK_STATE))),
          variant(
              112,
              Shape.of(Change.DamageRank.class, one(1, FileMapRecords.INCARNATION), string(2))),
          variant(
              113, Shape.of(Change.FailMds.class, list(1, FileMapRecords.INCARNATION), string(2))),
          variant(
              114,
              Shape.of(
                  Change.CreateFileSystem.class, string(1), string(2), list(3, Scalar.STRING))),
          variant(115, Shape.of(Change.SetFileSystem.class, string(1), string(2), string(3))),
          variant(116, Shape.of(Change.RemoveFileSystem.class, string(1), string(2), bool(3))),
          variant(117, Shape.of(Change.AddDataPool.class, string(1), string(2))),
          variant(118, Shape.of(Change.RemoveDataPool.class, string(1), string(2))),
          variant(119, Shape.of(Change.RepairRank.class, string(1), uint32(2))));

  private static final List<Union.Variant<? extends Change>> OF_CRUSH =
      List.of(
          variant(60, Shape.of(Change.SetCrush.class, string(1))),
          variant(
              61,
              Shape.of(
                  Change.PlaceInCrush.class,
                  string(1),
                  optional(2, Scalar.UINT32),
                  list(3, Scalar.STRING))),
          variant(62, Shape.of(Change.ReweightInCrush.class, string(1), uint32(2))),
          variant(63, Shape.of(Change.RemoveFromCrush.class, string(1))),
          variant(64, Shape.of(Change.AddBucket.class, string(1), string(2))),
          variant(65, Shape.of(Change.SetDeviceClass.class, list(1, Ids.OSD), string(2))),
          variant(
              66,
              Shape.of(
                  Change.CreateRule.class,
                  string(1),
                  string(2),
                  string(3),
                  optional(4, Scalar.STRING))),
          variant(67, Shape.of(Change.RemoveRule.class, string(1))));

  private static final List<Union.Variant<? extends Change>> OF_HEALTH =
      List.of(
          variant(80, Shape.of(Change.MuteHealth.class, string(1), uint64(2), bool(3), uint64(4))),
          variant(81, Shape.of(Change.UnmuteHealth.class, string(1))));

  private static final List<Union.Variant<? extends Change>> OF_MONITORS =
      List.of(
          variant(
              90,
              Shape.of(Change.AddMonitor.class, one(1, Ids.NODE), string(2), uint32(3), uint32(4))),
          variant(91, Shape.of(Change.RemoveMonitor.class, one(1, Ids.NODE))),
          variant(
              92,
              Shape.of(
                  Change.MoveMonitor.class, one(1, Ids.NODE), string(2), uint32(3), uint32(4))),
          variant(93, Shape.of(Change.RejoinMonitor.class, one(1, Ids.NODE), uint64(2))),
          variant(94, Shape.of(Change.TellRelease.class, one(1, Ids.NODE), uint32(2))));

  /** A change of any kind, as a part of messages. */
  public static final Union<Change> CHANGE_UNION =
      Union.of(
          Change.class,
          Union.together(
              List.of(
                  BY_DAEMONS,
                  OF_OSDS,
                  OF_POOLS,
                  OF_CRUSH,
                  OF_HEALTH,
                  OF_MONITORS,
                  OF_SESSIONS,
                  OF_FILES)));

  /** Format of a change of any kind. */
  public static final RecordFormat<Change> CHANGE = RecordFormat.of(1, CHANGE_UNION);

  /** What becomes of a change. */
  public static final Union<ChangeOutcome> OUTCOME_UNION =
      Union.of(
          ChangeOutcome.class,
          List.of(
              variant(1, Shape.of(ChangeOutcome.Accepted.class, uint64(1), string(2))),
              variant(2, Shape.of(ChangeOutcome.Rejected.class, string(1))),
              variant(3, Shape.of(ChangeOutcome.Unavailable.class, string(1)))));

  private ChangeRecords() {}
}
