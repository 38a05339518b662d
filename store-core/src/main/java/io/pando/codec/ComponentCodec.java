package io.pando.codec;

import io.pando.bytes.Payload;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * Methods that generated coders call to write and read components. The methods for a {@link Scalar}
 * have its name; they write nothing if the value is its zero.
 */
final class ComponentCodec {
  private static final List<Scalar<?>> KNOWN =
      List.of(
          (Scalar<?>) Scalar.UINT64,
          (Scalar<?>) Scalar.UINT32,
          (Scalar<?>) Scalar.FIXED32,
          (Scalar<?>) Scalar.FIXED64,
          (Scalar<?>) Scalar.BOOL,
          (Scalar<?>) Scalar.STRING);

  private ComponentCodec() {}

  /** Whether there are methods for components of the given type. */
  static boolean knows(Scalar<?> scalar, Class<?> component) {
    boolean unboxed = component.isPrimitive() || component == String.class;
    return unboxed
        && KNOWN.contains(scalar)
        && MethodType.methodType(component).wrap().returnType() == scalar.javaType();
  }

  static void uint64(ProtoWriter out, int tag, long value) {
    if (value != 0) {
      out.varint(tag);
      out.varint(value);
    }
  }

  static long uint64(ProtoReader in, int wireType) {
    expect(in, wireType, ProtoWriter.VARINT, "uint64");
    return in.varint();
  }

  static void uint32(ProtoWriter out, int tag, int value) {
    if (value != 0) {
      out.varint(tag);
      out.varint(Integer.toUnsignedLong(value));
    }
  }

  static int uint32(ProtoReader in, int wireType) {
    expect(in, wireType, ProtoWriter.VARINT, "uint32");
    return in.varint32();
  }

  static void fixed32(ProtoWriter out, int tag, int value) {
    if (value != 0) {
      out.varint(tag);
      out.fixed32(value);
    }
  }

  static int fixed32(ProtoReader in, int wireType) {
    expect(in, wireType, ProtoWriter.FIXED32, "fixed32");
    return in.fixed32();
  }

  static void fixed64(ProtoWriter out, int tag, long value) {
    if (value != 0) {
      out.varint(tag);
      out.fixed64(value);
    }
  }

  static long fixed64(ProtoReader in, int wireType) {
    expect(in, wireType, ProtoWriter.FIXED64, "fixed64");
    return in.fixed64();
  }

  static void bool(ProtoWriter out, int tag, boolean value) {
    if (value) {
      out.varint(tag);
      out.varint(1);
    }
  }

  static boolean bool(ProtoReader in, int wireType) {
    expect(in, wireType, ProtoWriter.VARINT, "bool");
    return in.varint() != 0;
  }

  static void string(ProtoWriter out, int tag, String value) {
    if (value == null) {
      throw new IllegalArgumentException("a string must not be null");
    }
    if (!value.isEmpty()) {
      out.varint(tag);
      out.text(value);
    }
  }

  static String string(ProtoReader in, int wireType) {
    expect(in, wireType, ProtoWriter.BYTES, "string");
    return in.text();
  }

  static void payload(ProtoWriter out, int tag, Payload value) {
    if (value == null) {
      throw new IllegalArgumentException("a Payload must not be null");
    }
    out.varint(tag);
    PayloadType.PAYLOAD.write(out, value);
  }

  static Payload payload(ProtoReader in, int wireType) {
    expect(in, wireType, ProtoWriter.BYTES, "Payload");
    return PayloadType.PAYLOAD.read(in);
  }

  static void message(ProtoWriter out, int tag, Coder coder, Object value) {
    out.varint(tag);
    int mark = out.open();
    coder.write(out, value);
    out.close(mark);
  }

  static Object message(ProtoReader in, int wireType, Shape<?> shape, Coder coder) {
    expect(in, wireType, ProtoWriter.BYTES, shape.name());
    int outer = in.enter();
    Object value = shape.read(coder, in);
    in.leave(outer);
    return value;
  }

  private static void expect(ProtoReader in, int wireType, int expected, String name) {
    if (wireType != expected) {
      throw in.damaged("wire type " + wireType + " where " + name + " is expected");
    }
  }
}
