package io.pando.disk.raw.format;

import io.pando.check.Invariant;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Locations of up to {@value #MAX} successive blocks of an object in the data file of a raw store.
 * Each block is a hole, or in its own block of the data file with a CRC32C, or packed (compressed)
 * with others into a {@link RawUnit}. Mutable. The arrays are kept short, since a store holds many
 * of these objects. Equality is by content.
 */
public final class RawBlocks {
  /** Maximum number of blocks described by one record. */
  public static final int MAX = 64;

  /** Place of a hole: a block that is not stored and reads as zeros. */
  public static final long HOLE = -1;

  /** Place of a block that is packed into a unit. */
  public static final long PACKED = -2;

  private static final @Nullable RawUnit[] NO_UNITS = {};

  private long[] places = new long[0];
  private int[] checksums = new int[0];

  /** The unit of each block; empty as long as no block is packed. */
  private @Nullable RawUnit[] units = NO_UNITS;

  /** Receives blocks of the data file. */
  public interface Visitor {
    void onBlock(long place, int checksum);
  }

  /** Number of the block in the data file, or {@link #HOLE}, or {@link #PACKED}. */
  public long place(int index) {
    return index < places.length ? places[index] : HOLE;
  }

  /** CRC32C of a block that is stored by itself. */
  public int checksum(int index) {
    return checksums[index];
  }

  /** Checksums of blocks that are stored by themselves. */
  IntBuffer checksums(int from, int to) {
    return IntBuffer.wrap(checksums, from, to - from);
  }

  /** End of the blocks from {@code first} on that follow one another in the data file. */
  int endOfRun(int first) {
    int end = first + 1;
    while (end < places.length
        && places[first] >= 0
        && places[end] == places[first] + end - first) {
      end++;
    }
    return end;
  }

  /** The unit into which a block is packed; null if it is not packed. */
  public @Nullable RawUnit unit(int index) {
    return index < units.length ? units[index] : null;
  }

  /** Whether any block is packed, or was. */
  public boolean hasUnits() {
    return units.length > 0;
  }

  /** All units to which some block still refers, in the order of the first such block. */
  public List<RawUnit> units() {
    List<RawUnit> all = new ArrayList<>();
    for (RawUnit unit : units) {
      if (unit != null && !all.contains(unit)) {
        all.add(unit);
      }
    }
    return all;
  }

  /** Whether some block still refers to the unit. */
  public boolean shows(RawUnit unit) {
    for (int i = unit.first(); i < unit.first() + unit.count(); i++) {
      if (unit.equals(unit(i))) {
        return true;
      }
    }
    return false;
  }

  /** Passes all blocks of the data file that are in use here to the visitor. */
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

  /** At least the index of the last stored block plus one. */
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

  /** Sets the place of a block that is stored by itself. */
  public void set(int index, long place, int checksum) {
    Invariant.check(index < MAX && place >= 0, () -> "block " + index + " at " + place);
    put(index, place, checksum);
    forget(index);
  }

  /** Records that a block is packed into a unit. */
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

  /** Copies the contents of another instance. */
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
