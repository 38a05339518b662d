package io.pando.sim.mutant;

/**
 * How a method is changed. The changes are few and small on purpose: a mistake is a thing left out,
 * a question answered wrongly, a value mixed up. A form that finds its place not at all, or more
 * often than it says, is refused, so that the table of mutants follows the code it changes.
 */
public sealed interface Form {
  /** The method gives this and does nothing else. */
  record Gives(Value value) implements Form {}

  /** The method does what a static method of {@link Replacements} does, given all its arguments. */
  record IsReplaced(String by) implements Form {}

  /** A call is left out; this stands in the place of what it gave. */
  record CallGives(Call call, Value value) implements Form {}

  /** A call is made, and its answer turned round. */
  record CallNegated(Call call) implements Form {}

  /**
   * A static method of {@link Replacements} is called instead, with the receiver before the rest.
   */
  record CallReplaced(Call call, String by) implements Form {}

  /** A branch goes the other way: the {@code which}-th of the {@code of} that the method has. */
  record BranchNegated(int which, int of) implements Form {}

  /**
   * A mistake of a kind at one place, as {@link RandomMutants} draws it.
   *
   * @param method name and descriptor
   * @param element number of the code element within it
   * @param variant which of several ways; of two sends, the number of the second one's element
   */
  record At(String method, int element, Slip slip, int variant) implements Form {}

  /**
   * Calls of a method within another.
   *
   * @param type simple name of the class through which it is called
   * @param which of the {@code of} there are, from 1; 0: all of them
   */
  record Call(String type, String method, int which, int of) {}

  // How tables are written

  /** The method does nothing. */
  static Form doesNothing() {
    return new Gives(new Value.None());
  }

  /** The method answers so. */
  static Form gives(boolean answer) {
    return new Gives(new Value.Amount(answer ? 1 : 0));
  }

  /** The only call of that method is left out. */
  static Form skips(String type, String method) {
    return new CallGives(only(type, method), new Value.None());
  }

  /** The only call of that method is left out, and gives this. */
  static Form callGives(String type, String method, Value value) {
    return new CallGives(only(type, method), value);
  }

  /** The only call of that method gives this answer. */
  static Form callGives(String type, String method, boolean answer) {
    return callGives(type, method, new Value.Amount(answer ? 1 : 0));
  }

  /** The answer of the only call of that method is turned round. */
  static Form negates(String type, String method) {
    return new CallNegated(only(type, method));
  }

  /** The only call of that method. */
  static Call only(String type, String method) {
    return new Call(type, method, 1, 1);
  }
}
