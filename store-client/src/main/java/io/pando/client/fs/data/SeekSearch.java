package io.pando.client.fs.data;

import java.util.SortedMap;
import java.util.TreeMap;

/** A search for data or a hole that is not answered. */
final class SeekSearch {
  final DataInput.Seek request;
  final SortedMap<Long, Long> sizes = new TreeMap<>();
  long at;
  int asked;
  boolean failed;

  SeekSearch(DataInput.Seek request) {
    this.request = request;
    this.at = request.offset();
  }
}
