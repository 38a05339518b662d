package io.pando.cluster;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The way updates of a pool's groups take through their replicas (paper 003 §6.3.1). */
public enum Replication {
  /** The primary sends to all, collects their acknowledgements, and answers. */
  PRIMARY,
  /** Each replica sends to the next; the last one answers. */
  CHAIN,
  /** The primary sends to all; the last one collects the acknowledgements, and answers. */
  SPLAY;

  /** The name operators type. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one of that name. */
  public static Optional<Replication> labelled(String label) {
    return Arrays.stream(values()).filter(it -> it.label().equals(label)).findFirst();
  }
}
