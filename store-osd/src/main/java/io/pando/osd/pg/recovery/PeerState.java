package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a primary knows of what one replica lacks. */
final class PeerState {
  final SortedMap<ObjectId, Version> missing;

  /** How far it is filled; null: it is whole but for what is missing. */
  @Nullable ObjectId filledTo;

  PeerState(SortedMap<ObjectId, Version> missing, @Nullable ObjectId filledTo) {
    this.missing = new TreeMap<>(missing);
    this.filledTo = filledTo;
  }

  boolean has(ObjectId object) {
    ObjectId mark = filledTo;
    return !missing.containsKey(object) && (mark == null || object.compareTo(mark) <= 0);
  }

  boolean isWhole() {
    return missing.isEmpty() && filledTo == null;
  }
}
