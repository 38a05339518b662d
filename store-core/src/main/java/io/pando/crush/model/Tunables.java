package io.pando.crush.model;

import java.util.EnumMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A value for each {@link Tunable}. Immutable. */
public final class Tunables {
  private final EnumMap<Tunable, Integer> values;

  private Tunables(EnumMap<Tunable, Integer> values) {
    this.values = values;
  }

  /** The behaviour of the first release; the values of parameters that a map's text omits. */
  public static Tunables legacy() {
    return of(Tunable::legacy);
  }

  /** The values for new maps. */
  public static Tunables optimal() {
    return of(Tunable::optimal);
  }

  private static Tunables of(ToIntFunction<Tunable> value) {
    EnumMap<Tunable, Integer> values = new EnumMap<>(Tunable.class);
    for (Tunable tunable : Tunable.values()) {
      values.put(tunable, value.applyAsInt(tunable));
    }
    return new Tunables(values);
  }

  /** The value of one tunable. */
  public int get(Tunable tunable) {
    return values.getOrDefault(tunable, tunable.legacy());
  }

  /**
   * The same tunables with one value changed.
   *
   * @throws InvalidCrushMapException if the value is negative
   */
  public Tunables with(Tunable tunable, int value) {
    if (value < 0) {
      throw new InvalidCrushMapException(
          "tunable " + tunable.text() + " is " + value + "; it must not be negative");
    }
    EnumMap<Tunable, Integer> changed = new EnumMap<>(values);
    changed.put(tunable, value);
    return new Tunables(changed);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Tunables that && values.equals(that.values);
  }

  /** The same in every process, unlike the hash code of a map with enum keys. */
  @Override
  public int hashCode() {
    int hash = 0;
    for (int value : values.values()) {
      hash = 31 * hash + value;
    }
    return hash;
  }

  @Override
  public String toString() {
    return "Tunables" + values;
  }
}
