package io.pando.osd.pg.recovery;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects on their way. While an object is here it does not change. */
final class Copies {
  private final SortedMap<ObjectId, Copy> underWay = new TreeMap<>();

  private int hurried;

  void clear() {
    underWay.clear();
    hurried = 0;
  }

  void add(Copy copy) {
    Copy before = underWay.put(copy.object, copy);
    Invariant.check(before == null, () -> copy.object + " is copied twice at a time");
    hurried += copy.batch.isHurried() ? 1 : 0;
  }

  /** The copy of that object that is under way. */
  @Nullable Copy get(ObjectId object) {
    return underWay.get(object);
  }

  boolean contains(ObjectId object) {
    return underWay.containsKey(object);
  }

  /** Whether this copy still goes on. */
  boolean goesOn(Copy copy) {
    return underWay.get(copy.object) == copy;
  }

  void remove(Copy copy) {
    if (underWay.remove(copy.object, copy)) {
      hurried -= copy.batch.isHurried() ? 1 : 0;
    }
  }

  /** Those that were begun because somebody waits. */
  int hurried() {
    return hurried;
  }

  int size() {
    return underWay.size();
  }

  Collection<Copy> all() {
    return List.copyOf(underWay.values());
  }
}
