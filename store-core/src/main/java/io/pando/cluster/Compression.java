package io.pando.cluster;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the stores of a pool's replicas keep its objects' bytes. Nobody sees it but the stores. */
public enum Compression {
  /** As they are. */
  NONE,
  /** Packed by LZ4: little work, above all when read. */
  LZ4,
  /** Packed by Zstandard: more work, less space. */
  ZSTD;

  /** The name operators type. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one of that name. */
  public static Optional<Compression> labelled(String label) {
    return Arrays.stream(values()).filter(it -> it.label().equals(label)).findFirst();
  }
}
