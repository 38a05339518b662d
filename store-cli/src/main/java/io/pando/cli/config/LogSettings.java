package io.pando.cli.config;

import java.util.List;
import java.util.Locale;

/**
 * How daemons write their logs.
 *
 * @param maxSizeBytes size at which a log file is rotated
 * @param keep number of rotated files that are kept; older ones are removed
 * @param debug whether debug messages are logged, such as one for each request at each OSD
 */
public record LogSettings(long maxSizeBytes, int keep, Format format, boolean debug) {
  /** How a line of the log is written. */
  public enum Format {
    TEXT,
    JSON;

    private String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String DEBUG = "debug";

  private static final long DEFAULT_BYTES = 64L << 20;

  /** With the size above, at most 320 MiB for each daemon. */
  private static final int DEFAULT_KEEP = 4;

  private static final long MIN_BYTES = 64L << 10;
  private static final int MAX_KEEP = 20;

  static LogSettings read(ConfigSection section) {
    LogSettings settings =
        new LogSettings(
            section.size("max_size", MIN_BYTES, DEFAULT_BYTES),
            section.number("keep", 1, MAX_KEEP, DEFAULT_KEEP),
            section.choice("format", List.of(Format.values()), Format::label, Format.TEXT),
            section.choice("level", List.of("info", DEBUG), level -> level, "info").equals(DEBUG));
    section.refuseOthers();
    return settings;
  }
}
