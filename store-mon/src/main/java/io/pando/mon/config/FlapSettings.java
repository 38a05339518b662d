package io.pando.mon.config;

/**
 * Settings for OSDs that are marked down repeatedly although they are alive.
 *
 * @param maxMarks marks within the window that an incarnation may get; with more of them it must
 *     wait before it may come up again
 * @param windowMillis time for which a mark counts
 * @param holdMillis first waiting time; it doubles with every further mark, up to the window
 * @param laggyLifeMillis half-life of the extra grace that a laggy OSD gets
 */
public record FlapSettings(int maxMarks, long windowMillis, long holdMillis, long laggyLifeMillis) {
  public static final FlapSettings DEFAULT = new FlapSettings(5, 600_000, 10_000, 3_600_000);

  public FlapSettings {
    SettingRange.check("flap_marks", maxMarks, 1, 32);
    SettingRange.check("flap_window_ms", windowMillis, 1, 86_400_000);
    SettingRange.check("flap_hold_ms", holdMillis, 1, 86_400_000);
    SettingRange.check("laggy_life_ms", laggyLifeMillis, 1, 31_536_000_000L);
  }
}
