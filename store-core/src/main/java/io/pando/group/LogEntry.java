package io.pando.group;

import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.op.OpResult;
import java.util.List;

/**
 * One update in the log of a placement group (paper 003 §6.3.4).
 *
 * @param version of the update
 * @param prior version of the object before, {@link Version#ZERO} if it did not exist
 * @param request by which a resent request is recognised
 * @param results what the client was told, so that a duplicate is told the same
 */
public record LogEntry(
    Version version,
    Version prior,
    ObjectId object,
    Kind kind,
    RequestId request,
    List<OpResult> results) {
  /** What happened to the object. */
  public enum Kind {
    MODIFY,
    DELETE,
    /** Nothing here: the object belongs to another group since the groups were split. */
    ELSEWHERE
  }

  public LogEntry {
    results = List.copyOf(results);
  }

  /**
   * What stands in the place of an update whose object belongs to another group: it keeps the
   * counters without a gap and touches nothing.
   */
  public static LogEntry elsewhere(Version version) {
    return new LogEntry(
        version, Version.ZERO, GroupInfo.NOTHING, Kind.ELSEWHERE, RequestId.NONE, List.of());
  }

  /** Whether it is about an object of this group. */
  public boolean isHere() {
    return kind != Kind.ELSEWHERE;
  }
}
