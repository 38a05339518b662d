package io.pando.sim.check;

/**
 * Something in a history that must not be.
 *
 * @param object which it is about; empty for a listing as a whole
 * @param account what, in lines for people
 */
public record Finding(String object, String account) {
  @Override
  public String toString() {
    return account;
  }
}
