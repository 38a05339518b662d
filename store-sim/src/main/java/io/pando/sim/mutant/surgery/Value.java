package io.pando.sim.mutant.surgery;

/** A replacement value. */
public sealed interface Value {
  /** No value, for calls without a result. */
  record None() implements Value {}

  /** A number or a boolean: {@code int}, {@code long} or {@code boolean}, by the required type. */
  record Amount(long number) implements Value {}

  /** The null reference. */
  record Null() implements Value {}

  /** An argument: 0 is the receiver, 1 the first; of a static method, 0 is the first. */
  record Argument(int index) implements Value {}

  /** A constant of the required class, such as {@code Version.ZERO}. */
  record Constant(String field) implements Value {}

  /** Result of a static method of the required type without arguments, such as {@code List.of}. */
  record Made(String method) implements Value {}
}
