package io.pando.osd.pace;

import io.pando.id.ReplicaId;
import io.pando.osd.pg.recovery.schedule.RecoveryPriority;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Lets a limited number of groups of a shard recover at a time: the most urgent first, equally
 * urgent ones in order of arrival. A group that is clearly more urgent takes the slot of the least
 * urgent one.
 *
 * <p>Invariants: at most {@code slots} groups hold a slot; while a group waits, all slots are held;
 * no waiting group may displace a holder.
 */
final class RecoverySlots {
  private record Claim(ReplicaId group, long token, int priority, long arrival) {}

  /**
   * A decision about the request or slot of a group.
   *
   * @param granted whether the group has a slot now; otherwise it has lost its slot
   */
  record Verdict(ReplicaId group, long token, boolean granted) {}

  private static final Comparator<Claim> URGENT_FIRST =
      Comparator.comparingInt(Claim::priority).reversed().thenComparingLong(Claim::arrival);

  private final int slots;
  private final Map<ReplicaId, Claim> holding = new TreeMap<>();
  private final Map<ReplicaId, Claim> asking = new TreeMap<>();
  private long arrivals;

  RecoverySlots(int slots) {
    this.slots = slots;
  }

  /** Requests a slot for a group, or changes the priority of its request or slot. */
  void ask(ReplicaId group, long token, int priority) {
    Claim held = holding.get(group);
    if (held != null) {
      holding.put(group, new Claim(group, held.token(), priority, held.arrival()));
      return;
    }
    Claim known = asking.get(group);
    long arrival = known == null ? arrivals++ : known.arrival();
    asking.put(group, new Claim(group, token, priority, arrival));
  }

  /** Ends a group's slot or its request for one. */
  void end(ReplicaId group) {
    holding.remove(group);
    asking.remove(group);
  }

  /** Number of groups that hold a slot. */
  int held() {
    return holding.size();
  }

  /** Grants and revokes slots, and returns these decisions. */
  List<Verdict> settle() {
    if (asking.isEmpty()) {
      return List.of();
    }
    List<Verdict> verdicts = new ArrayList<>();
    Optional<Claim> next = first(asking);
    while (next.isPresent() && makeRoom(next.get(), verdicts)) {
      Claim claim = next.get();
      asking.remove(claim.group());
      holding.put(claim.group(), claim);
      verdicts.add(new Verdict(claim.group(), claim.token(), true));
      next = first(asking);
    }
    return verdicts;
  }

  private boolean makeRoom(Claim claim, List<Verdict> verdicts) {
    if (holding.size() < slots) {
      return true;
    }
    Claim least = holding.values().stream().max(URGENT_FIRST).orElseThrow();
    if (!RecoveryPriority.mayDisplace(claim.priority(), least.priority())) {
      return false;
    }
    holding.remove(least.group());
    verdicts.add(new Verdict(least.group(), least.token(), false));
    return true;
  }

  private static Optional<Claim> first(Map<ReplicaId, Claim> claims) {
    return claims.values().stream().min(URGENT_FIRST);
  }
}
