package io.pando.disk;

import io.pando.format.DamagedRecordException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The file of a superblock: a beginning that identifies it, length, record, CRC32C of everything
 * before it.
 */
public final class SealedRecord {
  private SealedRecord() {}

  /** The contents of a file. */
  public static byte[] seal(byte[] beginning, byte[] record) {
    int bytes = beginning.length + Integer.BYTES + record.length;
    ByteBuffer file = ByteBuffer.allocate(bytes + Integer.BYTES);
    file.put(beginning).putInt(record.length).put(record);
    file.putInt(checksum(file.array(), bytes));
    return file.array();
  }

  /** The record in the file of a store of this kind. */
  public static byte[] open(StoreKind kind, byte[] beginning, byte[] file)
      throws DamagedRecordException {
    int start = beginning.length + Integer.BYTES;
    if (file.length < start
        || !Arrays.equals(file, 0, beginning.length, beginning, 0, beginning.length)) {
      throw new DamagedRecordException(
          "it does not begin as the superblock of a " + kind + " store does");
    }
    ByteBuffer in = ByteBuffer.wrap(file);
    int length = in.getInt(beginning.length);
    if (length < 0 || length > file.length - start - Integer.BYTES) {
      throw new DamagedRecordException("it is cut off at " + file.length + " bytes");
    }
    int expected = in.getInt(start + length);
    int actual = checksum(file, start + length);
    if (expected != actual) {
      throw new DamagedRecordException(
          String.format("checksum %08x, but its bytes give %08x", expected, actual));
    }
    return Arrays.copyOfRange(file, start, start + length);
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
