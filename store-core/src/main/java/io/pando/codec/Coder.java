package io.pando.codec;

import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;

/**
 * Generated code that writes and reads the messages of one {@link Shape}. {@link ShapeCompiler}
 * makes a separate class for each shape, so that the JVM optimizes it for the shape's fields.
 */
abstract class Coder {
  /** Writes all fields of a record of this shape. */
  abstract void write(ProtoWriter out, Object record);

  /** Reads fields until the input ends, and returns the record. */
  abstract Object read(ProtoReader in);
}
