package io.pando.cluster.fullness;

import java.util.Locale;

/** The ratios of used space to capacity that operators set, ascending. */
public enum FullRatio {
  /** From here on an OSD is {@link FullnessLevel#NEARFULL}. */
  NEARFULL,
  /** From here on an OSD is {@link FullnessLevel#BACKFILLFULL}. */
  BACKFILLFULL,
  /** From here on an OSD is {@link FullnessLevel#FULL}. */
  FULL,
  /**
   * From here on an OSD refuses clients' updates that need space by itself, whatever the map says.
   */
  FAILSAFE;

  /** The name that operators use. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
