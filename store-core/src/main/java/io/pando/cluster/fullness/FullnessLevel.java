package io.pando.cluster.fullness;

import java.util.Locale;

/** How full an OSD is, ascending. An OSD below the first level has none. */
public enum FullnessLevel {
  /** Operators are warned. */
  NEARFULL,
  /** Replicas on the OSD are not backfilled. */
  BACKFILLFULL,
  /** Clients' updates that need space are refused. */
  FULL;

  /** The name that operators use. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether an OSD of this level has also reached another one. */
  public boolean reaches(FullnessLevel other) {
    return compareTo(other) >= 0;
  }
}
