package io.pando.disk.raw.format;

import io.pando.disk.SealedRecord;
import io.pando.disk.StoreKind;
import io.pando.format.DamagedRecordException;
import io.pando.format.RecordFormat;
import io.pando.proto.FormatException;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The bytes of a raw store's records. Values in RocksDB are {@link RecordFormat stored records};
 * the superblock, which stands alone in a file, has a magic and a checksum around it. The format is
 * described in {@code docs/formats.md}.
 */
public final class RawFormat {
  private static final int SUPERBLOCK_VERSION = 1;
  private static final byte[] MAGIC = StoreKind.RAW.magic();
  private static final byte[] SUPERBLOCK_BEGINNING =
      ByteBuffer.allocate(MAGIC.length + Integer.BYTES)
          .put(MAGIC)
          .putInt(SUPERBLOCK_VERSION)
          .array();

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
    return SealedRecord.seal(SUPERBLOCK_BEGINNING, Arrays.copyOf(out.array(), out.size()));
  }

  public static RawSuperblock decodeSuperblock(byte[] bytes) throws DamagedRecordException {
    if (bytes.length >= SUPERBLOCK_BEGINNING.length + Integer.BYTES
        && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      int version = ByteBuffer.wrap(bytes).getInt(MAGIC.length);
      if (version != SUPERBLOCK_VERSION) {
        throw new DamagedRecordException(
            "format version " + version + ", this program knows up to " + SUPERBLOCK_VERSION);
      }
    }
    byte[] message = SealedRecord.open(StoreKind.RAW, SUPERBLOCK_BEGINNING, bytes);
    try {
      return RawRecords.SUPERBLOCK_SHAPE.readBody(ProtoReader.of(message, 0));
    } catch (FormatException e) {
      throw new DamagedRecordException("not a superblock: " + e.getMessage(), e);
    }
  }
}
