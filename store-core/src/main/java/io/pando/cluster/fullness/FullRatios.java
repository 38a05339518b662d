package io.pando.cluster.fullness;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values of all {@link FullRatio}s, in thousandths of a capacity. */
public record FullRatios(int nearfull, int backfillfull, int full, int failsafe) {
  /** Thousandths of one. */
  public static final int ONE = 1_000;

  /** The ratios of a cluster whose operator set none. */
  public static final FullRatios DEFAULT = new FullRatios(850, 900, 950, 970);

  /** A ratio. */
  public int of(FullRatio ratio) {
    return switch (ratio) {
      case NEARFULL -> nearfull;
      case BACKFILLFULL -> backfillfull;
      case FULL -> full;
      case FAILSAFE -> failsafe;
    };
  }

  /** The ratio from which an OSD has a level. */
  public int of(FullnessLevel level) {
    return switch (level) {
      case NEARFULL -> nearfull;
      case BACKFILLFULL -> backfillfull;
      case FULL -> full;
    };
  }

  /** The same ratios but for one. */
  public FullRatios with(FullRatio ratio, int thousandths) {
    return new FullRatios(
        ratio == FullRatio.NEARFULL ? thousandths : nearfull,
        ratio == FullRatio.BACKFILLFULL ? thousandths : backfillfull,
        ratio == FullRatio.FULL ? thousandths : full,
        ratio == FullRatio.FAILSAFE ? thousandths : failsafe);
  }

  /** Why these cannot be the ratios of a cluster; empty if they can. */
  public Optional<String> objection() {
    boolean ordered =
        0 < nearfull
            && nearfull < backfillfull
            && backfillfull < full
            && full < failsafe
            && failsafe <= ONE;
    return ordered
        ? Optional.empty()
        : Optional.of(
            "the ratios would be "
                + this
                + ", but must be 0 < nearfull < backfillfull < full < failsafe <= 1");
  }

  /** The level of an OSD that is filled so far, in thousandths; null if it has none. */
  public @Nullable FullnessLevel level(long filled) {
    FullnessLevel reached = null;
    for (FullnessLevel level : FullnessLevel.values()) {
      reached = filled >= of(level) ? level : reached;
    }
    return reached;
  }

  /** Used part of a capacity, in thousandths. */
  public static long filled(long usedBytes, long capacityBytes) {
    return capacityBytes <= 0 ? 0 : (long) ((double) ONE * usedBytes / capacityBytes);
  }

  /** A ratio as a decimal fraction. */
  public static String text(int thousandths) {
    String text = String.format(Locale.ROOT, "%.3f", thousandths / 1000.0);
    return text.endsWith("0") ? text.substring(0, text.length() - 1) : text;
  }

  @Override
  public String toString() {
    return "nearfull %s, backfillfull %s, full %s, failsafe %s"
        .formatted(text(nearfull), text(backfillfull), text(full), text(failsafe));
  }
}
