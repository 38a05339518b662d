package io.pando.disk.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Writes a stream: a header of 12 bytes, then records. Each record has its length and a checksum
 * that also covers the previous checksum, so no record can be missing or be moved.
 */
public final class ExportOutput {
  static final byte[] MAGIC = "PANDOEXP".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;
  static final int HEAD_BYTES = MAGIC.length + Integer.BYTES;

  /** An upper bound of the length of records that this class writes. */
  static final int MAX_RECORD_BYTES = 64 << 20;

  private final OutputStream out;
  private int last;

  /** Writes the header. */
  public ExportOutput(OutputStream out) throws IOException {
    this.out = out;
    byte[] head = ByteBuffer.allocate(HEAD_BYTES).put(MAGIC).putInt(VERSION).array();
    out.write(head);
    this.last = chain(0, head);
  }

  /** Writes a record. */
  public void write(ExportRecord record) throws IOException {
    byte[] body = ExportRecords.EXPORT.toBytes(record);
    if (body.length > MAX_RECORD_BYTES) {
      throw new TransferException("a record of " + body.length + " bytes is too long to export");
    }
    last = chain(last, body);
    out.write(ByteBuffer.allocate(2 * Integer.BYTES).putInt(body.length).putInt(last).array());
    out.write(body);
  }

  /** Flushes the underlying stream. */
  public void flush() throws IOException {
    out.flush();
  }

  /** Checksum of bytes, chained to the checksum of the bytes before them. */
  static int chain(int before, byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(before).flip());
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
