package io.pando.client.objecter;

import io.pando.port.Peer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * OSDs that this client listens to: the client asked them to report the end of updates that it sent
 * to others. Only a confirmed one is relied on; it ends with its stream.
 */
final class ReplySources {
  private final Map<Peer.Dialed, Boolean> confirmed = new LinkedHashMap<>();

  /** Whether the OSD has not been asked yet. */
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

  /** Forgets the OSDs that do not meet the condition. */
  void retain(Predicate<Peer.Dialed> isThere) {
    confirmed.keySet().removeIf(osd -> !isThere.test(osd));
  }
}
