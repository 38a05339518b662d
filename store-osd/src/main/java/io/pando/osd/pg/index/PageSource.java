package io.pando.osd.pg.index;

import io.pando.bytes.Payload;
import java.util.SortedMap;
import java.util.function.Consumer;

/** Reads the map of the group's collection. */
public interface PageSource {
  /** Reads the entries between two keys; the second key is excluded. */
  void read(String from, String to, Consumer<SortedMap<String, Payload>> then);
}
