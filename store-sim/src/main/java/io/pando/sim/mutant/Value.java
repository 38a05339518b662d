package io.pando.sim.mutant;

/** What stands in the place of something. */
public sealed interface Value {
  /** Nothing, for what gives nothing. */
  record None() implements Value {}

  /** A number or a truth: {@code int}, {@code long} or {@code boolean} by what is wanted. */
  record Amount(long number) implements Value {}

  /** No object. */
  record Null() implements Value {}

  /** An argument: 0 is the receiver, 1 the first; of a static method, 0 is the first. */
  record Argument(int index) implements Value {}

  /** A constant of the class that is wanted, such as {@code Version.ZERO}. */
  record Constant(String field) implements Value {}

  /** What a static method of the wanted type without arguments gives, such as {@code List.of}. */
  record Made(String method) implements Value {}
}
