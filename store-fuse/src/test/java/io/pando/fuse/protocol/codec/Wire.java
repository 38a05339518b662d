package io.pando.fuse.protocol.codec;

import io.pando.fuse.protocol.InitFlag;
import io.pando.fuse.protocol.KernelMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

/** Bytes of a structure, field by field, little endian. */
final class Wire {
  static final int UID = 1000;
  static final int GID = 100;
  static final int PID = 4711;
  static final long UNIQUE = 0x10;
  static final long NODE = 5;

  private final ByteBuffer bytes = ByteBuffer.allocate(8192).order(ByteOrder.LITTLE_ENDIAN);

  static Wire of() {
    return new Wire();
  }

  /** A message of the kernel's with a body. */
  static byte[] message(int opcode, Wire body) {
    byte[] content = body.toBytes();
    Wire header = new Wire().u32(40 + content.length).u32(opcode).u64(UNIQUE).u64(NODE);
    return header.u32(UID, GID, PID).u16(0).u16(0).bytes(content).toBytes();
  }

  Wire u16(int value) {
    bytes.putShort((short) value);
    return this;
  }

  Wire u32(int... values) {
    for (int each : values) {
      bytes.putInt(each);
    }
    return this;
  }

  Wire u64(long... values) {
    for (long each : values) {
      bytes.putLong(each);
    }
    return this;
  }

  Wire text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  Wire zeros(int count) {
    return bytes(new byte[count]);
  }

  Wire bytes(byte[] value) {
    bytes.put(value);
    return this;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /** Decodes a message of a session that agreed on every flag. */
  static KernelMessage decode(byte[] message) throws MalformedMessageException {
    return decode(message, EnumSet.allOf(InitFlag.class));
  }

  static KernelMessage decode(byte[] message, Set<InitFlag> agreed)
      throws MalformedMessageException {
    ByteBuffer buffer = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    MessageHeader header = MessageHeader.read(buffer);
    return new MessageDecoder(agreed).decode(header, buffer);
  }

  /** What an encoder left in a buffer, in hexadecimal digits. */
  static String hex(ByteBuffer buffer) {
    byte[] content = new byte[buffer.remaining()];
    buffer.duplicate().get(content);
    return HexFormat.of().formatHex(content);
  }

  String hex() {
    return HexFormat.of().formatHex(toBytes());
  }

  static ByteBuffer buffer() {
    return ByteBuffer.allocate(8192).order(ByteOrder.LITTLE_ENDIAN);
  }
}
