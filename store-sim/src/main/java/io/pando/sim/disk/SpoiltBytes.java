package io.pando.sim.disk;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Which pieces of what is stored cannot be read any more. A piece is an array that is never
 * changed: what is written over it is another one, and what a crash brings back is as it was.
 */
final class SpoiltBytes {
  /** By identity; nothing depends on its order. */
  private final Set<byte[]> spoilt = Collections.newSetFromMap(new IdentityHashMap<>());

  void add(byte[] piece) {
    spoilt.add(piece);
  }

  boolean contains(byte[] piece) {
    return spoilt.contains(piece);
  }
}
