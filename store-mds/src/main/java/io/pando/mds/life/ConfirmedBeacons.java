package io.pando.mds.life;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * ConfirmedBeacons that were sent, and until when the answers let the server serve. The monitors
 * give its rank to no other server within the grace after they heard a beacon, which was sent
 * before they heard it.
 */
final class ConfirmedBeacons {
  private final long periodNanos;
  private final long graceNanos;
  private final SortedMap<Long, Long> sentNanos = new TreeMap<>();
  private long last;
  private long nextNanos;
  private long newestAnsweredNanos;
  private boolean answered;

  ConfirmedBeacons(long periodNanos, long graceNanos) {
    this.periodNanos = periodNanos;
    this.graceNanos = graceNanos;
  }

  boolean isDue(long nowNanos) {
    return last == 0 || nowNanos - nextNanos >= 0;
  }

  /** When the one after the last one is due. */
  long nextNanos() {
    return nextNanos;
  }

  /** Number of the beacon that is sent now. */
  long send(long nowNanos) {
    last++;
    sentNanos.put(last, nowNanos);
    sentNanos.values().removeIf(sent -> nowNanos - sent > graceNanos);
    nextNanos = nowNanos + periodNanos;
    return last;
  }

  /** A monitor has confirmed a beacon. Numbers that were never sent, or long ago, are ignored. */
  void onAnswer(long sequence) {
    Long sent = sentNanos.get(sequence);
    if (sent != null) {
      newestAnsweredNanos = answered ? Math.max(newestAnsweredNanos, sent) : sent;
      answered = true;
      sentNanos.headMap(sequence).clear();
    }
  }

  /** Whether the grace after a confirmed beacon lasts. */
  boolean mayServe(long nowNanos) {
    return answered && nowNanos - newestAnsweredNanos < graceNanos;
  }
}
