package io.pando.cli.config;

import io.pando.cli.machine.CoreSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * On which cores the threads of an OSD run.
 *
 * @param loops those of its event loops, on which messages are served; null: on any
 * @param storage those that wait for its disk; null: on any
 */
public record OsdCores(@Nullable CoreSet loops, @Nullable CoreSet storage) {
  /** Wherever the system has them. */
  public static final OsdCores ANY = new OsdCores(null, null);

  static OsdCores read(ConfigSection section) throws ConfigException {
    return new OsdCores(cores(section, "loop_cores"), cores(section, "storage_cores"));
  }

  private static @Nullable CoreSet cores(ConfigSection section, String key) throws ConfigException {
    Optional<String> text = section.optionalText(key);
    if (text.isEmpty()) {
      return null;
    }
    return CoreSet.parse(text.get())
        .orElseThrow(
            () -> section.error(key, "must be cores such as 0-3,8, is '" + text.get() + "'"));
  }

  /** Whether there is anything to be done. */
  public boolean isPinned() {
    return loops != null || storage != null;
  }
}
