package io.pando.mon.config;

/**
 * How OSDs are treated that are marked down again and again although they live.
 *
 * @param maxMarks how often an incarnation may be marked down within the window; after that it has
 *     to wait before it may come up again
 * @param windowMillis how long a mark counts
 * @param holdMillis how long it waits at first; twice as long with every further mark, up to the
 *     window
 * @param laggyLifeMillis after so long, what was observed of an OSD that came back counts half
 */
public record FlapSettings(int maxMarks, long windowMillis, long holdMillis, long laggyLifeMillis) {
  /** What holds unless the configuration says otherwise. */
  public static final FlapSettings DEFAULT = new FlapSettings(5, 600_000, 10_000, 3_600_000);

  public FlapSettings {
    SettingRange.check("flap_marks", maxMarks, 1, 32);
    SettingRange.check("flap_window_ms", windowMillis, 1, 86_400_000);
    SettingRange.check("flap_hold_ms", holdMillis, 1, 86_400_000);
    SettingRange.check("laggy_life_ms", laggyLifeMillis, 1, 31_536_000_000L);
  }
}
