package io.pando.probe;

import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A limit of production code that a simulation may lower, so that the few objects of a run are
 * enough to reach it: the size of a page, a batch, a window or a memory of past events. Code with a
 * limit must be correct for any value from {@link #least} to {@link #usual}.
 *
 * <p>In production the value is the usual one: nothing is looked up unless the JVM was started with
 * {@code -Dpando.probes=true}. Otherwise the innermost enclosing {@link #draw} on this thread
 * decides. It must return the same value throughout a run, since daemons rely on the value with
 * which they stored and sent data. The idea is that of FoundationDB's knobs.
 */
public final class Limit {
  private static final boolean ON = Boolean.getBoolean("pando.probes");
  private static final ScopedValue<ToLongFunction<Limit>> SOURCE = ScopedValue.newInstance();

  private final String name;
  private final long least;
  private final long usual;
  private final boolean reserve;

  private Limit(String name, long least, long usual, boolean reserve) {
    if (least < 1 || least > usual) {
      throw new IllegalArgumentException(name + " from " + least + " to " + usual);
    }
    this.name = name;
    this.least = least;
    this.usual = usual;
    this.reserve = reserve;
  }

  /**
   * Defines a limit.
   *
   * @param name unique name, as a literal
   * @param least smallest value for which the code is correct, at least 1
   * @param usual value in production, at least {@code least}
   */
  public static Limit of(String name, long least, long usual) {
    return new Limit(name, least, usual, false);
  }

  /** As {@link #of}, for memory or disk space that is reserved as a whole before it is needed. */
  public static Limit ofReserve(String name, long least, long usual) {
    return new Limit(name, least, usual, true);
  }

  /**
   * Runs an action on this thread; the function chooses the value of each limit that the action
   * reads.
   */
  public static <T> T draw(ToLongFunction<Limit> values, Supplier<T> action) {
    return ScopedValue.where(SOURCE, values).call(action::get);
  }

  public String name() {
    return name;
  }

  public long least() {
    return least;
  }

  public long usual() {
    return usual;
  }

  /**
   * Whether the limit is for memory or disk space that is reserved as a whole before it is needed.
   */
  public boolean isReserve() {
    return reserve;
  }

  /** The value in effect; for limits whose usual value is an {@code int}. */
  public int value() {
    return (int) longValue();
  }

  /** The value in effect. */
  public long longValue() {
    if (ON && SOURCE.isBound()) {
      return SOURCE.get().applyAsLong(this);
    }
    return usual;
  }

  @Override
  public String toString() {
    return name;
  }
}
