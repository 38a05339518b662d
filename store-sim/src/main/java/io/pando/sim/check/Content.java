package io.pando.sim.check;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Contents of an object, or its absence. Immutable. */
final class Content {
  static final Content ABSENT = new Content(false, new byte[0], map(), map());

  private final boolean exists;
  private final byte[] bytes;
  private final SortedMap<String, Payload> attributes;
  private final SortedMap<String, Payload> entries;
  private final int hash;

  /** Takes over its arguments without copying them. */
  Content(
      boolean exists,
      byte[] bytes,
      SortedMap<String, Payload> attributes,
      SortedMap<String, Payload> entries) {
    this.exists = exists;
    this.bytes = bytes;
    this.attributes = attributes;
    this.entries = entries;
    this.hash =
        Arrays.hashCode(bytes) * 31 * 31
            + attributes.hashCode() * 31
            + entries.hashCode()
            + (exists ? 1 : 0);
  }

  static SortedMap<String, Payload> map() {
    return new TreeMap<>(Utf8Order.INSTANCE);
  }

  boolean exists() {
    return exists;
  }

  int size() {
    return bytes.length;
  }

  /** The bytes; the caller must not change them. */
  byte[] bytes() {
    return bytes;
  }

  SortedMap<String, Payload> attributes() {
    return Collections.unmodifiableSortedMap(attributes);
  }

  SortedMap<String, Payload> entries() {
    return Collections.unmodifiableSortedMap(entries);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content that
        && hash == that.hash
        && exists == that.exists
        && Arrays.equals(bytes, that.bytes)
        && attributes.equals(that.attributes)
        && entries.equals(that.entries);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return exists
        ? Payload.wrap(bytes) + " attributes " + attributes + " entries " + entries
        : "no object";
  }
}
