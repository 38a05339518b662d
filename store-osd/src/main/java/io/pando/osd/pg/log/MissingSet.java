package io.pando.osd.pg.log;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The missing set of a replica, in memory: objects that should be here, each with the version it
 * should have. The replica also stores each change.
 */
public final class MissingSet {
  private final TreeMap<ObjectId, Version> versions;
  private final SortedMap<ObjectId, Version> view;

  /**
   * Objects whose older version here is as good as it was: this member missed updates of them, and
   * nothing else happened. Not stored: after a restart none is known.
   */
  private final SortedSet<ObjectId> behind = new TreeSet<>();

  /**
   * Objects whose bytes here are those of another version, or absent. An update of a part would
   * give them the right version and wrong bytes. Not stored: updates under way do not outlive a
   * restart.
   */
  private final SortedSet<ObjectId> wrong = new TreeSet<>();

  /** Objects of which a copy arrives. Not stored: after a restart it begins again. */
  private final SortedSet<ObjectId> arriving = new TreeSet<>();

  public MissingSet(SortedMap<ObjectId, Version> stored) {
    this.versions = new TreeMap<>(stored);
    this.view = Collections.unmodifiableSortedMap(versions);
  }

  /** The objects with their versions; a view. */
  public SortedMap<ObjectId, Version> versions() {
    return view;
  }

  /** Those of some objects that are missing. */
  public SortedMap<ObjectId, Version> of(Set<ObjectId> objects) {
    SortedMap<ObjectId, Version> some = new TreeMap<>();
    for (ObjectId object : objects) {
      Version version = versions.get(object);
      if (version != null) {
        some.put(object, version);
      }
    }
    return some;
  }

  public boolean isEmpty() {
    return versions.isEmpty();
  }

  public boolean contains(ObjectId object) {
    return versions.containsKey(object);
  }

  /** Whether what is here of a missing object is a whole older version. */
  public boolean isBehind(ObjectId object) {
    return behind.contains(object);
  }

  /** Whether what is here of a missing object is known to be wrong, not merely unreadable. */
  public boolean isWrong(ObjectId object) {
    return wrong.contains(object);
  }

  /** What is here of the object is readable and wrong, or absent. */
  public void addWrong(ObjectId object, Version version) {
    add(object, version);
    wrong.add(object);
  }

  /** A part of a copy of the object arrives. */
  public void onArriving(ObjectId object) {
    arriving.add(object);
  }

  /** The copy of the object is whole, or will not go on. */
  public void onArrived(ObjectId object) {
    arriving.remove(object);
  }

  /**
   * Whether what has arrived of the object counts: since then, what is here was not found to be bad
   * once more, with which the parts that arrived may be lost.
   */
  public boolean isArriving(ObjectId object) {
    return arriving.contains(object);
  }

  /** What is here of the object is not good. */
  public void add(ObjectId object, Version version) {
    Invariant.check(version.isAfter(Version.ZERO), "an object without a version is missing");
    versions.put(object, version);
    behind.remove(object);
    arriving.remove(object);
  }

  /** What is here of these objects is not good. */
  public void addAll(SortedMap<ObjectId, Version> objects) {
    versions.putAll(objects);
    behind.removeAll(objects.keySet());
    arriving.removeAll(objects.keySet());
  }

  /** The object was changed by updates that this member did not take part in. */
  public void addBehind(ObjectId object, Version version) {
    if (versions.put(object, version) == null) {
      behind.add(object);
    }
  }

  /** The object is not missing any more; returns whether it was. */
  public boolean remove(ObjectId object) {
    behind.remove(object);
    wrong.remove(object);
    arriving.remove(object);
    return versions.remove(object) != null;
  }

  /** Objects are here in these versions; one that is missing in another version stays missing. */
  public void onHere(SortedMap<ObjectId, Version> objects) {
    objects.forEach(versions::remove);
    behind.removeAll(objects.keySet());
    wrong.removeIf(object -> !versions.containsKey(object));
  }

  public void clear() {
    versions.clear();
    behind.clear();
    wrong.clear();
    arriving.clear();
  }
}
