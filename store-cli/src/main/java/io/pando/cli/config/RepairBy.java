package io.pando.cli.config;

import java.util.Locale;

/**
 * How the missing objects of a replica are found that the log does not reach: the cheapest way that
 * is allowed.
 */
public enum RepairBy {
  /** By the version index; by the next way if the index does not reach back far enough. */
  INDEX,
  /** By comparing hash trees. */
  TREE,
  /** By listing every object: only to measure the benefit of the others. */
  SCAN;

  /** Name in the configuration. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
