package io.pando.collect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map from numbers other than zero to values, for millions of them: it takes 18 to 32 bytes for
 * each with 8-byte references, where {@link java.util.TreeMap} takes 56 and an object for the
 * number. Its content has no order ({@link #numbers} sorts).
 *
 * <p>A hash table with linear probing. A number that is removed leaves no mark: those behind it
 * move up. Not safe for use by several threads.
 *
 * @param <V> values
 */
public final class TableByNumber<V> {
  private static final int FEWEST = 16;
  private static final long MIX = 0x9e3779b97f4a7c15L;

  private long[] numbers = new long[FEWEST];
  private @Nullable Object[] values = new Object[FEWEST];
  private int size;

  /** Number of values. */
  public int size() {
    return size;
  }

  /** The slot of a number, or the free one where it belongs. */
  private int slot(long number) {
    long mixed = number * MIX;
    int at = (int) Math.unsignedMultiplyHigh(mixed ^ mixed >>> 32, numbers.length);
    while (numbers[at] != 0 && numbers[at] != number) {
      at = next(at);
    }
    return at;
  }

  private int next(int slot) {
    return slot + 1 == numbers.length ? 0 : slot + 1;
  }

  /** The value of a number; null if it has none. */
  @SuppressWarnings("unchecked")
  public @Nullable V get(long number) {
    return (V) values[slot(number)];
  }

  /** Sets the value of a number, which is not 0; returns the one before. */
  @SuppressWarnings("unchecked")
  public @Nullable V put(long number, V value) {
    if (number == 0) {
      throw new IllegalArgumentException("0 marks a free slot");
    }
    int at = slot(number);
    V before = (V) values[at];
    numbers[at] = number;
    values[at] = value;
    if (before == null) {
      size++;
      growIfFull();
    }
    return before;
  }

  /** Removes a number; returns its value, null if it had none. */
  @SuppressWarnings("unchecked")
  public @Nullable V remove(long number) {
    int gap = slot(number);
    V before = (V) values[gap];
    if (before == null) {
      return null;
    }
    size--;
    clear(gap);
    for (int at = next(gap); numbers[at] != 0; at = next(at)) {
      long moved = numbers[at];
      Object value = values[at];
      clear(at);
      int to = slot(moved);
      numbers[to] = moved;
      values[to] = value;
    }
    return before;
  }

  private void clear(int slot) {
    numbers[slot] = 0;
    values[slot] = null;
  }

  /** Four of five slots are used at most. */
  private void growIfFull() {
    if (size * 5L <= numbers.length * 4L) {
      return;
    }
    long[] oldNumbers = numbers;
    @Nullable Object[] oldValues = values;
    numbers = new long[oldNumbers.length + oldNumbers.length / 2];
    values = new Object[numbers.length];
    for (int i = 0; i < oldNumbers.length; i++) {
      if (oldNumbers[i] != 0) {
        int to = slot(oldNumbers[i]);
        numbers[to] = oldNumbers[i];
        values[to] = oldValues[i];
      }
    }
  }

  /** All numbers that have a value, ascending. */
  public long[] numbers() {
    long[] all = new long[size];
    int found = 0;
    for (long each : numbers) {
      if (each != 0) {
        all[found] = each;
        found++;
      }
    }
    Arrays.sort(all);
    return all;
  }

  /** The values, in the order of their numbers. */
  public List<V> values() {
    List<V> all = new ArrayList<>(size);
    for (long each : numbers()) {
      V value = get(each);
      if (value != null) {
        all.add(value);
      }
    }
    return all;
  }
}
