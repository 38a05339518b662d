package io.pando.disk.catalog;

import io.pando.disk.StoreKind;
import io.pando.format.DamagedRecordException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** A file with one record: magic, length, record, CRC32C of everything before it. */
final class SealedRecord {
  private SealedRecord() {}

  static byte[] seal(StoreKind kind, byte[] record) {
    byte[] magic = kind.magic();
    int bytes = magic.length + Integer.BYTES + record.length;
    ByteBuffer file = ByteBuffer.allocate(bytes + Integer.BYTES);
    file.put(magic).putInt(record.length).put(record);
    file.putInt(checksum(file.array(), bytes));
    return file.array();
  }

  static byte[] open(StoreKind kind, byte[] file) throws DamagedRecordException {
    byte[] magic = kind.magic();
    int start = magic.length + Integer.BYTES;
    if (file.length < start || !Arrays.equals(file, 0, magic.length, magic, 0, magic.length)) {
      throw new DamagedRecordException(
          "it does not begin as the superblock of a " + kind + " store does");
    }
    ByteBuffer in = ByteBuffer.wrap(file);
    int length = in.getInt(magic.length);
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
