package io.pando.erasure.vector;

import io.pando.erasure.field.GfMatrix;
import io.pando.erasure.kernel.GfKernel;
import io.pando.erasure.kernel.RowCoder;

/**
 * The kernel by the Vector API. This class can be used only in a JVM that was started with {@code
 * --add-modules jdk.incubator.vector}.
 */
public final class VectorKernel implements GfKernel {
  /** The name of this kernel. */
  public static final String NAME = "vector";

  /** The module of the JDK that this kernel needs. */
  public static final String MODULE = "jdk.incubator.vector";

  @Override
  public String name() {
    return NAME;
  }

  /** Bits of a vector of the kind that the processor prefers. */
  public int vectorBits() {
    return NibbleTables.SPECIES.vectorBitSize();
  }

  @Override
  public RowCoder prepare(GfMatrix matrix) {
    return new VectorCoder(matrix);
  }
}
