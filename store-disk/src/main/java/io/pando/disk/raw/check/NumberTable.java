package io.pando.disk.raw.check;

import io.pando.check.Invariant;
import java.util.SortedSet;
import java.util.TreeSet;

/** A table of one value for each object number, with a few bytes for each. */
final class NumberTable {
  private static final long FREE = 0;

  private final TreeSet<Long> duplicates = new TreeSet<>();
  private long[] numbers = new long[1 << 10];
  private long[] facts = new long[1 << 10];
  private int size;
  private long last;

  /**
   * Adds an object.
   *
   * @param number positive
   * @param fact value for the object
   */
  void add(long number, long fact) {
    Invariant.check(number > 0, () -> "object number " + number);
    if (size * 2 >= numbers.length) {
      grow();
    }
    int at = find(number);
    if (numbers[at] == number) {
      duplicates.add(number);
      return;
    }
    numbers[at] = number;
    facts[at] = fact;
    size++;
    last = Math.max(last, number);
  }

  boolean contains(long number) {
    return number > 0 && numbers[find(number)] == number;
  }

  /** The value for an object in the table. */
  long fact(long number) {
    return facts[find(number)];
  }

  /** Numbers that several objects have. */
  SortedSet<Long> duplicates() {
    return duplicates;
  }

  /** The greatest number. */
  long last() {
    return last;
  }

  private int find(long number) {
    int mask = numbers.length - 1;
    int at = (int) mix(number) & mask;
    for (int left = numbers.length; left > 0; left--) {
      if (numbers[at] == FREE || numbers[at] == number) {
        return at;
      }
      at = (at + 1) & mask;
    }
    throw Invariant.unreachable("a table of numbers has no free place");
  }

  private static long mix(long number) {
    return (number * 0x9e3779b97f4a7c15L) >>> 20;
  }

  private void grow() {
    long[] oldNumbers = numbers;
    long[] oldFacts = facts;
    numbers = new long[oldNumbers.length * 2];
    facts = new long[oldNumbers.length * 2];
    for (int i = 0; i < oldNumbers.length; i++) {
      if (oldNumbers[i] != FREE) {
        int at = find(oldNumbers[i]);
        numbers[at] = oldNumbers[i];
        facts[at] = oldFacts[i];
      }
    }
  }
}
