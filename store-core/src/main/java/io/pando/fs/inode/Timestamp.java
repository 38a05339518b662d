package io.pando.fs.inode;

import java.time.Instant;

/**
 * A time of a file in UTC, as {@code struct timespec} has it.
 *
 * @param seconds since 1970; negative before
 * @param nanos of the second, 0 to 999,999,999
 */
public record Timestamp(long seconds, int nanos) implements Comparable<Timestamp> {
  /** The beginning of 1970. */
  public static final Timestamp EPOCH = new Timestamp(0, 0);

  private static final int SECOND = 1_000_000_000;
  private static final long MILLIS = 1_000;
  private static final int NANOS_OF_MILLI = 1_000_000;

  public Timestamp {
    if (nanos < 0 || nanos >= SECOND) {
      throw new IllegalArgumentException("nanoseconds of a second: " + nanos);
    }
  }

  /** A time by a clock that counts milliseconds since 1970. */
  public static Timestamp ofMillis(long millis) {
    return new Timestamp(
        Math.floorDiv(millis, MILLIS), (int) Math.floorMod(millis, MILLIS) * NANOS_OF_MILLI);
  }

  /** The same time. */
  public static Timestamp of(Instant time) {
    return new Timestamp(time.getEpochSecond(), time.getNano());
  }

  /** The same time; the first or the last that there is, for one that is further away. */
  public Instant toInstant() {
    long known = Math.clamp(seconds, Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond());
    return Instant.ofEpochSecond(known, nanos);
  }

  /** The later of two. */
  public Timestamp max(Timestamp other) {
    return compareTo(other) >= 0 ? this : other;
  }

  @Override
  public int compareTo(Timestamp other) {
    int bySeconds = Long.compare(seconds, other.seconds);
    return bySeconds != 0 ? bySeconds : Integer.compare(nanos, other.nanos);
  }

  @Override
  public String toString() {
    return "%d.%09d".formatted(seconds, nanos);
  }
}
