package io.pando.osd.heartbeat;

import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Watches other OSDs (paper 003 §6.2.3): pings each from time to time, and says when one has not
 * been heard for longer than the grace, or refuses connections twice running. Pure: time is an
 * argument.
 *
 * <p>Silence counts only as far as this OSD listened itself: one that was paused, or had more to do
 * than it could, would else blame everybody for it.
 *
 * <pre>
 *   watched ──silent for the grace, or refused twice──▶ reported ──heard──▶ watched (withdrawn)
 * </pre>
 */
final class Heartbeats {
  private static final int REFUSALS = 2;

  /** What is to be done. */
  sealed interface Action {}

  record Ping(Address peer) implements Action {}

  /** Ping it again soon: it may be gone, and a second refusal will tell. */
  record PingSoon(Address peer) implements Action {}

  /** It is missed; {@code refused} if it refuses connections. */
  record Report(Address peer, long silentNanos, boolean refused) implements Action {}

  record Withdraw(Address peer) implements Action {}

  private static final class Watch {
    final Address peer;
    long heardNanos;
    int refusals;
    int fullness;
    long epoch;
    boolean reported;
    long reportedNanos;

    Watch(Address peer, long nowNanos) {
      this.peer = peer;
      this.heardNanos = nowNanos;
    }
  }

  private final long intervalNanos;
  private final long graceNanos;
  private final SortedMap<OsdId, Watch> watched = new TreeMap<>();
  private long tickedNanos;
  private boolean ticking;

  /**
   * Watches nobody yet.
   *
   * @param intervalNanos between two ticks
   * @param graceNanos silence that makes a report, and after which it is repeated
   */
  Heartbeats(long intervalNanos, long graceNanos) {
    this.intervalNanos = intervalNanos;
    this.graceNanos = graceNanos;
  }

  /** Whom to watch from now on. Another incarnation is watched afresh. */
  void watch(SortedMap<OsdId, Address> peers, long nowNanos) {
    watched.keySet().retainAll(peers.keySet());
    peers.forEach((osd, address) -> {
      Watch watch = watched.get(osd);
      if (watch == null || !watch.peer.equals(address)) {
        watched.put(osd, new Watch(address, nowNanos));
      }
    });
  }

  /** Whether an answer is one of an incarnation that is watched; it has the map of this epoch. */
  boolean onAnswer(OsdId osd, long nonce, long epoch) {
    Watch watch = watched.get(osd);
    if (watch == null || watch.peer.nonce() != nonce) {
      return false;
    }
    watch.epoch = Math.max(watch.epoch, epoch);
    return true;
  }

  /** Whom to ping who has not answered yet as of this epoch. */
  List<Ping> behind(long epoch) {
    return watched.values().stream()
        .filter(watch -> watch.epoch < epoch)
        .map(watch -> new Ping(watch.peer))
        .toList();
  }

  /** A heartbeat of an incarnation came in. */
  List<Action> onHeard(OsdId osd, long nonce, int fullness, long nowNanos) {
    Watch watch = watched.get(osd);
    if (watch == null || watch.peer.nonce() != nonce) {
      return List.of();
    }
    watch.heardNanos = nowNanos;
    watch.refusals = 0;
    watch.fullness = fullness;
    if (!watch.reported) {
      return List.of();
    }
    Probe.reached("heartbeats: a report is withdrawn");
    watch.reported = false;
    return List.of(new Withdraw(watch.peer));
  }

  /** The stream to a peer broke or could not be made. */
  List<Action> onReset(Address peer, long nowNanos) {
    Watch watch = peer.node().role() == NodeId.Role.OSD ? watched.get(peer.node().osd()) : null;
    if (watch == null || !watch.peer.equals(peer)) {
      return List.of();
    }
    watch.refusals++;
    Probe.reachedIf(watch.refusals >= REFUSALS, "heartbeats: a peer refuses connections");
    return watch.refusals < REFUSALS
        ? List.of(new PingSoon(watch.peer))
        : complain(watch, nowNanos);
  }

  /** Time for another round. */
  List<Action> onTick(long nowNanos) {
    forgive(nowNanos);
    List<Action> actions = new ArrayList<>();
    for (Watch watch : watched.values()) {
      actions.add(new Ping(watch.peer));
      actions.addAll(complain(watch, nowNanos));
    }
    return actions;
  }

  /** The time for which this OSD was not there itself is nobody's silence. */
  private void forgive(long nowNanos) {
    long lateNanos = nowNanos - tickedNanos - intervalNanos;
    if (ticking && lateNanos > intervalNanos) {
      Probe.reached("heartbeats: this OSD was paused itself");
      watched
          .values()
          .forEach(watch -> watch.heardNanos = Math.min(nowNanos, watch.heardNanos + lateNanos));
    }
    ticking = true;
    tickedNanos = nowNanos;
  }

  /** How full the fullest watched peer is, in thousandths, by its last heartbeat. */
  int highestFullness() {
    return watched.values().stream().mapToInt(watch -> watch.fullness).max().orElse(0);
  }

  private List<Action> complain(Watch watch, long nowNanos) {
    long silentNanos = nowNanos - watch.heardNanos;
    boolean refused = watch.refusals >= REFUSALS;
    boolean gone = refused || silentNanos >= graceNanos;
    boolean due = !watch.reported || nowNanos - watch.reportedNanos >= graceNanos;
    if (!gone || !due) {
      return List.of();
    }
    Probe.reachedIf(watch.reported, "heartbeats: a report is repeated");
    watch.reported = true;
    watch.reportedNanos = nowNanos;
    return List.of(new Report(watch.peer, silentNanos, refused));
  }
}
