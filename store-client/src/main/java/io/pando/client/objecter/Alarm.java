package io.pando.client.objecter;

import java.util.Comparator;

/**
 * A time at which an operation needs attention.
 *
 * @param deadline whether it is the operation's deadline; otherwise it is the end of its back-off
 */
record Alarm(long nanos, long sequence, boolean deadline) implements Comparable<Alarm> {
  private static final Comparator<Alarm> ORDER =
      Comparator.comparingLong(Alarm::nanos)
          .thenComparingLong(Alarm::sequence)
          .thenComparing(Alarm::deadline);

  @Override
  public int compareTo(Alarm other) {
    return ORDER.compare(this, other);
  }
}
