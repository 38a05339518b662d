package io.pando.erasure.kernel;

import io.pando.erasure.field.GfMatrix;

/**
 * A matrix that a kernel has prepared. It takes as many input rows as the matrix has columns, and
 * has as many output rows as the matrix has rows. Output rows must not overlap each other or input
 * rows. Safe for use by several threads; a call allocates nothing.
 */
public interface RowCoder {
  /** The matrix. */
  GfMatrix matrix();

  /** Sets each output row to its combination of the input rows, for {@code length} bytes. */
  void overwrite(ByteRows in, ByteRows out, int length);

  /** Adds (XORs) to each output row its combination of the input rows, for {@code length} bytes. */
  void accumulate(ByteRows in, ByteRows out, int length);
}
