package io.pando.wire;

import io.pando.proto.FormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The header of a frame, {@value #BYTES} bytes, little-endian:
 *
 * <pre>
 *  0  u32  magic, the letters PNDO
 *  4  u8   version of the frame, 1
 *  5  u8   0
 *  6  u16  kind of message
 *  8  u32  bytes of the message part that follows
 * 12  u32  bytes of the data segment after it
 * 16  u64  map epoch of the sender, where the kind has one, else 0
 * 24  u64  number of the frame on this stream and in this direction, from 0
 * 32  u32  CRC32C of the message part
 * 36  u32  CRC32C of the data segment
 * 40  u32  CRC32C of the 40 bytes before
 * </pre>
 *
 * @param kind 1 to 65,535
 * @param messageBytes size of the message part, at most {@link #MAX_MESSAGE_BYTES}
 * @param dataBytes size of the data segment, at most {@link #MAX_DATA_BYTES}
 * @param epoch epoch of the message, which only the header contains
 * @param sequence number of the frame, by which a lost or duplicate frame is detected
 * @param checksums checksums of both parts
 */
public record FrameHeader(
    int kind, int messageBytes, int dataBytes, long epoch, long sequence, Checksums checksums) {
  /**
   * Checksums of the parts after a header.
   *
   * @param messageCrc CRC32C of the message part
   * @param dataCrc CRC32C of the data segment
   */
  public record Checksums(int messageCrc, int dataCrc) {}

  /** Size of the header in bytes. */
  public static final int BYTES = 44;

  /**
   * Maximum size of the message part in bytes; a map of ten thousand OSDs takes only a small part
   * of it.
   */
  public static final int MAX_MESSAGE_BYTES = 16 << 20;

  /** Maximum size of the data segment in bytes. */
  public static final int MAX_DATA_BYTES = 64 << 20;

  private static final int MAGIC = 'P' | 'N' << 8 | 'D' << 16 | 'O' << 24;
  private static final byte VERSION = 1;
  private static final int SEQUENCE_AT = 24;
  private static final int OWN_CRC_AT = 40;

  /** Reads a header from the array's first {@value #BYTES} bytes. */
  public static FrameHeader parse(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes, 0, BYTES).order(ByteOrder.LITTLE_ENDIAN);
    if (in.getInt() != MAGIC) {
      throw new FormatException("frame: it does not begin with PNDO");
    }
    int version = in.get();
    if (version != VERSION) {
      throw new FormatException(
          "frame: it is of version %d, this release speaks version %d".formatted(version, VERSION));
    }
    if (in.getInt(OWN_CRC_AT) != crc(bytes, 0, OWN_CRC_AT)) {
      throw new FormatException("frame: the header does not match its checksum");
    }
    in.get();
    FrameHeader header =
        new FrameHeader(
            Short.toUnsignedInt(in.getShort()),
            in.getInt(),
            in.getInt(),
            in.getLong(),
            in.getLong(),
            new Checksums(in.getInt(), in.getInt()));
    checkSize("message", Integer.toUnsignedLong(header.messageBytes), MAX_MESSAGE_BYTES);
    checkSize("data", Integer.toUnsignedLong(header.dataBytes), MAX_DATA_BYTES);
    return header;
  }

  /** Writes the header to the array's first {@value #BYTES} bytes. */
  void write(byte[] bytes) {
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(MAGIC)
        .put(VERSION)
        .put((byte) 0)
        .putShort((short) kind)
        .putInt(messageBytes)
        .putInt(dataBytes)
        .putLong(epoch)
        .putLong(sequence)
        .putInt(checksums.messageCrc)
        .putInt(checksums.dataCrc)
        .putInt(crc(bytes, 0, OWN_CRC_AT));
  }

  /** Sets the frame number in a header in the array's first {@value #BYTES} bytes. */
  static void renumber(byte[] bytes, long sequence) {
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(SEQUENCE_AT, sequence);
    out.putInt(OWN_CRC_AT, crc(bytes, 0, OWN_CRC_AT));
  }

  static void checkSize(String part, long bytes, int max) {
    if (bytes > max) {
      throw new FormatException(
          "frame: %d bytes of %s are beyond the limit of %d".formatted(bytes, part, max));
    }
  }

  static int crc(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
