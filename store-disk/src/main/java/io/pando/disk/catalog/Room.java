package io.pando.disk.catalog;

import java.io.IOException;

/** What the medium below a store has left, beside the capacity that was agreed upon. */
@FunctionalInterface
public interface Room {
  /** Room without end. */
  Room ENDLESS = bytes -> true;

  /** Whether so many more bytes can be written. */
  boolean has(long bytes) throws IOException;
}
