package io.pando.client.objecter;

import io.pando.port.Peer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * At which OSDs we listen for the end of updates that were sent to others. Only who has confirmed
 * it is relied on; a stream that ends takes it with it.
 */
final class Attendance {
  private final Map<Peer.Dialed, Boolean> confirmed = new LinkedHashMap<>();

  /** Whether it has to be asked for. */
  boolean isUnknown(Peer.Dialed osd) {
    return !confirmed.containsKey(osd);
  }

  void onAsked(Peer.Dialed osd) {
    confirmed.putIfAbsent(osd, false);
  }

  void onConfirmed(Peer osd) {
    if (osd instanceof Peer.Dialed dialed) {
      confirmed.computeIfPresent(dialed, (_, _) -> true);
    }
  }

  boolean isConfirmed(Peer.Dialed osd) {
    return confirmed.getOrDefault(osd, false);
  }

  /** The stream ended. */
  void forget(Peer osd) {
    if (osd instanceof Peer.Dialed dialed) {
      confirmed.remove(dialed);
    }
  }

  /** Forgets those that are gone. */
  void retain(Predicate<Peer.Dialed> isThere) {
    confirmed.keySet().removeIf(osd -> !isThere.test(osd));
  }
}
