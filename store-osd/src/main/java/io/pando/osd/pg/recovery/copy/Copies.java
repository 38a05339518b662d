package io.pando.osd.pg.recovery.copy;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The copies under way. An object does not change while it is copied.
 *
 * <p>Invariants: each object is an open one of its batch; every replica that a copy awaits is one
 * of its targets; the number of hurried copies is the number of those whose batch is hurried.
 */
public final class Copies {
  private final SortedMap<ObjectId, ObjectCopy> underWay = new TreeMap<>();

  private int hurried;

  public void add(ObjectCopy copy) {
    ObjectCopy before = underWay.put(copy.object, copy);
    Invariant.check(before == null, () -> copy.object + " is copied twice at a time");
    hurried += copy.batch.isHurried() ? 1 : 0;
  }

  /** The copy of this object that is under way; null if there is none. */
  public @Nullable ObjectCopy get(ObjectId object) {
    return underWay.get(object);
  }

  public boolean contains(ObjectId object) {
    return underWay.containsKey(object);
  }

  /** Whether this copy is still under way. */
  public boolean goesOn(ObjectCopy copy) {
    return underWay.get(copy.object) == copy;
  }

  public void remove(ObjectCopy copy) {
    if (underWay.remove(copy.object, copy)) {
      hurried -= copy.batch.isHurried() ? 1 : 0;
    }
  }

  /** Number of copies that were begun because operations wait for them. */
  public int hurried() {
    return hurried;
  }

  public int size() {
    return underWay.size();
  }

  public Collection<ObjectCopy> all() {
    return List.copyOf(underWay.values());
  }

  /** Checks that look at every copy. */
  public void thoroughInvariants(PgId group) {
    int awaited = 0;
    for (ObjectCopy copy : underWay.values()) {
      awaited += copy.batch.isHurried() ? 1 : 0;
      Invariant.check(
          copy.batch.open.contains(copy.object) && !copy.batch.ended,
          () -> "group " + group + ": " + copy.object + " is copied, and its batch is over");
      Invariant.check(
          isAwaitedFromTargets(copy),
          () ->
              "group %s: %s is copied to %s, and awaits %s"
                  .formatted(group, copy.object, copy.targets, copy.step));
    }
    int counted = awaited;
    Invariant.check(
        counted == hurried,
        () -> "group %s: %d copies are hurried, counted are %d".formatted(group, counted, hurried));
  }

  private static boolean isAwaitedFromTargets(ObjectCopy copy) {
    return switch (copy.step) {
      case ObjectCopy.Step.Signing it ->
          !it.awaited().isEmpty() && copy.targets.containsAll(it.awaited());
      case ObjectCopy.Step.Pushing it ->
          !it.awaited().isEmpty() && copy.targets.containsAll(it.awaited());
      case ObjectCopy.Step.Pulling it ->
          it.source().equals(copy.source) && copy.tried.contains(it.source());
      case ObjectCopy.Step.Storing _ -> true;
    };
  }
}
