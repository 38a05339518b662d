package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.report.GroupRecovery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How the recovery of a group stands, counted for people when they ask. */
public final class RecoveryView {
  private final Replica replica;
  private final Locations locations;
  private final Agenda agenda;
  private final Copies copies;
  private final Reservation reservation;

  RecoveryView(
      Replica replica, Locations locations, Agenda agenda, Copies copies, Reservation reservation) {
    this.replica = replica;
    this.locations = locations;
    this.agenda = agenda;
    this.copies = copies;
    this.reservation = reservation;
  }

  /** Copies that are not where they are to be. */
  public record Lacking(long degraded, long misplaced) {}

  /**
   * Copies that members lack: degraded as far as there are not enough copies for it, misplaced
   * where there are.
   */
  public Lacking lacking() {
    Membership now = replica.membership();
    List<Long> counts = new ArrayList<>(missingByOsd().values());
    for (int absent = counts.size(); absent < now.pool().size(); absent++) {
      counts.add(replica.info().objects());
    }
    Collections.sort(counts);
    long all = counts.stream().mapToLong(Long::longValue).sum();
    long degraded = counts.subList(0, now.pool().size()).stream().mapToLong(Long::longValue).sum();
    return new Lacking(degraded, all - degraded);
  }

  /** How many objects each replica lacks, as far as is known or can be estimated. */
  public SortedMap<OsdId, Long> missingByOsd() {
    SortedMap<OsdId, Long> counts = new TreeMap<>();
    counts.put(replica.self(), (long) replica.missing().size());
    locations
        .peers()
        .forEach(
            (osd, peer) -> counts.put(osd, peer.missing().size() + behind(peer.compared().upTo())));
    return counts;
  }

  /** About so many objects of the group come behind this one; none behind null. */
  private long behind(@Nullable ObjectId mark) {
    if (mark == null) {
      return 0;
    }
    int bits = prefixBits(replica.group().seed(), replica.membership().pool().groupCount());
    long within = Integer.toUnsignedLong(mark.name().isEmpty() ? 0 : mark.position() << bits);
    long share = ((1L << 32) - within) >>> 16;
    return (share * replica.info().objects() + 0xffff) >>> 16;
  }

  /** All positions of a group's objects begin with the same bits: so many. */
  private static int prefixBits(int seed, int groupCount) {
    int all = groupCount <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(groupCount - 1);
    boolean unsplit = all > 0 && seed < 1 << (all - 1) && seed + (1 << (all - 1)) >= groupCount;
    return unsplit ? all - 1 : all;
  }

  /** Whether a replica is being filled without a log. */
  public boolean isBackfilling() {
    return locations.isBackfilling();
  }

  /** Whether the group has the slots it needs. */
  public boolean isGranted() {
    return reservation.isHeld();
  }

  /** What is shown of one group. */
  public GroupRecovery report() {
    return new GroupRecovery(
        reservation.isHeld(),
        reservation.priority(),
        copies.size(),
        agenda.size(),
        agenda.aside().size());
  }

  /** Objects that nobody who is up has, or that do not fit. */
  public int setAside() {
    return agenda.aside().size();
  }
}
