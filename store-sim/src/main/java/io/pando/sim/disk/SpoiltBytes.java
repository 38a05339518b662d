package io.pando.sim.disk;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Pieces of stored bytes that are unreadable. A piece is an array that is never changed: an
 * overwrite stores another array, and a crash brings back an earlier one unchanged.
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
