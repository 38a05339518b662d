package io.pando.sim.check;

import io.pando.id.Version;
import io.pando.op.OpError;
import io.pando.op.OpResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Outcome of an operation, as its client received it. */
public sealed interface CallOutcome {
  /**
   * The operation took effect.
   *
   * @param version version of the object that the client received; null if it received none
   * @param results one result for each operation of the vector; empty if the client received none
   */
  record Succeeded(@Nullable Version version, List<OpResult> results) implements CallOutcome {
    public Succeeded {
      results = List.copyOf(results);
    }

    @Override
    public String toString() {
      return "ok " + (version == null ? "" : version + " ") + results;
    }
  }

  /** The operation changed nothing, for a reason that depends on the object. */
  record Failed(OpError error) implements CallOutcome {
    @Override
    public String toString() {
      return error.toString();
    }
  }

  /** The operation changed nothing, for a reason that does not depend on the object. */
  record NotDone(String why) implements CallOutcome {
    @Override
    public String toString() {
      return "not done (" + why + ")";
    }
  }

  /** The operation changed nothing, since no OSD had good bytes of the object. */
  record Damaged(String why) implements CallOutcome {
    @Override
    public String toString() {
      return "damaged (" + why + ")";
    }
  }

  /** The operation took effect at some time after its call, or will, or never does. */
  record Unknown(String why) implements CallOutcome {
    @Override
    public String toString() {
      return "unknown (" + why + ")";
    }
  }
}
