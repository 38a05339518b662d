package io.pando.bench.repair;

import java.util.Locale;

/** How the objects that a returning replica lacks are found. */
enum DiscoveryMethod {
  /** By a log that is long enough. */
  LOG(1_000_000, "index"),
  /** By the version index; the log is too short. */
  INDEX(1, "index"),
  /** By comparing hash trees; the log is too short. */
  TREE(1, "tree"),
  /** By listing all objects; the log is too short. */
  SCAN(1, "scan");

  private final int logEntries;
  private final String repairBy;

  DiscoveryMethod(int logEntries, String repairBy) {
    this.logEntries = logEntries;
    this.repairBy = repairBy;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Lines of the OSDs' configuration for this way, below {@code osd}.
   *
   * @param leaves leaves of hash trees, a power of two; 0: chosen by the number of objects
   */
  String settings(int leaves) {
    String depth =
        leaves == 0 ? "" : "  tree_depth: " + Integer.numberOfTrailingZeros(leaves) + "\n";
    return "  log_entries: " + logEntries + "\n  repair_by: " + repairBy + "\n" + depth;
  }
}
