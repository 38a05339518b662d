package io.pando.op;

import io.pando.id.Version;
import java.util.List;

/** How a vector of operations ended. */
public sealed interface OpOutcome {
  /**
   * All operations took effect.
   *
   * @param version the object's version: the new one if the vector changed the object, otherwise
   *     the one that was read
   * @param results results of the operations, in order
   */
  record Succeeded(Version version, List<OpResult> results) implements OpOutcome {}

  /**
   * No operation took effect.
   *
   * @param opIndex index of the operation that failed, from 0; -1 for the vector as a whole
   * @param detail the reason as a sentence, with the name of the thing concerned
   */
  record Failed(OpError error, int opIndex, String detail) implements OpOutcome {}
}
