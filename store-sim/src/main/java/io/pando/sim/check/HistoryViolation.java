package io.pando.sim.check;

/**
 * A violation in a history.
 *
 * @param object object concerned; empty for a listing as a whole
 * @param account description for people, in lines
 */
public record HistoryViolation(String object, String account) {
  @Override
  public String toString() {
    return account;
  }
}
