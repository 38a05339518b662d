package io.pando.sim.mutant;

/**
 * One change in one method.
 *
 * @param type binary name of the class without {@code io.pando.}
 * @param method its name; the method must be the only one of that name. Where calls are changed,
 *     the lambdas written within the method belong to it
 * @param form what is changed
 */
public record Cut(String type, String method, Form form) {
  private static final String ROOT = "io.pando.";

  /** Binary name of the class. */
  String typeName() {
    return ROOT + type;
  }

  @Override
  public String toString() {
    return type + "." + method + ": " + form;
  }
}
