package io.pando.disk.raw.format;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.pando.bytes.Payload;
import io.pando.codec.ProtoWriter;
import io.pando.collect.Utf8Order;
import io.pando.format.DamagedRecordException;
import io.pando.format.proto.RawAttributeProto;
import io.pando.format.proto.RawBlocksProto;
import io.pando.format.proto.RawObjectProto;
import io.pando.format.proto.RawSuperblockProto;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Codec of a raw store's records. Values in RocksDB are one byte of version and a Protocol Buffers
 * message; the superblock, which stands alone in a file, has a magic and a checksum around it. The
 * format is described in {@code docs/formats.md}.
 */
public final class RawFormat {
  /** Version of the superblock, of records of blocks, and of objects that are sound. */
  static final byte VERSION = 1;

  /**
   * Version of an object that is marked as damaged: code that knows only version 1 must not read
   * it.
   */
  static final byte DAMAGED_VERSION = 2;

  /** Version of an object with packed blocks among its first ones, damaged or not. */
  static final byte PACKED_VERSION = 3;

  /** Version of a record of blocks that has packed blocks. */
  static final byte PACKED_BLOCKS_VERSION = 2;

  private static final byte[] MAGIC = "PANDORAW".getBytes(StandardCharsets.US_ASCII);
  private static final int SUPERBLOCK_HEADER_BYTES = MAGIC.length + 2 * Integer.BYTES;

  private RawFormat() {}

  public static byte[] encode(RawObject object) {
    ProtoWriter out = ProtoWriter.inline(1, 256 + RawBlocksCodec.roomFor(object.head()));
    RawBlocksCodec.number(out, RawObjectProto.NUMBER_FIELD_NUMBER, object.number());
    RawBlocksCodec.number(out, RawObjectProto.SIZE_FIELD_NUMBER, object.size());
    RawBlocksCodec.number(out, RawObjectProto.HAS_MAP_FIELD_NUMBER, object.hasMap() ? 1 : 0);
    object.attributes().forEach((name, value) -> write(out, name, value));
    out.tag(RawObjectProto.HEAD_FIELD_NUMBER, ProtoWriter.BYTES);
    int mark = out.open();
    RawBlocksCodec.write(out, object.head());
    out.close(mark);
    if (!object.damage().isEmpty()) {
      out.tag(RawObjectProto.DAMAGE_FIELD_NUMBER, ProtoWriter.BYTES);
      out.text(object.damage());
    }
    byte sound = object.damage().isEmpty() ? VERSION : DAMAGED_VERSION;
    return versioned(object.head().units().isEmpty() ? sound : PACKED_VERSION, out);
  }

  private static void write(ProtoWriter out, String name, Payload value) {
    out.tag(RawObjectProto.ATTRIBUTES_FIELD_NUMBER, ProtoWriter.BYTES);
    int mark = out.open();
    if (!name.isEmpty()) {
      out.tag(RawAttributeProto.NAME_FIELD_NUMBER, ProtoWriter.BYTES);
      out.text(name);
    }
    if (!value.isEmpty()) {
      out.tag(RawAttributeProto.VALUE_FIELD_NUMBER, ProtoWriter.BYTES);
      out.bytes(value);
    }
    out.close(mark);
  }

  public static RawObject decodeObject(byte[] bytes) throws DamagedRecordException {
    try {
      RawObjectProto proto = RawObjectProto.parseFrom(body("object", PACKED_VERSION, bytes));
      SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
      for (RawAttributeProto attribute : proto.getAttributesList()) {
        attributes.put(attribute.getName(), Payload.wrap(attribute.getValue().toByteArray()));
      }
      return new RawObject(
          proto.getNumber(),
          proto.getSize(),
          proto.getHasMap(),
          attributes,
          RawBlocksCodec.fromProto(proto.getHead()),
          proto.getDamage());
    } catch (InvalidProtocolBufferException e) {
      throw new DamagedRecordException("not a record of an object: " + e.getMessage(), e);
    }
  }

  public static byte[] encode(RawBlocks blocks) {
    ProtoWriter out = ProtoWriter.inline(1, RawBlocksCodec.roomFor(blocks));
    RawBlocksCodec.write(out, blocks);
    return versioned(blocks.units().isEmpty() ? VERSION : PACKED_BLOCKS_VERSION, out);
  }

