package io.pando.report.group;

import io.pando.group.ScrubRecord;
import java.util.List;

/**
 * The state of one group's scrubbing, as its primary sees it.
 *
 * @param record stored scrub record
 * @param doneThousandths part of the group's range that the running scrub has finished, in
 *     thousandths
 * @param waitsFor reason why it does not continue; empty if it does
 * @param lastFound number of inconsistent objects that the running or last scrub found, repaired or
 *     not, as far as this primary led it
 * @param inconsistent inconsistent objects that are not repaired, at most a hundred
 * @param session cost of the running or last repair session, as far as this primary led it
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
