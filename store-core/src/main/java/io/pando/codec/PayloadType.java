package io.pando.codec;

import io.pando.bytes.Payload;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;

/**
 * A payload. A small one is in the message itself. For a larger one the message contains its offset
 * and length in the data segment.
 */
public final class PayloadType implements Type<Payload> {
  /** The only instance. */
  public static final Type<Payload> PAYLOAD = new PayloadType();

  private static final int INLINE = 1;
  private static final int OFFSET = 2;
  private static final int LENGTH = 3;

  private PayloadType() {}

  @Override
  public String name() {
    return "Payload";
  }

  @Override
  public Class<?> javaType() {
    return Payload.class;
  }

  @Override
  public int wireType() {
    return ProtoWriter.BYTES;
  }

  @Override
  public void write(ProtoWriter out, Payload value) {
    int mark = out.open();
    if (!out.takesInline(value.size())) {
      long offset = out.leaveOut(value);
      if (offset != 0) {
        out.tag(OFFSET, ProtoWriter.VARINT);
        out.varint(offset);
      }
      out.tag(LENGTH, ProtoWriter.VARINT);
      out.varint(value.size());
    } else if (!value.isEmpty()) {
      out.tag(INLINE, ProtoWriter.BYTES);
      out.bytes(value);
    }
    out.close(mark);
  }

  @Override
  public Payload read(ProtoReader in) {
    Payload inline = Payload.EMPTY;
    long offset = 0;
    long length = 0;
    int outer = in.enter();
    while (in.hasMore()) {
      switch (in.tag()) {
        case INLINE << 3 | ProtoWriter.BYTES -> inline = Payload.wrap(in.bytes());
        case OFFSET << 3 | ProtoWriter.VARINT -> offset = in.varint();
        case LENGTH << 3 | ProtoWriter.VARINT -> length = in.varint();
        default -> throw in.damaged("an unknown field of a payload");
      }
    }
    in.leave(outer);
    if (length == 0) {
      return inline;
    }
    if (!inline.isEmpty()) {
      throw in.damaged("a payload both here and in the data segment");
    }
    return in.segment(offset, length);
  }

  @Override
  public String definition() {
    return """
    message Payload {
      bytes inline = 1;
      uint64 offset = 2;
      uint64 length = 3;
    }
    """;
  }
}
