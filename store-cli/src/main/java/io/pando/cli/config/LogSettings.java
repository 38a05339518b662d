package io.pando.cli.config;

/**
 * Size limits of daemons' log files.
 *
 * @param maxSizeBytes size at which a log file is rotated
 * @param keep number of rotated files that are kept; older ones are removed
 */
public record LogSettings(long maxSizeBytes, int keep) {
  private static final long DEFAULT_BYTES = 64L << 20;

  /** With the size above, at most 320 MiB for each daemon. */
  private static final int DEFAULT_KEEP = 4;

  private static final long MIN_BYTES = 64L << 10;
  private static final int MAX_KEEP = 20;

  static LogSettings read(ConfigSection section) {
    LogSettings settings =
        new LogSettings(
            section.size("max_size", MIN_BYTES, DEFAULT_BYTES),
            section.number("keep", 1, MAX_KEEP, DEFAULT_KEEP));
    section.refuseOthers();
    return settings;
  }
}
