package io.pando.fuse.protocol.codec;

import io.pando.fuse.protocol.FuseContext;
import java.nio.ByteBuffer;

/**
 * What every message of the kernel begins with ({@code fuse_in_header}).
 *
 * <pre>
 *   0  length, 4 bytes, this header included
 *   4  operation, 4
 *   8  unique, 8
 *  16  node, 8
 *  24  uid, gid, pid, 4 each
 *  36  length of extensions behind the message, in units of 8 bytes, 2
 *  38  unused, 2
 * </pre>
 *
 * @param opcode number of the operation, known here or not
 * @param bodyBytes bytes between the header and the extensions
 */
public record MessageHeader(int opcode, long node, int bodyBytes, FuseContext context) {
  /** Size of the header. */
  public static final int BYTES = 40;

  private static final int EXTENSION_UNIT = 8;

  /**
   * Reads the header of the message that is all of the buffer's remaining bytes; leaves the
   * position behind it, and the limit at the end of the body.
   *
   * @throws MalformedMessageException if it is not a message; it cannot be answered
   */
  public static MessageHeader read(ByteBuffer bytes) throws MalformedMessageException {
    int found = bytes.remaining();
    FieldReader in = new FieldReader(bytes);
    int length = in.int32();
    if (length != found || length < BYTES) {
      throw new MalformedMessageException(
          "a message of %d bytes expected, found %d".formatted(length, found));
    }
    int opcode = in.int32();
    long unique = in.int64();
    long node = in.int64();
    FuseContext context = new FuseContext(unique, in.int32(), in.int32(), in.int32());
    int extensions = in.unsigned16() * EXTENSION_UNIT;
    in.skip(Short.BYTES);
    int body = length - BYTES - extensions;
    if (body < 0) {
      throw new MalformedMessageException("extensions are longer than their message");
    }
    bytes.limit(bytes.position() + body);
    return new MessageHeader(opcode, node, body, context);
  }
}
