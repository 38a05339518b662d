package io.pando.report;

import io.pando.group.ScrubRecord;
import java.util.List;

/**
 * How the scrubbing of one group stands, as its primary sees it.
 *
 * @param record what is kept of it
 * @param doneThousandths of the group's range that the running one has behind it
 * @param waitsFor why it does not go on, else empty
 * @param lastFound inconsistent objects that the running or the last one found, whatever became of
 *     them, as far as this primary led it
 * @param inconsistent objects that were found and are not repaired, at most a hundred
 * @param session what the running or the last repair session took, as far as this primary led it
 */
public record GroupScrub(
    ScrubRecord record,
    int doneThousandths,
    String waitsFor,
    long lastFound,
    List<InconsistentObject> inconsistent,
    SessionCost session) {
  public GroupScrub {
    inconsistent = List.copyOf(inconsistent);
  }
}
