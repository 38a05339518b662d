package io.pando.osd.pg.roots;

import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The primary compares the roots that members tell with its own as of the same update. Two members
 * that both lack nothing have the same root, or one of them is not what its log says: it has
 * <em>diverged</em>, and stays so until the roots agree again. Which of the two is wrong a root
 * does not say.
 *
 * <p>A root that comes while the primary lacks something itself is compared as soon as it does not,
 * if the group is still where it was.
 */
public final class RootWatch {
  /** In every report of a difference. */
  public static final String DIVERGED = "replicas have diverged";

  private record Told(Version version, Digest root) {}

  private final Replica replica;
  private final SortedMap<OsdId, Told> uncompared = new TreeMap<>();
  private final SortedMap<OsdId, Version> diverged = new TreeMap<>();
  private Consumer<OsdId> onDiverged = _ -> {};
  private boolean active;

  public RootWatch(Replica replica) {
    this.replica = replica;
  }

  /**
   * From now on hears of every replica that is found to have diverged: once, and again only if it
   * was equal between. It may be the primary that is wrong.
   */
  public void watch(Consumer<OsdId> hears) {
    onDiverged = hears;
  }

  /**
   * A new interval: what was told before it is stale. Who had diverged has still, as long as it is
   * a member and this OSD leads.
   *
   * @param replicas of the new interval, none if this OSD does not lead in it
   */
  public void reset(Collection<OsdId> replicas) {
    active = false;
    uncompared.clear();
    diverged.keySet().retainAll(replicas);
  }

  /** All replicas are activated. */
  public void begin() {
    active = true;
  }

  /** Replicas whose trees differ, and since which version at the latest. */
  public SortedMap<OsdId, Version> diverged() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(diverged));
  }

  /** A replica told its root as of an update; null: it cannot tell it. */
  public void onTold(OsdId from, Version version, @Nullable Digest root) {
    if (!active || root == null) {
      return;
    }
    Digest mine = replica.root(version);
    if (mine != null) {
      uncompared.remove(from);
      compare(from, version, root, mine);
    } else if (version.equals(replica.log().head())) {
      uncompared.put(from, new Told(version, root));
    }
  }

  /** Compares what could not be compared when it came. */
  public void onTick() {
    if (active && !uncompared.isEmpty()) {
      SortedMap<OsdId, Told> again = new TreeMap<>(uncompared);
      uncompared.clear();
      again.forEach((osd, told) -> onTold(osd, told.version(), told.root()));
    }
  }

  private void compare(OsdId osd, Version version, Digest theirs, Digest mine) {
    boolean same = mine.equals(theirs);
    if (same && diverged.remove(osd) != null) {
      report("%s is equal again as of %s".formatted(osd, version));
    } else if (!same && diverged.putIfAbsent(osd, version) == null) {
      report(
          "%s: as of %s, %s has %s and %s, the primary, %s"
              .formatted(DIVERGED, version, osd, theirs, replica.self(), mine));
      replica.emit(new Effect.CountDiverged());
      onDiverged.accept(osd);
    }
  }

  private void report(String what) {
    replica.emit(new Effect.Report(replica.group() + ": " + what));
  }
}
