package io.pando.osd.pg.recovery.schedule;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The order in which objects are copied. First come objects that operations wait for, in the order
 * of the requests; then objects that the primary lacks; then objects that replicas lack, the last
 * two in placement order. An object that cannot be copied now is set aside until it is tried again.
 * Each object is in at most one of these places.
 *
 * <p>An object that was set aside is <em>stuck</em> until it is copied, even while it is tried
 * again. Otherwise reports would show no problem for as long as the next try takes.
 */
public final class RecoveryQueue {
  private final SequencedSet<ObjectId> hurried = new LinkedHashSet<>();
  private final TreeSet<ObjectId> pulls = new TreeSet<>();
  private final TreeSet<ObjectId> pushes = new TreeSet<>();
  private final TreeSet<ObjectId> aside = new TreeSet<>();
  private final TreeSet<ObjectId> stuck = new TreeSet<>();

  /**
   * Adds an object to be copied.
   *
   * @param toPrimary whether the primary lacks it
   */
  public void add(ObjectId object, boolean toPrimary) {
    if (!hurried.contains(object)) {
      aside.remove(object);
      (toPrimary ? pushes : pulls).remove(object);
      (toPrimary ? pulls : pushes).add(object);
    }
  }

  /** An operation waits for the object. */
  public void hurry(ObjectId object) {
    takeOff(object);
    hurried.add(object);
  }

  /** The object need not be copied, or is being copied. */
  public void remove(ObjectId object) {
    takeOff(object);
    stuck.remove(object);
  }

  private void takeOff(ObjectId object) {
    hurried.remove(object);
    pulls.remove(object);
    pushes.remove(object);
    aside.remove(object);
  }

  /** The object cannot be copied now. */
  public void setAside(ObjectId object) {
    takeOff(object);
    aside.add(object);
    stuck.add(object);
  }

  /** The object was copied. */
  public void onCopied(ObjectId object) {
    stuck.remove(object);
  }

  /** The objects that could not be copied when they were last tried. */
  public SortedSet<ObjectId> stuck() {
    return Collections.unmodifiableSortedSet(stuck);
  }

  public boolean isAside(ObjectId object) {
    return aside.contains(object);
  }

  /** The objects that cannot be copied now. */
  public SortedSet<ObjectId> aside() {
    return aside;
  }

  /** Takes all objects that were set aside. */
  public List<ObjectId> takeAside() {
    List<ObjectId> taken = List.copyOf(aside);
    aside.clear();
    return taken;
  }

  /** Number of objects that can be copied now and that no operation waits for. */
  public int size() {
    return pulls.size() + pushes.size();
  }

  public List<ObjectId> takeHurried(int most) {
    return take(hurried, most);
  }

  public List<ObjectId> takePulls(int most) {
    return take(pulls, most);
  }

  public List<ObjectId> takePushes(int most) {
    return take(pushes, most);
  }

  private static List<ObjectId> take(SequencedSet<ObjectId> from, int most) {
    List<ObjectId> taken = new ArrayList<>();
    Iterator<ObjectId> next = from.iterator();
    while (taken.size() < most && next.hasNext()) {
      taken.add(next.next());
      next.remove();
    }
    return taken;
  }

  /** Whether the object is to be copied, now or when it is tried again. */
  public boolean contains(ObjectId object) {
    return hurried.contains(object)
        || pulls.contains(object)
        || pushes.contains(object)
        || aside.contains(object);
  }

  /** Checks that look at every object. */
  public void thoroughInvariants(PgId group) {
    SortedSet<ObjectId> all = new TreeSet<>(hurried);
    all.addAll(pulls);
    all.addAll(pushes);
    all.addAll(aside);
    Invariant.check(
        all.size() == hurried.size() + pulls.size() + pushes.size() + aside.size(),
        () ->
            "group %s: an object is twice in the recovery queue: hurried %s, to pull %s, to push %s, aside %s"
                .formatted(group, hurried, pulls, pushes, aside));
    Invariant.check(
        stuck.containsAll(aside),
        () -> "group %s: %s were set aside, and only %s are stuck".formatted(group, aside, stuck));
  }
}
