package io.pando.format;

import java.util.List;

/**
 * A transaction as the log of a raw store has it.
 *
 * @param steps not empty; together they are taken or not
 */
public record RawUpdate(List<RawStep> steps) {
  public RawUpdate {
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("an update must have a step");
    }
    steps = List.copyOf(steps);
  }
}
