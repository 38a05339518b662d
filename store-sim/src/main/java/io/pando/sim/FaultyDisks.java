package io.pando.sim;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** OSDs on whose disks bytes were corrupted, unreadable or lost, and since when. */
final class FaultyDisks {
  private final TreeMap<OsdId, Long> since = new TreeMap<>();
  private final TreeMap<ObjectId, Long> ruined = new TreeMap<>();
  private boolean spoilt;

  /** Bytes are corrupted or unreadable. */
  void onSpoilt(OsdId osd, long nowNanos) {
    spoilt = true;
    since.putIfAbsent(osd, nowNanos);
  }

  /** Bytes of one object are corrupted, possibly on all disks. */
  void onRuined(ObjectId object, long nowNanos) {
    spoilt = true;
    ruined.putIfAbsent(object, nowNanos);
  }

  SortedMap<ObjectId, Long> ruined() {
    return Collections.unmodifiableSortedMap(ruined);
  }

  /** All bytes are lost. */
  void onLost(OsdId osd, long nowNanos) {
    since.putIfAbsent(osd, nowNanos);
  }

  /** Whether bytes were ever corrupted or unreadable. */
  boolean isSpoilt() {
    return spoilt;
  }

  /** OSDs whose disks had a fault before a given time. */
  List<OsdId> by(long nanos) {
    return since.entrySet().stream()
        .filter(entry -> entry.getValue() <= nanos)
        .map(Map.Entry::getKey)
        .toList();
  }
}
