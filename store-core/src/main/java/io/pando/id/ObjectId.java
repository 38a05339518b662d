package io.pando.id;

import io.pando.collect.Utf8Order;

/**
 * An object within its pool. The natural order is the <em>placement order</em>: bit-reversed hash
 * as an unsigned number, then the UTF-8 bytes of the name. A placement group is one contiguous
 * range of it (design §3).
 *
 * @param hash placement hash of the name; {@code io.pando.cluster.Placement.object} computes it
 * @param name 1 to {@value #MAX_NAME_BYTES} bytes in UTF-8, well-formed Unicode
 */
public record ObjectId(int hash, String name) implements Comparable<ObjectId> {
  /** Longest name, in bytes of UTF-8. */
  public static final int MAX_NAME_BYTES = 2048;

  /** A bound right before all objects of a position: no object has an empty name. */
  public static ObjectId before(int position) {
    return new ObjectId(Integer.reverse(position), "");
  }

  /** Unsigned position in the placement order: the hash with its bits reversed. */
  public int position() {
    return Integer.reverse(hash);
  }

  @Override
  public int compareTo(ObjectId other) {
    int byPosition = Integer.compareUnsigned(position(), other.position());
    return byPosition != 0 ? byPosition : Utf8Order.INSTANCE.compare(name, other.name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectId that && hash == that.hash && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return String.format("%08x:%s", position(), name);
  }
}
