package io.pando.sim.mutant.surgery;

import io.pando.sim.mutant.RandomMutants;
import io.pando.sim.mutant.Replacements;

/**
 * How a method is changed. The kinds of change are few and small on purpose: an action left out, a
 * wrong answer, a wrong value. A form that finds its place not at all, or more often than it says,
 * is refused, so that the table of mutants follows the code it changes.
 */
public sealed interface Form {
  /** The method returns this value and does nothing else. */
  record Gives(Value value) implements Form {}

  /** The method does what a static method of {@link Replacements} does, given all its arguments. */
  record IsReplaced(String by) implements Form {}

  /** A call is left out, and this value replaces its result. */
  record CallGives(Call call, Value value) implements Form {}

  /** A call is made, and its result negated. */
  record CallNegated(Call call) implements Form {}

  /**
   * A static method of {@link Replacements} is called instead, with the receiver as first argument.
   */
  record CallReplaced(Call call, String by) implements Form {}

  /** A branch goes the other way: the {@code which}-th of the {@code of} that the method has. */
  record BranchNegated(int which, int of) implements Form {}

  /**
   * A slip at one place, as {@link RandomMutants} draws it.
   *
   * @param method name and descriptor
   * @param element number of the code element within the method
   * @param variant index of the variant; for two sends, the number of the second one's element
   */
  record At(String method, int element, Slip slip, int variant) implements Form {}

  /**
   * Calls of a method within another.
   *
   * @param type simple name of the class through which it is called
   * @param which of the {@code of} there are, from 1; 0: all of them
   */
  record Call(String type, String method, int which, int of) {}

  // Notation for the tables.

  /** The method does nothing. */
  static Form doesNothing() {
    return new Gives(new Value.None());
  }

  /** The method returns this answer. */
  static Form gives(boolean answer) {
    return new Gives(new Value.Amount(answer ? 1 : 0));
  }

  /** The only call of that method is left out. */
  static Form skips(String type, String method) {
    return new CallGives(only(type, method), new Value.None());
  }

  /** The only call of that method is left out, and this value replaces its result. */
  static Form callGives(String type, String method, Value value) {
    return new CallGives(only(type, method), value);
  }

  /** The only call of that method returns this answer. */
  static Form callGives(String type, String method, boolean answer) {
    return callGives(type, method, new Value.Amount(answer ? 1 : 0));
  }

  /** The result of the only call of that method is negated. */
  static Form negates(String type, String method) {
    return new CallNegated(only(type, method));
  }

  /** The only call of that method. */
  static Call only(String type, String method) {
    return new Call(type, method, 1, 1);
  }
}
