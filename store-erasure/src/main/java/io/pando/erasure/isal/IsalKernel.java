package io.pando.erasure.isal;

import io.pando.erasure.field.GfMatrix;
import io.pando.erasure.kernel.GfKernel;
import io.pando.erasure.kernel.RowCoder;
import java.util.Optional;

/** The kernel by ISA-L ({@code libisal.so.2}; the package of Debian is libisal2). */
public final class IsalKernel implements GfKernel {
  /** The name of this kernel. */
  public static final String NAME = "isal";

  private IsalKernel() {}

  /** The kernel; empty if the library is not there, or this JVM may not call it. */
  public static Optional<IsalKernel> find() {
    return IsalFunctions.problem().isEmpty() ? Optional.of(new IsalKernel()) : Optional.empty();
  }

  /** Why there is no such kernel, as the system says it; empty if there is one. */
  public static String problem() {
    return IsalFunctions.problem();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public RowCoder prepare(GfMatrix matrix) {
    return new IsalCoder(matrix);
  }
}
