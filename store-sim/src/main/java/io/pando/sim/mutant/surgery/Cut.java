package io.pando.sim.mutant.surgery;

/**
 * One change in one method.
 *
 * @param type binary name of the class without {@code io.pando.}
 * @param method its name; no other method may have that name. For changes of calls, the lambdas
 *     inside the method belong to it
 * @param form kind of change
 */
public record Cut(String type, String method, Form form) {
  private static final String ROOT = "io.pando.";

  /** Binary name of the class. */
  public String typeName() {
    return ROOT + type;
  }

  @Override
  public String toString() {
    return type + "." + method + ": " + form;
  }
}
