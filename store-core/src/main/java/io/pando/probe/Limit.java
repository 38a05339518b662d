package io.pando.probe;

import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A limit of production code that a simulation may set lower, so that what happens at the limit
 * happens with the few objects of a run: a page, a batch, a window, how much is remembered. Code
 * that has one must be right with any value from {@link #least} to {@link #usual}.
 *
 * <p>In production the value is the usual one: unless the JVM was started with {@code
 * -Dpando.probes=true}, nothing is looked up. Otherwise the nearest enclosing {@link #draw} decides
 * on this thread. It must decide the same during all of a run, since daemons count on what they
 * stored and sent with it. The idea is that of FoundationDB's knobs.
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
   * A limit.
   *
   * @param name what of, a literal that no other limit has
   * @param least with which the code is still right, at least 1
   * @param usual value in production, at least {@code least}
   */
  public static Limit of(String name, long least, long usual) {
    return new Limit(name, least, usual, false);
  }

  /** The same, of memory or room on a disk that is taken as a whole before it is needed. */
  public static Limit ofReserve(String name, long least, long usual) {
    return new Limit(name, least, usual, true);
  }

  /** Calls an action on this thread; the function decides about each limit that it meets. */
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

  /** Whether it is of memory or room that is taken as a whole before it is needed. */
  public boolean isReserve() {
    return reserve;
  }

  /** The value that holds here; callers know that the usual one is an {@code int}. */
  public int value() {
    return (int) longValue();
  }

  /** The value that holds here. */
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
