package io.pando.format;

import io.pando.check.Invariant;
import java.util.Arrays;
import java.util.Objects;

/**
 * Where up to {@value #MAX} successive blocks of an object are in the data file of a raw store, and
 * the CRC32C of each. It can be changed, and its arrays are no longer than they must: a store holds
 * many of them. Equality is by content.
 */
public final class RawBlocks {
  /** Blocks described by one record. */
  public static final int MAX = 64;

  /** Place of a block that is nowhere and reads as zeros. */
  public static final long HOLE = -1;

  private long[] places = new long[0];
  private int[] checksums = new int[0];

  /** Block within the data file, or {@link #HOLE}. */
  public long place(int index) {
    return index < places.length ? places[index] : HOLE;
  }

  /** CRC32C of a block that is somewhere. */
  public int checksum(int index) {
    return checksums[index];
  }

  /** Number of the last block that is somewhere plus one, or more. */
  public int length() {
    return places.length;
  }

  /** Whether all blocks are holes. */
  public boolean isEmpty() {
    for (long place : places) {
      if (place != HOLE) {
        return false;
      }
    }
    return true;
  }

  /** Says where a block is now. */
  public void set(int index, long place, int checksum) {
    Invariant.check(index < MAX && place >= 0, () -> "block " + index + " at " + place);
    if (index >= places.length) {
      int oldLength = places.length;
      int newLength = Math.min(MAX, Math.max(index + 1, oldLength * 2));
      places = Arrays.copyOf(places, newLength);
      Arrays.fill(places, oldLength, newLength, HOLE);
      checksums = Arrays.copyOf(checksums, newLength);
    }
    places[index] = place;
    checksums[index] = checksum;
  }

  /** Makes a block a hole. */
  public void clear(int index) {
    if (index < places.length) {
      places[index] = HOLE;
      checksums[index] = 0;
    }
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof RawBlocks that)) {
      return false;
    }
    for (int i = 0; i < MAX; i++) {
      boolean same =
          place(i) == that.place(i) && (place(i) == HOLE || checksum(i) == that.checksum(i));
      if (!same) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int i = 0; i < places.length; i++) {
      hash += places[i] == HOLE ? 0 : Objects.hash(i, places[i], checksums[i]);
    }
    return hash;
  }

  @Override
  public String toString() {
    return "RawBlocks" + Arrays.toString(places);
  }
}
