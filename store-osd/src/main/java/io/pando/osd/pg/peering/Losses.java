package io.pando.osd.pg.peering;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.LostStore;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Interval;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Collects which updates of a group may have been only on OSDs whose data were given up. Data that
 * were given up before an operator accepted the loss do not count.
 */
final class Losses {
  private final Membership now;
  private final ClusterMap map;
  private final long acceptedUntil;
  private final List<String> lost = new ArrayList<>();

  Losses(Membership now) {
    this.now = now;
    this.map = now.map();
    this.acceptedUntil = now.map().lossAcceptedUntil(now.mapping().group());
  }

  /** No OSD that was heard settles the interval, and no member that is down can. */
  void onUnsettled(Interval interval) {
    List<MemberId> gone =
        now.membersIn(interval).stream()
            .filter(member ->
                !map.osds().containsKey(member.osd()) || map.lostAt(member.osd()) > interval.last())
            .toList();
    if (gone.stream().anyMatch(member -> map.lostAt(member.osd()) > acceptedUntil)) {
      Probe.reached("peering: an interval whose members were given up");
      lost.add(
          "%s, which served it in epochs %d to %d"
              .formatted(PriorSet.oneOf(gone), interval.first(), interval.last()));
    }
  }

  /**
   * No OSD knows which OSDs served the group from an epoch on. Every OSD that was primary since
   * then either is up and knows nothing, or its data were given up. Of the latter, those that the
   * map proves to have been up since may have been primary.
   */
  void onUnknown(long since) {
    List<OsdId> gone =
        map.losses().gone().stream()
            .filter(
                store -> !store.safe() && store.upThru() >= since && store.goneAt() > acceptedUntil)
            .map(LostStore::osd)
            .distinct()
            .toList();
    if (!gone.isEmpty()) {
      Probe.reached("peering: given up data may belong to an unknown interval");
      lost.add(
          "%s, which may have served it since epoch %d (no OSD that is up knows)"
              .formatted(PriorSet.oneOf(gone), since));
    }
  }

  /**
   * The phase in which a group waits that has no whole replica; empty if an operator accepted the
   * loss, so that it need not wait.
   *
   * @param started epoch of the activation of which a whole copy is needed
   */
  static Optional<Phase> blocking(long started, History history, Membership now) {
    boolean accepted = isAccepted(started, now);
    // After an accepted loss of the newest copies, an older copy may be the best.
    SortedSet<MemberId> away = PriorSet.away(accepted ? 0 : started, history, now);
    if (accepted && away.isEmpty()) {
      return Optional.empty();
    }
    if (!away.isEmpty() || !mayHaveTaken(started, now)) {
      return Optional.of(new Phase.Incomplete(started, away));
    }
    String had = "an OSD that had a whole copy as of epoch " + started;
    return Optional.of(new Phase.Lost(now.mapping().group(), had));
  }

  /**
   * Whether the whole copies of an activation may be among the data that were given up since.
   *
   * @param started epoch of the activation
   */
  static boolean mayHaveTaken(long started, Membership now) {
    return now.map().losses().gone().stream().anyMatch(store -> store.goneAt() > started);
  }

  /** Whether an operator accepted a loss after that activation. */
  static boolean isAccepted(long started, Membership now) {
    return now.map().lossAcceptedUntil(now.mapping().group()) > started;
  }

  /** The OSDs whose data are needed, as text for people; empty if nothing is lost. */
  String sentence() {
    return String.join("; ", lost);
  }
}
