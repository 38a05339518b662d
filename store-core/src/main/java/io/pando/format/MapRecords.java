package io.pando.format;

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

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Compression;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.Incremental;
import io.pando.cluster.LostStore;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.PoolRemoval;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.erasure.PoolCode;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.fence.Fences;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.fullness.FullRatio;
import io.pando.cluster.fullness.FullRatios;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.cluster.fullness.OsdFullness;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.cluster.release.Releases;
import io.pando.codec.EnumType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.codec.Union;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import java.util.List;
import java.util.Map;

/** Formats of the cluster map and of incrementals, stored and as parts of messages. */
public final class MapRecords {
  private static final Shape<OsdInfo> OSD =
      Shape.of(
          OsdInfo.class,
          one(1, Ids.OSD),
          optional(2, Ids.UUID_BYTES),
          bool(3),
          group(OsdInfo.Weight.class, bool(4), uint32(5)),
          group(OsdInfo.Endpoint.class, optional(6, Ids.ADDRESS), uint32(7)),
          group(OsdInfo.UpHistory.class, uint64(8), uint64(9), uint64(10), uint64(11)));

  public static final Type<Compression> COMPRESSION =
      EnumType.of("Compression", Compression.NONE, List.of(Compression.LZ4, Compression.ZSTD));

  static final Type<Replication> REPLICATION =
      EnumType.of(
          "Replication", List.of(Replication.PRIMARY, Replication.CHAIN, Replication.SPLAY));

  private static final Shape<GroupCounts.Final> FINAL =
      Shape.of("FinalVersion", GroupCounts.Final.class, uint32(1), one(2, Ids.VERSION));

  static final Shape<GroupCounts> GROUPS =
      Shape.of(
          GroupCounts.class,
          uint32(1),
          uint32(2),
          uint32(3),
          uint32(4),
          uint32(5),
          group(
              GroupCounts.Steps.class,
              uint64(6),
              uint64(7),
              optional(
                  8,
                  Shape.of(
                      GroupCounts.Merge.class,
                      uint64(1),
                      uint32(2),
                      uint32(3),
                      uint64(4),
                      list(5, FINAL)))));

  static final Type<Technique> TECHNIQUE =
      EnumType.of(
          "Technique",
          List.of(
              Technique.ISA_REED_SOL_VAN,
              Technique.ISA_CAUCHY,
              Technique.JERASURE_REED_SOL_VAN,
              Technique.LRC));

  static final Shape<PoolCode> CODE =
      Shape.of(
          PoolCode.class,
          group(CodeParameters.class, one(1, TECHNIQUE), uint32(2), uint32(3), uint32(4)),
          uint32(5));

  static final Shape<ErasureProfile> PROFILE =
      Shape.of(
          ErasureProfile.class,
          one(1, CODE),
          group(
              ErasureProfile.Domains.class,
              string(2),
              string(3),
              optional(4, Scalar.STRING),
              optional(5, Scalar.STRING)));

  private static final Shape<Incremental.PutProfile> NAMED_PROFILE =
      Shape.of("NamedProfile", Incremental.PutProfile.class, string(1), one(2, PROFILE));

  private static final Shape<PoolInfo> POOL =
      Shape.of(
          PoolInfo.class,
          one(1, Ids.POOL),
          string(2),
          group(
              PoolInfo.Layout.class,
              uint32(3),
              uint32(4),
              one(5, GROUPS),
              uint32(6),
              optional(15, CODE),
              optional(16, Scalar.STRING)),
          uint64(7),
          group(
              PoolInfo.Options.class,
              bool(8),
              fixed64(9),
              one(10, REPLICATION),
              one(11, COMPRESSION),
              group(
                  PoolInfo.Quota.class,
                  optional(13, Shape.of(PoolQuota.class, uint64(1), uint64(2))),
                  bool(14)),
              bool(17)),
          optional(12, Shape.of(PoolRemoval.class, uint64(1), uint64(2))));

  private static final Shape<MonitorInfo> MONITOR =
      Shape.of(
          MonitorInfo.class,
          one(1, Ids.NODE),
          string(2),
          uint32(3),
          uint32(4),
          uint64(5),
          uint64(6));

