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
    /** Nothing here: the object belongs to another group since groups were split. */
    ELSEWHERE,
    /**
     * Nothing any more: an update of before groups were merged, kept for its request. {@code prior}
     * is the version that it made.
     */
    REMEMBERED;

    /** Whether it changed the object. */
    public boolean touchesObject() {
      return this == MODIFY || this == DELETE;
    }

    /** Whether a request made it. */
    public boolean hasRequest() {
      return this != ELSEWHERE;
    }
  }

  /** What nearly every update was told; thousands of entries are kept, so they share it. */
  private static final List<OpResult> DONE = List.of(new OpResult.Done());

  public LogEntry {
    boolean done = results.size() == 1 && results.getFirst() instanceof OpResult.Done;
    results = done ? DONE : List.copyOf(results);
  }

  /**
   * What stands in the place of an update whose object belongs to another group: it keeps the
   * counters without a gap and touches nothing.
   */
  public static LogEntry elsewhere(Version version) {
    return new LogEntry(
        version, Version.ZERO, GroupInfo.NOTHING, Kind.ELSEWHERE, RequestId.NONE, List.of());
  }

  /** The same at another place in the log of the group into which its own was merged. */
  public LogEntry rememberedAs(Version other) {
    return new LogEntry(other, told(), object, Kind.REMEMBERED, request, results);
  }

  /** Whether it changed the object. */
  public boolean touchesObject() {
    return kind.touchesObject();
  }

  /** Whether a request made it. */
  public boolean hasRequest() {
    return kind.hasRequest();
  }

  /** The version that the client was told. */
  public Version told() {
    return kind == Kind.REMEMBERED ? prior : version;
  }
}
