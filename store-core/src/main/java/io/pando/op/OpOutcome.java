package io.pando.op;

import io.pando.id.Version;
import java.util.List;

/** How a vector of operations ended. */
public sealed interface OpOutcome {
  /**
   * All of it happened.
   *
   * @param version of the object: the new one if the vector changed it, else the one that was read
   * @param results one for each operation, in order
   */
  record Succeeded(Version version, List<OpResult> results) implements OpOutcome {}

  /**
   * None of it happened.
   *
   * @param opIndex which operation failed, from 0; -1 for the vector as a whole
   * @param detail a sentence that names the thing
   */
  record Failed(OpError error, int opIndex, String detail) implements OpOutcome {}
}
