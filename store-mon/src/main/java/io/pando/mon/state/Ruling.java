package io.pando.mon.state;

import io.pando.cluster.Incremental;
import java.util.List;

/** Whether a change is made, and by which edits of the map. */
public sealed interface Ruling {
  /**
   * The change is accepted.
   *
   * @param edits empty if nothing has to change
   * @param note description of the change for people
   */
  record Accepted(List<Incremental.Edit> edits, String note) implements Ruling {
    public Accepted {
      edits = List.copyOf(edits);
    }
  }

  /** The change is refused. The reason names the cause and the remedy. */
  record Refused(String reason) implements Ruling {}
}
