package io.pando.osd.pg.roots;

import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The primary compares the roots that members report with its own as of the same update. Two
 * members that lack nothing have the same root. Otherwise the contents of one of them differ from
 * its log: the replica has <em>diverged</em>, until the roots agree again. A root does not show
 * which of the two is wrong.
 *
 * <p>A root that arrives while the primary itself lacks objects is compared once it lacks none, if
 * the group's head is still the same. A root that differs is compared again too: the copy of the
 * primary may be the one that is repaired, and then the other member has nothing new to report.
 */
public final class RootWatch {
  /** Part of the text of every report of a difference. */
  public static final String DIVERGED = "replicas have diverged";

  private record Told(Version version, Digest root) {}

  private final Replica replica;
  private final SortedMap<MemberId, Told> open = new TreeMap<>();
  private final SortedMap<MemberId, Version> diverged;
  private Consumer<MemberId> onDiverged = _ -> {};
  private boolean active;

  /**
   * Creates the watch of an interval.
   *
   * @param diverged members known to have diverged in the interval before, with the same primary
   */
  public RootWatch(Replica replica, SortedMap<MemberId, Version> diverged) {
    this.replica = replica;
    this.diverged = new TreeMap<>(diverged);
  }

  /**
   * Sets the listener for replicas found to have diverged. It is called once for each, and again
   * only if the roots agreed in between. The primary itself may be the one that is wrong.
   */
  public void watch(Consumer<MemberId> hears) {
    onDiverged = hears;
  }

  /** Starts comparing: all replicas are activated. */
  public void begin() {
    active = true;
  }

  /** Replicas whose trees differ, each with the version as of which the difference was found. */
  public SortedMap<MemberId, Version> diverged() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(diverged));
  }

  /**
   * Handles the root that a replica reported as of an update; null if the replica does not know it.
   */
  public void onTold(MemberId from, Version version, @Nullable Digest root) {
    if (!active || root == null) {
      return;
    }
    open.remove(from);
    Digest mine = replica.root(version);
    boolean agrees = mine != null && agrees(from, version, root, mine);
    if (!agrees && version.equals(replica.log().head())) {
      open.put(from, new Told(version, root));
    }
  }

  /** Compares the roots again that could not be compared yet, or that differed. */
  public void onTick() {
    if (active && !open.isEmpty()) {
      SortedMap<MemberId, Told> again = new TreeMap<>(open);
      again.forEach((member, told) -> onTold(member, told.version(), told.root()));
    }
  }

  private boolean agrees(MemberId member, Version version, Digest theirs, Digest mine) {
    boolean same = mine.equals(theirs);
    if (same && diverged.remove(member) != null) {
      report("%s is equal again as of %s".formatted(member, version));
    } else if (!same && diverged.putIfAbsent(member, version) == null) {
      report(
          "%s: as of %s, %s has %s and %s, the primary, %s"
              .formatted(DIVERGED, version, member, theirs, replica.self(), mine));
      replica.emit(new Effect.CountDiverged());
      onDiverged.accept(member);
    }
    return same;
  }

  private void report(String what) {
    replica.report(what);
  }
}
