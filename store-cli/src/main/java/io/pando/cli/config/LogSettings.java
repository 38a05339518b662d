package io.pando.cli.config;

/**
 * How long logs of daemons may become.
 *
 * @param maxSizeBytes a log file that has reached this is put aside and a new one begun
 * @param keep files that were put aside and are kept; older ones are removed
 */
public record LogSettings(long maxSizeBytes, int keep) {
  private static final long DEFAULT_BYTES = 64L << 20;
  private static final int DEFAULT_KEEP = 4;
  private static final long MIN_BYTES = 64L << 10;
  private static final int MAX_KEEP = 20;

  /** Where a configuration says nothing: at most 320 MiB for each daemon. */
  public static LogSettings defaults() {
    return new LogSettings(DEFAULT_BYTES, DEFAULT_KEEP);
  }

  static LogSettings read(ConfigSection section) throws ConfigException {
    section.allow("max_size", "keep");
    LogSettings settings =
        new LogSettings(
            section.size("max_size", MIN_BYTES, DEFAULT_BYTES),
            section.number("keep", 1, MAX_KEEP, DEFAULT_KEEP));
    return settings;
  }
}