  static final Type<ClusterFlag> FLAG =
      EnumType.of(
          "ClusterFlag",
          List.of(
              ClusterFlag.NOUP,
              ClusterFlag.NODOWN,
              ClusterFlag.NOIN,
              ClusterFlag.NOOUT,
              ClusterFlag.PAUSERD,
              ClusterFlag.PAUSEWR,
              ClusterFlag.NORECOVER,
              ClusterFlag.NOBACKFILL,
              ClusterFlag.NOREBALANCE,
              ClusterFlag.NOSCRUB,
              ClusterFlag.NODEEP_SCRUB));

  private static final Shape<Incremental.OverrideActing> OVERRIDE =
      Shape.of(
          "ActingOverride", Incremental.OverrideActing.class, one(1, Ids.GROUP), Ids.members(2));

  private static final Shape<LostStore> GONE =
      Shape.of(
          LostStore.class, one(1, Ids.OSD), one(2, Ids.UUID_BYTES), uint64(3), uint64(4), bool(5));

  private static final Shape<Incremental.AcceptLoss> ACCEPTED =
      Shape.of("AcceptedLoss", Incremental.AcceptLoss.class, one(1, Ids.GROUP), uint64(2));

  static final Type<PoolQuota.Limit> QUOTA_LIMIT =
      EnumType.of("QuotaLimit", List.of(PoolQuota.Limit.MAX_BYTES, PoolQuota.Limit.MAX_OBJECTS));

  static final Type<FullRatio> FULL_RATIO =
      EnumType.of(
          "FullRatio",
          List.of(FullRatio.NEARFULL, FullRatio.BACKFILLFULL, FullRatio.FULL, FullRatio.FAILSAFE));

  private static final Shape<FullRatios> FULL_RATIOS =
      Shape.of(FullRatios.class, uint32(1), uint32(2), uint32(3), uint32(4));

  private static final Type<FullnessLevel> LEVEL =
      EnumType.of(
          "FullnessLevel",
          List.of(FullnessLevel.NEARFULL, FullnessLevel.BACKFILLFULL, FullnessLevel.FULL));

  static final Shape<OsdFullness> OSD_FULLNESS =
      Shape.of(OsdFullness.class, one(1, Ids.OSD), one(2, LEVEL));

  private static final Shape<Fullness> FULLNESS =
      Shape.of(
          Fullness.class,
          optional(1, FULL_RATIOS),
          map(
              2,
              OSD_FULLNESS,
              osd -> Map.entry(osd.osd(), osd.level()),
              entry -> new OsdFullness(entry.getKey(), entry.getValue())));

  private static final Shape<Incremental.PutRelease> RELEASE =
      Shape.of("DaemonRelease", Incremental.PutRelease.class, one(1, Ids.NODE), uint32(2));

  private static final Shape<Incremental.PutFence> FENCE =
      Shape.of(
          "SessionFence",
          Incremental.PutFence.class,
          fixed64(1),
          group(Fence.class, uint64(2), string(3)));

