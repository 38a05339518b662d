package io.pando.group;

import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.op.OpResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One update in the log of a placement group (paper 003 §6.3.4).
 *
 * @param version version of the update
 * @param prior the object's version before the update, {@link Version#ZERO} if it did not exist
 * @param changed which bytes of the object's fragments the update changed; null if that is not
 *     known, or if fragments cannot be changed in part to what they are after it: with replicas,
 *     and if the update creates, replaces, cuts or removes the object
 */
public record LogEntry(
    Version version,
    Version prior,
    ObjectId object,
    Kind kind,
    Answer answer,
    @Nullable ChangedRows changed) {
  /**
   * How a request was answered.
   *
   * @param request id of the client's request, by which a resent request is recognised
   * @param results the client's results, so that a resent request gets the same answer
   */
  public record Answer(RequestId request, List<OpResult> results) {
    public Answer {
      boolean done = results.size() == 1 && results.getFirst() instanceof OpResult.Done;
      results = done ? DONE : List.copyOf(results);
    }
  }

  /** The kind of an update. */
  public enum Kind {
    MODIFY,
    DELETE,
    /** No change here: since a split the object belongs to another group. */
    PLACEHOLDER,
    /**
     * No change any more: an update from before a merge of groups, kept for its request. {@code
     * prior} is the version that it made.
     */
    REMEMBERED;

    /** Whether an update of this kind changed the object. */
    public boolean touchesObject() {
      return this == MODIFY || this == DELETE;
    }

    /** Whether an update of this kind has a request id. */
    public boolean hasRequest() {
      return this != PLACEHOLDER;
    }
  }

  /** The results of nearly every update; shared, since thousands of entries are in memory. */
  private static final List<OpResult> DONE = List.of(new OpResult.Done());

  /** An update of which is not known what it changed. */
  public LogEntry(
      Version version,
      Version prior,
      ObjectId object,
      Kind kind,
      RequestId request,
      List<OpResult> results) {
    this(version, prior, object, kind, new Answer(request, results), null);
  }

  /**
   * A placeholder for an update whose object belongs to another group. It keeps the counters free
   * of gaps and changes no object.
   */
  public static LogEntry elsewhere(Version version) {
    return new LogEntry(
        version, Version.ZERO, GroupInfo.NOTHING, Kind.PLACEHOLDER, RequestId.NONE, List.of());
  }

  /**
   * The same update, remembered under another version in the log of the group into which its own
   * group was merged.
   */
  public LogEntry rememberedAs(Version other) {
    return new LogEntry(other, reportedVersion(), object, Kind.REMEMBERED, answer, null);
  }

  /** Id of the client's request. */
  public RequestId request() {
    return answer.request();
  }

  /** The client's results. */
  public List<OpResult> results() {
    return answer.results();
  }

  /** Whether the update changed the object. */
  public boolean touchesObject() {
    return kind.touchesObject();
  }

  /** Whether the update ended the loss of its object, whose size was not known. */
  public boolean endsLoss() {
    return results().size() == 1 && results().getFirst() instanceof OpResult.LossEnded;
  }

  /** Whether the update has a request id. */
  public boolean hasRequest() {
    return kind.hasRequest();
  }

  /** The version that was reported to the client. */
  public Version reportedVersion() {
    return kind == Kind.REMEMBERED ? prior : version;
  }
}
