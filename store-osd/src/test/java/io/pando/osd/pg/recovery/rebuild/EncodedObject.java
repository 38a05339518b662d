package io.pando.osd.pg.recovery.rebuild;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.ChangedRows;
import io.pando.group.ObjectInfo;
import io.pando.id.Version;
import io.pando.osd.pg.harness.WholeEncoding;
import io.pando.osd.pg.redundancy.Fragments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A version of an object, with its fragments, encoded as a whole. */
final class EncodedObject {
  final int objectBytes;
  private final byte[][] fragments;

  EncodedObject(Fragments fragments, byte[] object) {
    this.objectBytes = object.length;
    this.fragments = WholeEncoding.fragments(fragments, object);
  }

  int positions() {
    return fragments.length;
  }

  byte[] fragment(int position) {
    return fragments[position];
  }

  /** Number of rows, the longest fragment's size. */
  int rows() {
    return Stream.of(fragments).mapToInt(it -> it.length).max().orElseThrow();
  }

  /** The attributes that all fragments of this version have. */
  SortedMap<String, Payload> attributes(Version version) {
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put(
        ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(new ObjectInfo(version, 0, objectBytes)));
    return attributes;
  }

  /** The rows in which any fragment differs from an earlier version's, and some others. */
  ChangedRows changedSince(EncodedObject before, List<ByteRange> others) {
    List<ByteRange> rows = new ArrayList<>(others);
    for (int position = 0; position < fragments.length; position++) {
      byte[] now = fragments[position];
      byte[] old = Arrays.copyOf(before.fragments[position], now.length);
      for (int i = 0; i < old.length; i++) {
        if (old[i] != now[i]) {
          rows.add(new ByteRange(i, 1));
        }
      }
    }
    return ChangedRows.of(rows);
  }
}
