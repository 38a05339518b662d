package io.pando.erasure.kernel;

import io.pando.erasure.field.GfMatrix;

/** Multiplies matrices over GF(2^8) by rows of bytes. Safe for use by several threads. */
public interface GfKernel {
  /** The name by which an operator selects this kernel. */
  String name();

  /** Prepares a matrix, once for all rows that it will be multiplied by. */
  RowCoder prepare(GfMatrix matrix);
}
