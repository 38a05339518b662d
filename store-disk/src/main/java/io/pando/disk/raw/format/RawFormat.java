package io.pando.disk.raw.format;

import io.pando.format.DamagedRecordException;
import io.pando.format.RecordFormat;
import io.pando.proto.FormatException;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The bytes of a raw store's records. Values in RocksDB are {@link RecordFormat stored records};
 * the superblock, which stands alone in a file, has a magic and a checksum around it. The format is
 * described in {@code docs/formats.md}.
 */
public final class RawFormat {
  private static final int SUPERBLOCK_VERSION = 1;
  private static final byte[] MAGIC = "PANDORAW".getBytes(StandardCharsets.US_ASCII);
  private static final int SUPERBLOCK_HEADER_BYTES = MAGIC.length + 2 * Integer.BYTES;

  private RawFormat() {}

  public static byte[] encode(RawObject object) {
    return RawRecords.OBJECT.toBytes(object);
  }

  public static RawObject decodeObject(byte[] bytes) throws DamagedRecordException {
    return decode(RawRecords.OBJECT, bytes);
  }

  public static byte[] encode(RawBlocks blocks) {
    return RawRecords.BLOCKS.toBytes(blocks);
  }

  public static RawBlocks decodeBlocks(byte[] bytes) throws DamagedRecordException {
    return decode(RawRecords.BLOCKS, bytes);
  }

  private static <T> T decode(RecordFormat<T> format, byte[] bytes) throws DamagedRecordException {
    try {
      return format.decode(bytes);
    } catch (FormatException e) {
      throw new DamagedRecordException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Magic, version, length, message, CRC32C of all before it; numbers are big-endian. */
  public static byte[] encode(RawSuperblock superblock) {
    ProtoWriter out = ProtoWriter.inline(0);
    RawRecords.SUPERBLOCK_SHAPE.writeBody(out, superblock);
    ByteBuffer bytes = ByteBuffer.allocate(SUPERBLOCK_HEADER_BYTES + out.size() + Integer.BYTES);
    bytes.put(MAGIC).putInt(SUPERBLOCK_VERSION).putInt(out.size());
    bytes.put(out.array(), 0, out.size());
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
    if (version != SUPERBLOCK_VERSION) {
      throw new DamagedRecordException(
          "format version " + version + ", this program knows up to " + SUPERBLOCK_VERSION);
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
    try {
      byte[] message = Arrays.copyOfRange(bytes, SUPERBLOCK_HEADER_BYTES, end);
      return RawRecords.SUPERBLOCK_SHAPE.readBody(ProtoReader.of(message, 0));
    } catch (FormatException e) {
      throw new DamagedRecordException("not a superblock: " + e.getMessage(), e);
    }
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
