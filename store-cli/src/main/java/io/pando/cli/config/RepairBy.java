package io.pando.cli.config;

import java.util.Locale;

/** How a replica that the log does not reach learns what it lacks: the cheapest way allowed. */
public enum RepairBy {
  /** By the version index, or by the next way if that does not reach. */
  INDEX,
  /** By comparing hash trees. */
  TREE,
  /** By listing every object: only to measure what the others are worth. */
  SCAN;

  /** As it stands in the configuration. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
