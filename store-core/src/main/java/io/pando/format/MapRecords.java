package io.pando.format;

import static io.pando.codec.Field.list;
import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.set;
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
import io.pando.cluster.Pool;
import io.pando.cluster.PoolRemoval;
import io.pando.cluster.Replication;
import io.pando.codec.EnumType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.codec.Union;
import java.util.List;
import java.util.Map;

/** Formats of the cluster map and of incrementals, stored and as parts of messages. */
public final class MapRecords {
  private static final Shape<OsdInfo> OSD =
      Shape.of(
          OsdInfo.class,
          one(1, Ids.OSD),
          optional(2, Ids.UUID_BYTES),
          one(3, Scalar.BOOL),
          group(OsdInfo.Weight.class, one(4, Scalar.BOOL), one(5, Scalar.UINT32)),
          group(OsdInfo.Endpoint.class, optional(6, Ids.ADDRESS), one(7, Scalar.UINT32)),
          group(
              OsdInfo.UpHistory.class,
              one(8, Scalar.UINT64),
              one(9, Scalar.UINT64),
              one(10, Scalar.UINT64),
              one(11, Scalar.UINT64)));

  public static final Type<Compression> COMPRESSION =
      EnumType.of("Compression", Compression.NONE, List.of(Compression.LZ4, Compression.ZSTD));

  static final Type<Replication> REPLICATION =
      EnumType.of(
          "Replication", List.of(Replication.PRIMARY, Replication.CHAIN, Replication.SPLAY));

  private static final Shape<GroupCounts.Final> FINAL =
      Shape.of("FinalVersion", GroupCounts.Final.class, one(1, Scalar.UINT32), one(2, Ids.VERSION));

  static final Shape<GroupCounts> GROUPS =
      Shape.of(
          GroupCounts.class,
          one(1, Scalar.UINT32),
          one(2, Scalar.UINT32),
          one(3, Scalar.UINT32),
          one(4, Scalar.UINT32),
          one(5, Scalar.UINT32),
          group(
              GroupCounts.Steps.class,
              one(6, Scalar.UINT64),
              one(7, Scalar.UINT64),
              optional(
                  8,
                  Shape.of(
                      GroupCounts.Merge.class,
                      one(1, Scalar.UINT64),
                      one(2, Scalar.UINT32),
                      one(3, Scalar.UINT32),
                      one(4, Scalar.UINT64),
                      list(5, FINAL)))));

  private static final Shape<Pool> POOL =
      Shape.of(
          Pool.class,
          one(1, Ids.POOL),
          one(2, Scalar.STRING),
          group(
              Pool.Layout.class,
              one(3, Scalar.UINT32),
              one(4, Scalar.UINT32),
              one(5, GROUPS),
              one(6, Scalar.UINT32)),
          one(7, Scalar.UINT64),
          group(
              Pool.Options.class,
              one(8, Scalar.BOOL),
              one(9, Scalar.FIXED64),
              one(10, REPLICATION),
              one(11, COMPRESSION)),
          optional(12, Shape.of(PoolRemoval.class, one(1, Scalar.UINT64), one(2, Scalar.UINT64))));

  private static final Shape<MonitorInfo> MONITOR =
      Shape.of(
          MonitorInfo.class,
          one(1, Ids.NODE),
          one(2, Scalar.STRING),
          one(3, Scalar.UINT32),
          one(4, Scalar.UINT32));

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
              ClusterFlag.NORECOVER));

  private static final Shape<Incremental.OverrideActing> OVERRIDE =
      Shape.of(
          "ActingOverride", Incremental.OverrideActing.class, one(1, Ids.GROUP), list(2, Ids.OSD));

  private static final Shape<LostStore> GONE =
      Shape.of(
          LostStore.class,
          one(1, Ids.OSD),
          one(2, Ids.UUID_BYTES),
          one(3, Scalar.UINT64),
          one(4, Scalar.UINT64),
          one(5, Scalar.BOOL));

  private static final Shape<Incremental.AcceptLoss> ACCEPTED =
      Shape.of(
          "AcceptedLoss", Incremental.AcceptLoss.class, one(1, Ids.GROUP), one(2, Scalar.UINT64));

  /** A whole map. OSDs and pools are encoded as lists, since they contain their own ids. */
  public static final Shape<ClusterMap> MAP_SHAPE =
      Shape.of(
          ClusterMap.class,
          group(
              ClusterMap.Stamp.class,
              one(1, Ids.CLUSTER),
              one(2, Scalar.UINT64),
              one(3, Scalar.UINT64)),
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
          set(8, FLAG),
          list(9, MONITOR),
          group(
              ClusterMap.Losses.class,
              list(10, GONE),
              map(
                  11,
                  ACCEPTED,
                  accepted -> Map.entry(accepted.group(), accepted.until()),
                  entry -> new Incremental.AcceptLoss(entry.getKey(), entry.getValue()))));

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
              variant(11, ACCEPTED)));

  /** An incremental. */
  public static final Shape<Incremental> INCREMENTAL_SHAPE =
      Shape.of(Incremental.class, one(1, Scalar.UINT64), one(2, Scalar.UINT64), list(3, EDIT));

  /** Format of a whole map. */
  public static final RecordFormat<ClusterMap> MAP = RecordFormat.of(1, MAP_SHAPE);

  /** Format of an incremental. */
  public static final RecordFormat<Incremental> INCREMENTAL = RecordFormat.of(1, INCREMENTAL_SHAPE);

  private MapRecords() {}
}
