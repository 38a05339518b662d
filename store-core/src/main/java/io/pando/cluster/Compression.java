package io.pando.cluster;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the stores of a pool's replicas compress its objects' bytes. Visible to the stores only. */
public enum Compression {
  /** No compression. */
  NONE,
  /** LZ4: takes little CPU time, in particular for decompression. */
  LZ4,
  /** Zstandard: takes more CPU time and saves more space. */
  ZSTD;

  /** The name that operators use. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value with the given label. */
  public static Optional<Compression> labelled(String label) {
    return Arrays.stream(values()).filter(it -> it.label().equals(label)).findFirst();
  }
}
