package io.pando.cli.daemon;

import io.pando.cli.config.OsdSettings;
import io.pando.erasure.choice.KernelChoice;
import io.pando.erasure.kernel.GfKernel;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The kernel of erasure codes of an OSD. It is chosen when the first erasure-coded pool has a group
 * there, so that other OSDs do not load a library for nothing. Called by the loops of all shards.
 */
public final class ErasureKernel implements Supplier<GfKernel> {
  private final String requested;
  private final Consumer<String> log;
  private @Nullable GfKernel chosen;

  /**
   * A kernel that is not chosen yet.
   *
   * @param requested name of a kernel, or {@link KernelChoice#AUTO}
   * @param log receives a sentence that says which kernel is taken, and why
   */
  ErasureKernel(String requested, Consumer<String> log) {
    this.requested = requested;
    this.log = log;
  }

  /** Whether this process could use a kernel. */
  public static boolean isAvailable(OsdSettings.Kernel kernel) {
    return KernelChoice.of(kernel.label()).kernel().name().equals(kernel.label());
  }

  @Override
  public synchronized GfKernel get() {
    GfKernel known = chosen;
    if (known == null) {
      KernelChoice choice = KernelChoice.of(requested);
      log.accept(choice.reason());
      known = choice.kernel();
      chosen = known;
    }
    return known;
  }
}
