package io.pando.format;

import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;

import io.pando.bytes.ByteRange;
import io.pando.codec.EnumType;
import io.pando.codec.Field;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Encodings of ids in messages. */
public final class Ids {
  public static final Type<OsdId> OSD = Scalar.UINT32.as(OsdId.class, OsdId::new, OsdId::value);
  public static final Type<PoolId> POOL =
      Scalar.UINT32.as(PoolId.class, PoolId::new, PoolId::value);
  public static final Shape<PgId> GROUP = Shape.of(PgId.class, one(1, POOL), uint32(2));

  /** The fields of a group, and the position of the copy. */
  public static final Type<ReplicaId> REPLICA =
      Shape.of(
              "ReplicaId",
              ReplicaFields.class,
              Shape.group(PgId.class, one(1, POOL), uint32(2)),
              uint32(3))
          .as(ReplicaId.class, ReplicaFields::toReplica, ReplicaFields::of);

  /**
   * A member: its OSD, and in the upper 32 bits its position plus one. So a replica is encoded as
   * its OSD.
   */
  public static final Type<MemberId> MEMBER =
      Scalar.UINT64.as(MemberId.class, Ids::member, Ids::numberOf);

  public static final Shape<Version> VERSION = Shape.of(Version.class, uint64(1), uint64(2));
  public static final Shape<ObjectId> OBJECT =
      Shape.of(ObjectId.class, one(1, Scalar.FIXED32), string(2));
  public static final Shape<RequestId> REQUEST = Shape.of(RequestId.class, fixed64(1), uint64(2));
  public static final Type<NodeId.Role> ROLE =
      EnumType.of(
          "Role", List.of(NodeId.Role.MON, NodeId.Role.OSD, NodeId.Role.MDS, NodeId.Role.CLIENT));
  public static final Shape<NodeId> NODE = Shape.of(NodeId.class, one(1, ROLE), uint64(2));
  public static final Shape<Address> ADDRESS =
      Shape.of(Address.class, one(1, NODE), fixed64(2), string(3), uint32(4));

  /** A UUID as sixteen bytes, the most significant first. */
  public static final Type<UUID> UUID_BYTES = Scalar.BYTES.as(UUID.class, Ids::uuid, Ids::bytesOf);

  public static final Type<ClusterId> CLUSTER =
      UUID_BYTES.as(ClusterId.class, ClusterId::new, ClusterId::value);
  public static final Shape<ByteRange> RANGE = Shape.of(ByteRange.class, uint64(1), uint64(2));

  /** The number of a position without an OSD, as in CRUSH. */
  private static final int HOLE = Integer.MAX_VALUE;

  private Ids() {}

  /** The OSDs of a group by position. */
  public static Field<MemberList> members(int number) {
    return Field.list(number, Scalar.UINT32, MemberList.class, Ids::memberList, Ids::numbers);
  }

  private static MemberList memberList(List<Integer> numbers) {
    return MemberList.ofPositions(
        numbers.stream()
            .map(osd -> osd == HOLE ? Optional.<OsdId>empty() : Optional.of(new OsdId(osd)))
            .toList());
  }

  private static List<Integer> numbers(MemberList members) {
    return members.positions().stream().map(osd -> osd.map(OsdId::value).orElse(HOLE)).toList();
  }

  private static MemberId member(long number) {
    return new MemberId(new OsdId((int) number), (int) (number >>> 32) - 1);
  }

  private static long numberOf(MemberId member) {
    return (member.position() + 1L) << 32 | member.osd().value();
  }

  private static UUID uuid(byte[] bytes) {
    if (bytes.length != 16) {
      throw new IllegalArgumentException("a UUID of " + bytes.length + " bytes instead of 16");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  private static byte[] bytesOf(UUID uuid) {
    return ByteBuffer.allocate(16)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }
}
