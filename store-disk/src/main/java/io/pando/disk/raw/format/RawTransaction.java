package io.pando.disk.raw.format;

import java.util.List;

/**
 * A transaction, in the form of a raw store's log.
 *
 * @param steps steps of the transaction, not empty; all of them are applied or none
 */
public record RawTransaction(List<RawStep> steps) {
  public RawTransaction {
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("an update must have a step");
    }
    steps = List.copyOf(steps);
  }
}