  /** A whole map. OSDs and pools are encoded as lists, since they contain their own ids. */
  public static final Shape<ClusterMap> MAP_SHAPE =
      Shape.of(
          ClusterMap.class,
          group(ClusterMap.Stamp.class, one(1, Ids.CLUSTER), uint64(2), uint64(3)),
          group(
              ClusterMap.PlacementInput.class,
              map(4, OSD, osd -> Map.entry(osd.id(), osd), Map.Entry::getValue),
              map(5, POOL, pool -> Map.entry(pool.id(), pool), Map.Entry::getValue),
              one(6, CrushRecords.MAP),
              map(
                  7,
                  OVERRIDE,
                  override -> Map.entry(override.group(), override.acting()),
                  entry -> new Incremental.OverrideActing(entry.getKey(), entry.getValue()))),
          group(
              ClusterMap.Operation.class,
              set(8, FLAG),
              group(
                  Releases.class,
                  uint32(14),
                  map(
                      15,
                      RELEASE,
                      put -> Map.entry(put.daemon(), put.release()),
                      entry -> new Incremental.PutRelease(entry.getKey(), entry.getValue()))),
              map(
                  16,
                  NAMED_PROFILE,
                  put -> Map.entry(put.name(), put.profile()),
                  entry -> new Incremental.PutProfile(entry.getKey(), entry.getValue())),
              group(
                  Fences.class,
                  map(
                      17,
                      FENCE,
                      put -> Map.entry(put.session(), put.fence()),
                      entry -> new Incremental.PutFence(entry.getKey(), entry.getValue()))),
              group(
                  FileMap.class,
                  uint32(18),
                  map(
                      19,
                      FileMapRecords.SYSTEM,
                      system -> Map.entry(system.id(), system),
                      Map.Entry::getValue),
                  map(
                      20,
                      FileMapRecords.MDS,
                      daemon -> Map.entry(daemon.incarnation(), daemon),
                      Map.Entry::getValue))),
          list(9, MONITOR),
          group(
              ClusterMap.Losses.class,
              list(10, GONE),
              map(
                  11,
                  ACCEPTED,
                  accepted -> Map.entry(accepted.group(), accepted.until()),
                  entry -> new Incremental.AcceptLoss(entry.getKey(), entry.getValue()))),
          group(
              Fullness.class,
              optional(12, FULL_RATIOS),
              map(
                  13,
                  OSD_FULLNESS,
                  osd -> Map.entry(osd.osd(), osd.level()),
                  entry -> new OsdFullness(entry.getKey(), entry.getValue()))));

  private static final Union<Incremental.Edit> EDIT =
      Union.of(
          Incremental.Edit.class,
          List.of(
              variant(1, Shape.of(Incremental.PutOsd.class, one(1, OSD))),
              variant(2, Shape.of(Incremental.RemoveOsd.class, one(1, Ids.OSD))),
              variant(3, Shape.of(Incremental.PutPool.class, one(1, POOL))),
              variant(4, Shape.of(Incremental.RemovePool.class, one(1, Ids.POOL))),
              variant(5, Shape.of(Incremental.PutCrush.class, one(1, CrushRecords.MAP))),
              variant(6, OVERRIDE),
              variant(7, Shape.of(Incremental.PutFlags.class, set(1, FLAG))),
              variant(8, Shape.of(Incremental.PutMonitors.class, list(1, MONITOR))),
              variant(9, Shape.of(Incremental.PutGone.class, one(1, GONE))),
              variant(10, Shape.of(Incremental.RemoveGone.class, one(1, Ids.UUID_BYTES))),
              variant(11, ACCEPTED),
              variant(12, Shape.of(Incremental.PutFullness.class, one(1, FULLNESS))),
              variant(13, RELEASE),
              variant(14, Shape.of(Incremental.RequireRelease.class, uint32(1))),
              variant(15, NAMED_PROFILE),
              variant(16, Shape.of(Incremental.RemoveProfile.class, string(1))),
              variant(17, FENCE),
              variant(18, Shape.of(Incremental.RemoveFence.class, fixed64(1))),
              variant(19, Shape.of(Incremental.PutFileSystem.class, one(1, FileMapRecords.SYSTEM))),
              variant(
                  20,
                  Shape.of(
                      "FileSystemRemoval",
                      Incremental.RemoveFileSystem.class,
                      one(1, FileMapRecords.SYSTEM_ID))),
              variant(21, Shape.of(Incremental.PutMds.class, one(1, FileMapRecords.MDS))),
              variant(
                  22, Shape.of(Incremental.RemoveMds.class, one(1, FileMapRecords.INCARNATION)))));

  /** An incremental. */
  public static final Shape<Incremental> INCREMENTAL_SHAPE =
      Shape.of(Incremental.class, uint64(1), uint64(2), list(3, EDIT));

  /** Format of a whole map. */
  public static final RecordFormat<ClusterMap> MAP = RecordFormat.of(1, MAP_SHAPE);

  /** Format of an incremental. */
  public static final RecordFormat<Incremental> INCREMENTAL = RecordFormat.of(1, INCREMENTAL_SHAPE);

  private MapRecords() {}
}
