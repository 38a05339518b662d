package io.pando.cli.config;

import io.pando.cli.machine.CoreSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Processor cores for the threads of an OSD.
 *
 * @param loops cores of its event loops, which serve messages; null: any
 * @param storage cores of the threads that wait for its disk; null: any
 */
public record OsdCores(@Nullable CoreSet loops, @Nullable CoreSet storage) {
  /** No restriction. */
  public static final OsdCores ANY = new OsdCores(null, null);

  static OsdCores read(ConfigSection section) {
    return new OsdCores(cores(section, "loop_cores"), cores(section, "storage_cores"));
  }

  private static @Nullable CoreSet cores(ConfigSection section, String key) {
    Optional<String> text = section.optionalText(key);
    if (text.isEmpty()) {
      return null;
    }
    return CoreSet.parse(text.get())
        .orElseThrow(
            () -> section.error(key, "must be cores such as 0-3,8, is '" + text.get() + "'"));
  }

  /** Whether there is a restriction. */
  public boolean isPinned() {
    return loops != null || storage != null;
  }
}
