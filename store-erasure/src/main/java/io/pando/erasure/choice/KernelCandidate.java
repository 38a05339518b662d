package io.pando.erasure.choice;

import io.pando.erasure.isal.IsalKernel;
import io.pando.erasure.kernel.GfKernel;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.vector.VectorKernel;
import java.util.List;
import java.util.function.Supplier;

/** A kernel that may be available. */
record KernelCandidate(String name, Supplier<Result> finder) {
  /** What a search for a kernel finds. */
  sealed interface Result {}

  /**
   * The kernel is available.
   *
   * @param description its name, with remarks
   */
  record Found(GfKernel kernel, String description) implements Result {}

  /**
   * The kernel is not available.
   *
   * @param reason with what to do about it
   */
  record Missing(String reason) implements Result {}

  /** All kernels, the fastest first. */
  static List<KernelCandidate> all() {
    return List.of(
        new KernelCandidate(IsalKernel.NAME, KernelCandidate::isal),
        new KernelCandidate(VectorKernel.NAME, KernelCandidate::vector),
        new KernelCandidate(PlainKernel.NAME, KernelCandidate::plain));
  }

  Result find() {
    return finder.get();
  }

  private static Result isal() {
    return IsalKernel.find()
        .<Result>map(kernel -> new Found(kernel, "isal (the library ISA-L)"))
        .orElseGet(
            () -> new Missing(IsalKernel.problem() + " (install libisal2 if it is not there)"));
  }

  /** Must not touch the kernel's classes where the JVM lacks the module. */
  private static Result vector() {
    if (ModuleLayer.boot().findModule(VectorKernel.MODULE).isEmpty()) {
      return new Missing("the JVM was started without --add-modules " + VectorKernel.MODULE);
    }
    VectorKernel kernel = new VectorKernel();
    return new Found(kernel, "vector (%d-bit vectors)".formatted(kernel.vectorBits()));
  }

  private static Result plain() {
    return new Found(new PlainKernel(), "plain (Java)");
  }
}
