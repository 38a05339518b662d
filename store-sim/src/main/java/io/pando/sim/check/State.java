package io.pando.sim.check;

import io.pando.id.Version;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An object at one point of an order of its operations: its contents, and the known facts about its
 * version. The version of an update with an unknown outcome is only bounded.
 *
 * @param floor version of the last change if {@code exact}, else a lower bound that it exceeds
 * @param exact whether {@code floor} is the object's version; never true for an absent object
 * @param not versions that the object does not have, if its version is not known
 */
record State(Content content, Version floor, boolean exact, List<Version> not) {
  static final State INITIAL = new State(Content.ABSENT, Version.ZERO, false);

  private State(Content content, Version floor, boolean exact) {
    this(content, floor, exact && content.exists(), List.of());
  }

  /** This state with the version known, if the object may have this version; else null. */
  @Nullable State seenAt(Version version) {
    if (!content.exists()) {
      return version.equals(Version.ZERO) ? this : null;
    }
    if (exact) {
      return version.equals(floor) ? this : null;
    }
    return version.isAfter(floor) && !not.contains(version)
        ? new State(content, version, true)
        : null;
  }

  /** This state, if the object may have another version than this one; else null. */
  @Nullable State seenNotAt(Version version) {
    if (!content.exists()) {
      return version.equals(Version.ZERO) ? null : this;
    }
    if (exact || !version.isAfter(floor)) {
      return exact && version.equals(floor) ? null : this;
    }
    if (not.contains(version)) {
      return this;
    }
    return new State(
        content, floor, false, Stream.concat(not.stream(), Stream.of(version)).sorted().toList());
  }

  /**
   * The state after a change; null if the change cannot have this version.
   *
   * @param version null if it is unknown
   */
  @Nullable State changed(Content after, @Nullable Version version) {
    if (version == null) {
      return new State(after, floor, false);
    }
    return version.isAfter(floor) ? new State(after, version, true) : null;
  }

  /** Whether an answer with this version can come from this state or a later one. */
  boolean mayStillShow(Version version) {
    return version.isAfter(floor) || (exact && version.equals(floor));
  }

  @Override
  public String toString() {
    String at = !content.exists() ? "" : exact ? " at " + floor : " after " + floor;
    return content + at;
  }
}
