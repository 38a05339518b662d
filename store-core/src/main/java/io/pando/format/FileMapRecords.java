package io.pando.format;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;

import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.FileSystemId;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import io.pando.codec.Entry;
import io.pando.codec.EnumType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import java.util.List;

/** Formats of the file-system map, a part of the cluster map. */
public final class FileMapRecords {
  /** Number of a file system. */
  public static final Type<FileSystemId> SYSTEM_ID =
      Scalar.UINT32.as(FileSystemId.class, FileSystemId::new, FileSystemId::value);

  /** A life of a metadata server. */
  public static final Type<MdsIncarnation> INCARNATION =
      Scalar.FIXED64.as(MdsIncarnation.class, MdsIncarnation::new, MdsIncarnation::number);

  static final Type<RankState> RANK_STATE =
      EnumType.of(
          "RankState",
          List.of(
              RankState.EMPTY,
              RankState.FAILED,
              RankState.DAMAGED,
              RankState.REPLAY,
              RankState.RESOLVE,
              RankState.RECONNECT,
              RankState.REJOIN,
              RankState.REQUESTS,
              RankState.ACTIVE,
              RankState.STOPPING));

  private static final Shape<Rank> RANK =
      Shape.of(
          Rank.class,
          one(1, RANK_STATE),
          optional(2, INCARNATION),
          optional(3, INCARNATION),
          uint64(4),
          bool(5),
          string(6));

  static final Shape<FileSystem> SYSTEM =
      Shape.of(
          FileSystem.class,
          one(1, SYSTEM_ID),
          string(2),
          group(FileSystem.Pools.class, one(3, Ids.POOL), list(4, Ids.POOL)),
          group(FileSystem.Settings.class, uint32(5), bool(6), uint32(7), bool(8)),
          map(9, Entry.of("NumberedRank", Scalar.UINT32, RANK)),
          uint64(10));

  static final Shape<MdsInfo> MDS =
      Shape.of(
          MdsInfo.class, one(1, INCARNATION), one(2, Ids.ADDRESS), string(3), uint64(4), uint32(5));

  private FileMapRecords() {}
}
