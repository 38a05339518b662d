package io.pando.sim.check;

import io.pando.id.Version;
import io.pando.op.OpError;
import io.pando.op.OpResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client was told of an operation. */
public sealed interface Ending {
  /**
   * It happened.
   *
   * @param version of the object, as told; null where the client was not told
   * @param results one for each operation of the vector; empty where the client was told none
   */
  record Succeeded(@Nullable Version version, List<OpResult> results) implements Ending {
    public Succeeded {
      results = List.copyOf(results);
    }

    @Override
    public String toString() {
      return "ok " + (version == null ? "" : version + " ") + results;
    }
  }

  /** It changed nothing, for this reason, which says something of the object. */
  record Failed(OpError error) implements Ending {
    @Override
    public String toString() {
      return error.toString();
    }
  }

  /** It changed nothing, for a reason that says nothing of the object. */
  record NotDone(String why) implements Ending {
    @Override
    public String toString() {
      return "not done (" + why + ")";
    }
  }

  /** It changed nothing, since nobody had good bytes of the object. */
  record Damaged(String why) implements Ending {
    @Override
    public String toString() {
      return "damaged (" + why + ")";
    }
  }

  /** It took effect at some time after its call, or will, or never. */
  record Unknown(String why) implements Ending {
    @Override
    public String toString() {
      return "unknown (" + why + ")";
    }
  }
}
