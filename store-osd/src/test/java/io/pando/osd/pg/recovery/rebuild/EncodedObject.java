package io.pando.osd.pg.recovery.rebuild;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.stripe.DataRange;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.format.GroupRecords;
import io.pando.group.ChangedRows;
import io.pando.group.ObjectInfo;
import io.pando.id.Version;
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
    this.fragments = encode(fragments, object);
  }

  private static byte[][] encode(Fragments fragments, byte[] object) {
    StripeLayout layout = fragments.layout();
    int rows = (int) layout.parityBytes(object.length);
    byte[][] columns = new byte[layout.k()][rows];
    for (DataRange part : layout.fragmentRanges(new ByteRange(0, object.length))) {
      int to = 0;
      for (ByteRange piece : layout.objectRanges(part.index(), part.range())) {
        System.arraycopy(
            object, (int) piece.offset(), columns[part.index()], to, (int) piece.length());
        to += (int) piece.length();
      }
    }
    FragmentTransform encoder = fragments.code().encoder(layout.k());
    byte[][] parity = new byte[encoder.to().size()][rows];
    encoder.coder().overwrite(ByteRows.of(columns), ByteRows.of(parity), rows);
    byte[][] all = new byte[fragments.code().positions()][];
    for (int position = 0; position < all.length; position++) {
      byte[] row =
          encoder.to().contains(position)
              ? parity[encoder.to().indexOf(position)]
              : columns[fragments.code().dataPositions().indexOf(position)];
      all[position] = Arrays.copyOf(row, (int) fragments.fragmentBytes(position, object.length));
    }
    return all;
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
