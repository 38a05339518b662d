package io.pando.cli.command.repair;

import java.util.Locale;

/** How the replica is to learn what it lacks. */
enum Way {
  /** By a log that is long enough. */
  LOG(1_000_000, "index"),
  /** By the version index, where the log is of no use. */
  INDEX(1, "index"),
  /** By comparing hash trees, likewise. */
  TREE(1, "tree"),
  /** By listing all objects, likewise. */
  SCAN(1, "scan");

  private final int logEntries;
  private final String repairBy;

  Way(int logEntries, String repairBy) {
    this.logEntries = logEntries;
    this.repairBy = repairBy;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * What the configuration of OSDs has to say for it, below {@code osd}.
   *
   * @param leaves of hash trees, a power of two; 0: as many as their objects ask for
   */
  String settings(int leaves) {
    String depth =
        leaves == 0 ? "" : "  tree_depth: " + Integer.numberOfTrailingZeros(leaves) + "\n";
    return "  log_entries: " + logEntries + "\n  repair_by: " + repairBy + "\n" + depth;
  }
}
