package io.pando.disk.transfer;

import io.pando.proto.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads a stream that {@link ExportOutput} wrote. */
public final class ExportInput {
  private final InputStream in;
  private int last;
  private long records;

  /** Reads the header. */
  public ExportInput(InputStream in) throws IOException {
    this.in = in;
    byte[] head = in.readNBytes(ExportOutput.HEAD_BYTES);
    int magic = ExportOutput.MAGIC.length;
    if (head.length < ExportOutput.HEAD_BYTES
        || !Arrays.equals(head, 0, magic, ExportOutput.MAGIC, 0, magic)) {
      throw new TransferException("this is not an export of a store");
    }
    int version = ByteBuffer.wrap(head).getInt(magic);
    if (version != ExportOutput.VERSION) {
      throw new TransferException(
          String.format(
              "the export has format version %s, this program knows %s: use the program that"
                  + " wrote it",
              version, ExportOutput.VERSION));
    }
    this.last = ExportOutput.chain(0, head);
  }

  /**
   * The next record.
   *
   * @throws TransferException if there is no further record, or it is damaged
   */
  public ExportRecord next() throws IOException {
    records++;
    ByteBuffer header = ByteBuffer.wrap(read(2 * Integer.BYTES));
    int length = header.getInt();
    int expected = header.getInt();
    if (length < 0 || length > ExportOutput.MAX_RECORD_BYTES) {
      throw new TransferException("record " + records + " of the export is damaged: its length");
    }
    byte[] body = read(length);
    last = ExportOutput.chain(last, body);
    if (last != expected) {
      throw new TransferException(
          "record %d of the export is damaged: checksum %08x, but its bytes give %08x"
              .formatted(records, expected, last));
    }
    try {
      return ExportRecords.EXPORT.decode(body);
    } catch (FormatException e) {
      throw new TransferException(
          "record " + records + " of the export cannot be understood: " + e.getMessage(), e);
    }
  }

  private byte[] read(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new TransferException("the export is cut off in record " + records);
    }
    return bytes;
  }
}
