package io.pando.format;

import io.pando.check.Invariant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where up to {@value #MAX} successive blocks of an object are in the data file of a raw store:
 * each nowhere, in a block of its own with a CRC32C, or packed with others into a {@link RawUnit}.
 * It can be changed, and its arrays are no longer than they must: a store holds many of them.
 * Equality is by content.
 */
public final class RawBlocks {
  /** Blocks described by one record. */
  public static final int MAX = 64;

  /** Place of a block that is nowhere and reads as zeros. */
  public static final long HOLE = -1;

  /** Place of a block that is packed with others. */
  public static final long PACKED = -2;

  private static final @Nullable RawUnit[] NO_UNITS = {};

  private long[] places = new long[0];
  private int[] checksums = new int[0];

  /** In which unit a block is; empty as long as there is none. */
  private @Nullable RawUnit[] units = NO_UNITS;

  /** Told of blocks of the data file. */
  public interface Visitor {
    void onBlock(long place, int checksum);
  }

  /** Block within the data file, or {@link #HOLE}, or {@link #PACKED}. */
  public long place(int index) {
    return index < places.length ? places[index] : HOLE;
  }

  /** CRC32C of a block that is somewhere by itself. */
  public int checksum(int index) {
    return checksums[index];
  }

  /** The unit that a block is packed into; null if it is not. */
  public @Nullable RawUnit unit(int index) {
    return index < units.length ? units[index] : null;
  }

  /** Whether blocks are, or were, packed. */
  public boolean hasUnits() {
    return units.length > 0;
  }

  /** All units of which a block is still shown, by the first of these. */
  public List<RawUnit> units() {
    List<RawUnit> all = new ArrayList<>();
    for (RawUnit unit : units) {
      if (unit != null && !all.contains(unit)) {
        all.add(unit);
      }
    }
    return all;
  }

  /** Whether a block of a unit is still shown. */
  public boolean shows(RawUnit unit) {
    for (int i = unit.first(); i < unit.first() + unit.count(); i++) {
      if (unit.equals(unit(i))) {
        return true;
      }
    }
    return false;
  }

  /** Tells all blocks of the data file that these blocks take. */
  public void eachPlace(Visitor visitor) {
    for (int i = 0; i < places.length; i++) {
      if (places[i] >= 0) {
        visitor.onBlock(places[i], checksums[i]);
      }
    }
    for (RawUnit unit : units()) {
      for (RawStep.Run run : unit.runs()) {
        for (int i = 0; i < run.count(); i++) {
          visitor.onBlock(run.place() + i, run.checksum(i));
        }
      }
    }
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

  /** Says where a block is now, by itself. */
  public void set(int index, long place, int checksum) {
    Invariant.check(index < MAX && place >= 0, () -> "block " + index + " at " + place);
    put(index, place, checksum);
    forget(index);
  }

  /** Says that a block is packed into a unit. */
  public void pack(int index, RawUnit unit) {
    Invariant.check(
        index >= unit.first() && index < unit.first() + unit.count(),
        () -> "block " + index + " in " + unit);
    put(index, PACKED, 0);
    if (units.length == 0) {
      units = new RawUnit[MAX];
    }
    units[index] = unit;
  }

  private void put(int index, long place, int checksum) {
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

  private void forget(int index) {
    if (unit(index) != null) {
      units[index] = null;
    }
  }

  /** Makes a block a hole. */
  public void clear(int index) {
    if (index < places.length) {
      places[index] = HOLE;
      checksums[index] = 0;
      forget(index);
    }
  }

  /** Becomes what another is. */
  public void copy(RawBlocks other) {
    places = other.places.clone();
    checksums = other.checksums.clone();
    units = other.units.clone();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof RawBlocks that)) {
      return false;
    }
    for (int i = 0; i < MAX; i++) {
      boolean same =
          place(i) == that.place(i)
              && (place(i) < 0 || checksum(i) == that.checksum(i))
              && Objects.equals(unit(i), that.unit(i));
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
      hash += places[i] == HOLE ? 0 : Objects.hash(i, places[i], checksums[i], unit(i));
    }
    return hash;
  }

  @Override
  public String toString() {
    return "RawBlocks" + Arrays.toString(places) + (units.length == 0 ? "" : units());
  }
}
