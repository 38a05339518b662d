package io.pando.osd.pg.recovery.missing;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.osd.pg.repair.Differences;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The primary's view of one replica. A replica that is filled without a log has three marks, none
 * before the previous one:
 *
 * <pre>
 *   ──────────── noted ──────── claimed ──────────── compared ─────────────▶ placement order
 *    is whole          is whole,         same as here,           not known
 *                      not noted yet     but for what is missing
 * </pre>
 *
 * Behind {@code claimed} a replica need not take part in an update of an object that it misses: the
 * object is copied later in its newest version.
 *
 * <p>Invariants: every mark covers what the previous one covers; all marks of a whole replica are
 * at the end; the marks that can be claimed next lie behind {@code claimed}, and the last is {@code
 * compared}; nothing is missing between {@code noted} and {@code claimed}, nor behind {@code
 * compared}.
 */
public final class PeerState {
  private final NavigableMap<ObjectId, Version> missing;
  private final Deque<PlacementMark> ends = new ArrayDeque<>();
  private PlacementMark noted;
  private PlacementMark claimed;
  private PlacementMark compared;
  private @Nullable Differences differences;

  /**
   * Creates the view of a replica that was activated.
   *
   * @param filledTo how far it is whole; null: to the end
   */
  PeerState(NavigableMap<ObjectId, Version> missing, @Nullable ObjectId filledTo) {
    this.missing = new TreeMap<>(missing);
    this.noted = new PlacementMark(filledTo);
    this.claimed = noted;
    this.compared = noted;
  }

  /**
   * The missing objects with the versions they should have, {@link Version#ZERO} if they should not
   * exist.
   */
  public NavigableMap<ObjectId, Version> missing() {
    return missing;
  }

  /** The parts in which the replica may differ from the primary; null: not known yet. */
  public @Nullable Differences differences() {
    return differences;
  }

  public void setDifferences(Differences found) {
    differences = found;
  }

  /** Whether the replica has the primary's version of the object. */
  boolean has(ObjectId object) {
    return compared.covers(object) && !missing.containsKey(object);
  }

  /** Whether the replica lacks an object that must be copied to it before the object is changed. */
  boolean holdsUp(ObjectId object) {
    return claimed.covers(object) && missing.containsKey(object);
  }

  /** Whether the replica is being filled, since the log does not tell all that it lacks. */
  public boolean isFilled() {
    return !noted.equals(PlacementMark.END);
  }

  public boolean isWhole() {
    return missing.isEmpty() && !isFilled();
  }

  public PlacementMark noted() {
    return noted;
  }

  public PlacementMark compared() {
    return compared;
  }

  /** The replica was compared up to this mark. */
  public void onCompared(PlacementMark to) {
    Invariant.check(compared.isBefore(to), () -> "compared to " + to + " behind " + compared);
    compared = to;
    ends.addLast(to);
  }

  /**
   * The next mark that the replica can be told to record; null if there is none, or one is under
   * way.
   */
  public @Nullable PlacementMark claim() {
    if (!claimed.equals(noted)) {
      return null;
    }
    ObjectId from = noted.upTo();
    ObjectId lacks = from == null ? null : missing.higherKey(from);
    PlacementMark reached = null;
    while (!ends.isEmpty() && (lacks == null || !ends.getFirst().covers(lacks))) {
      reached = ends.removeFirst();
    }
    if (reached != null) {
      claimed = reached;
    }
    return reached;
  }

  /** A mark that the replica was told to record and has not confirmed; null if there is none. */
  public @Nullable PlacementMark claimUnderWay() {
    return claimed.equals(noted) ? null : claimed;
  }

  /** The replica has recorded a mark. */
  public void onNoted(PlacementMark mark) {
    if (mark.equals(claimed)) {
      noted = mark;
    }
  }

  public void invariants(PgId group, MemberId member) {
    Invariant.check(
        !claimed.isBefore(noted) && !compared.isBefore(claimed),
        () ->
            "group %s: %s noted %s, was told %s, and is compared up to %s"
                .formatted(group, member, noted, claimed, compared));
    Invariant.check(
        ends.isEmpty()
            ? compared.equals(claimed)
            : claimed.isBefore(ends.getFirst()) && ends.getLast().equals(compared),
        () ->
            "group %s: %s can claim %s after %s, and is compared up to %s"
                .formatted(group, member, ends, claimed, compared));
    Invariant.check(
        missing.isEmpty() || compared.covers(missing.lastKey()),
        () ->
            "group %s: %s lacks %s, and is compared up to %s"
                .formatted(group, member, missing.lastKey(), compared));
    ObjectId from = noted.upTo();
    ObjectId lacks = from == null ? null : missing.higherKey(from);
    Invariant.check(
        lacks == null || !claimed.covers(lacks),
        () ->
            "group %s: %s is told that it is whole up to %s, and lacks %s"
                .formatted(group, member, claimed, lacks));
  }
}
