package io.pando.format;

/**
 * The body of a {@link Shape}'s messages as code, made by {@link ShapeCompiler} for each shape. A
 * class of its own for each, so that the JVM compiles each for the fields it has.
 */
abstract class Coder {
  /** Writes all fields of a record, which must be of the shape. */
  abstract void write(ProtoWriter out, Object record);

  /** Reads fields until the input ends, and makes the record. */
  abstract Object read(ProtoReader in);
}
