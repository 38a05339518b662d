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
 * Watches other OSDs (paper 003 §6.2.3): pings each at every tick, and reports an OSD that was
 * silent for the grace or refused connections twice in a row. Pure: time is an argument.
 *
 * <p>Silence counts only for times in which this OSD was itself running. Otherwise an OSD that was
 * paused or overloaded would report all its peers.
 *
 * <pre>
 *   watched ──silent for the grace, or refused twice──▶ reported ──heard──▶ watched (withdrawn)
 * </pre>
 */
final class Heartbeats {
  private static final int REFUSALS = 2;

  /** An action for the shell. */
  sealed interface Action {}

  record Ping(Address peer) implements Action {}

  /** Ping the peer again soon: it may be gone, which a second refusal confirms. */
  record PingSoon(Address peer) implements Action {}

  /** Report the peer as failed; {@code refused} if it refuses connections. */
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

  private final long graceNanos;
  private final SortedMap<OsdId, Watch> watched = new TreeMap<>();
  private long dueNanos;
  private long intervalNanos;

  /**
   * Creates a watch over no peers.
   *
   * @param graceNanos silence after which a peer is reported; also the time after which a report is
   *     repeated
   */
  Heartbeats(long graceNanos) {
    this.graceNanos = graceNanos;
  }

  /** Sets the peers to watch. The watch over a new incarnation starts from scratch. */
  void watch(SortedMap<OsdId, Address> peers, long nowNanos) {
    watched.keySet().retainAll(peers.keySet());
    peers.forEach((osd, address) -> {
      Watch watch = watched.get(osd);
      if (watch == null || !watch.peer.equals(address)) {
        watched.put(osd, new Watch(address, nowNanos));
      }
    });
  }

  /** Records the epoch of a pong; returns whether it comes from a watched incarnation. */
  boolean onAnswer(OsdId osd, long nonce, long epoch) {
    Watch watch = watched.get(osd);
    if (watch == null || watch.peer.nonce() != nonce) {
      return false;
    }
    watch.epoch = Math.max(watch.epoch, epoch);
    return true;
  }

  /** Pings to the watched peers that have not answered as of this epoch. */
  List<Ping> behind(long epoch) {
    return watched.values().stream()
        .filter(watch -> watch.epoch < epoch)
        .map(watch -> new Ping(watch.peer))
        .toList();
  }

  /** Records a heartbeat of an incarnation. */
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

  /** Records that the stream to a peer broke or could not be opened. */
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

  /**
   * Starts another round of pings, and reports silent peers.
   *
   * @param nextNanos time until the next round, positive
   */
  List<Action> onTick(long nowNanos, long nextNanos) {
    forgive(nowNanos);
    dueNanos = nowNanos + nextNanos;
    intervalNanos = nextNanos;
    List<Action> actions = new ArrayList<>();
    for (Watch watch : watched.values()) {
      actions.add(new Ping(watch.peer));
      actions.addAll(complain(watch, nowNanos));
    }
    return actions;
  }

  /** Discounts the time for which this OSD was itself paused: it is not silence of its peers. */
  private void forgive(long nowNanos) {
    long lateNanos = nowNanos - dueNanos;
    if (intervalNanos > 0 && lateNanos > intervalNanos) {
      Probe.reached("heartbeats: this OSD was paused itself");
      watched
          .values()
          .forEach(watch -> watch.heardNanos = Math.min(nowNanos, watch.heardNanos + lateNanos));
    }
  }

  /** Fullness of the fullest watched peer, in thousandths, by its last heartbeat. */
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
