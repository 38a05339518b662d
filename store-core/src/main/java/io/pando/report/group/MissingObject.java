package io.pando.report.group;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * An object that some members of a group lack, as its primary sees it.
 *
 * @param version version that they should have; 0'0 if they should have none
 * @param lackedBy members that lack the object, which may include the primary
 * @param search what the primary knows of the object's copies
 */
public record MissingObject(
    ObjectId object, Version version, SortedSet<MemberId> lackedBy, Search search) {
  /** Why an object is missing. */
  public enum State {
    /** It is being recovered, or waits for its turn. */
    RECOVERABLE,
    /** A device has no room for a copy. */
    NO_ROOM,
    /** No OSD that was asked has it; others may. */
    UNFOUND,
    /** No OSD has it: every OSD that may have had it was asked, or its data were given up. */
    LOST;

    /** The name for operators. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What the primary knows of the copies of an object.
   *
   * @param askedInVain members that were asked for their copy or fragment and cannot supply it
   * @param awaited OSDs that may have the object and were not asked: they are down, or about to be
   *     asked
   * @param damaged whether all copies that were found are damaged, or the object's loss was
   *     accepted. Then the object can be removed, or overwritten as a whole if the primary has its
   *     attributes
   * @param older newest older version that an OSD has; 0'0 if none is known
   */
  public record Search(
      State state,
      SortedSet<MemberId> askedInVain,
      SortedSet<OsdId> awaited,
      boolean damaged,
      Version older) {
    /** The object was not searched for, or was found. */
    public static final Search NONE =
        new Search(State.RECOVERABLE, new TreeSet<>(), new TreeSet<>(), false, Version.ZERO);
  }

  public State state() {
    return search.state();
  }

  /** Members that were asked for their copy or fragment and cannot supply it. */
  public SortedSet<MemberId> askedInVain() {
    return search.askedInVain();
  }

  public boolean damaged() {
    return search.damaged();
  }

  @Override
  public String toString() {
    String what = state() == State.RECOVERABLE ? "" : ", " + state().label();
    String asked = askedInVain().isEmpty() ? "" : ", asked without success: " + askedInVain();
    String awaits = search.awaited().isEmpty() ? "" : ", may be on " + search.awaited();
    String bytes = damaged() ? ", no good bytes" : "";
    return object + " in " + version + " lacked by " + lackedBy + what + asked + awaits + bytes;
  }
}