  public static RawBlocks decodeBlocks(byte[] bytes) throws DamagedRecordException {
    try {
      return RawBlocksCodec.fromProto(
          RawBlocksProto.parseFrom(body("blocks", PACKED_BLOCKS_VERSION, bytes)));
    } catch (InvalidProtocolBufferException e) {
      throw new DamagedRecordException("not a record of blocks: " + e.getMessage(), e);
    }
  }

  /** Magic, version, length, message, CRC32C of all before it; numbers are big-endian. */
  public static byte[] encode(RawSuperblock superblock) {
    UUID cluster = superblock.cluster().value();
    ByteBuffer uuid = ByteBuffer.allocate(2 * Long.BYTES);
    uuid.putLong(cluster.getMostSignificantBits()).putLong(cluster.getLeastSignificantBits());
    byte[] message =
        RawSuperblockProto.newBuilder()
            .setCluster(ByteString.copyFrom(uuid.flip()))
            .setOsd(superblock.osd().value())
            .setShard(superblock.shard())
            .setCapacityBlocks(superblock.capacityBlocks())
            .setBlockBytes(superblock.blockBytes())
            .setDataPath(superblock.dataPath())
            .setFirstBlock(superblock.firstBlock())
            .build()
            .toByteArray();
    ByteBuffer bytes =
        ByteBuffer.allocate(SUPERBLOCK_HEADER_BYTES + message.length + Integer.BYTES);
    bytes.put(MAGIC).putInt(VERSION).putInt(message.length).put(message);
    bytes.putInt(checksum(bytes.array(), bytes.position()));
    return bytes.array();
  }

  public static RawSuperblock decodeSuperblock(byte[] bytes) throws DamagedRecordException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    boolean hasMagic =
        bytes.length >= SUPERBLOCK_HEADER_BYTES
            && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    if (!hasMagic) {
      throw new DamagedRecordException("it does not begin as the superblock of a raw store does");
    }
    int version = in.position(MAGIC.length).getInt();
    if (version != VERSION) {
      throw new DamagedRecordException(
          "format version " + version + ", this program knows up to " + VERSION);
    }
    int length = in.getInt();
    if (length < 0 || length > in.remaining() - Integer.BYTES) {
      throw new DamagedRecordException("it is cut off at " + bytes.length + " bytes");
    }
    int end = SUPERBLOCK_HEADER_BYTES + length;
    int expected = in.getInt(end);
    int actual = checksum(bytes, end);
    if (expected != actual) {
      throw new DamagedRecordException(
          String.format("checksum %08x, but its bytes give %08x", expected, actual));
    }
    return superblock(in.slice(SUPERBLOCK_HEADER_BYTES, length));
  }

  private static RawSuperblock superblock(ByteBuffer message) throws DamagedRecordException {
    try {
      RawSuperblockProto proto = RawSuperblockProto.parseFrom(message);
      ByteBuffer uuid = proto.getCluster().asReadOnlyByteBuffer();
      if (uuid.remaining() != 2 * Long.BYTES) {
        throw new DamagedRecordException("a cluster id of " + uuid.remaining() + " bytes");
      }
      return new RawSuperblock(
          new ClusterId(new UUID(uuid.getLong(), uuid.getLong())),
          new OsdId(proto.getOsd()),
          proto.getShard(),
          proto.getCapacityBlocks(),
          proto.getBlockBytes(),
          proto.getDataPath(),
          proto.getFirstBlock());
    } catch (InvalidProtocolBufferException e) {
      throw new DamagedRecordException("not a superblock: " + e.getMessage(), e);
    }
  }

  /** Completes a record by putting its version into the byte left free at its beginning. */
  private static byte[] versioned(byte version, ProtoWriter out) {
    byte[] bytes = Arrays.copyOf(out.array(), out.size());
    bytes[0] = version;
    return bytes;
  }

  private static ByteBuffer body(String kind, byte newest, byte[] bytes)
      throws DamagedRecordException {
    if (bytes.length == 0 || bytes[0] < VERSION || bytes[0] > newest) {
      String found = bytes.length == 0 ? "nothing" : "format version " + bytes[0];
      throw new DamagedRecordException(
          found + " where a record of kind " + kind + " was expected, in version " + newest);
    }
    return ByteBuffer.wrap(bytes, 1, bytes.length - 1);
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
