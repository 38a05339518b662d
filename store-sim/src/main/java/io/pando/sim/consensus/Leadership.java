package io.pando.sim.consensus;

import io.pando.check.Invariant;
import io.pando.id.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A leader's knowledge of the other members, during its term. */
final class Leadership {
  /**
   * Another member: its last matching entry, the next entry to send, the time it was last heard.
   */
  static final class Follower {
    private long nextIndex;
    private long matchIndex;
    private long heardNanos;
    private long heardRound;

    private Follower(long nextIndex, long heardNanos) {
      this.nextIndex = nextIndex;
      this.heardNanos = heardNanos;
    }

    long nextIndex() {
      return nextIndex;
    }

    void onHeard(RaftMessage.Appended answer, long nowNanos) {
      heardNanos = nowNanos;
      heardRound = Math.max(heardRound, answer.round());
      if (answer.matches()) {
        matchIndex = Math.max(matchIndex, answer.lastIndex());
        nextIndex = Math.max(nextIndex, matchIndex + 1);
      } else {
        nextIndex = Math.max(matchIndex + 1, Math.min(nextIndex - 1, answer.lastIndex() + 1));
      }
    }
  }

  /** A read that is answered once a majority has confirmed the leader. */
  record Reading(NodeId from, long id, long round) {}

  private final NodeId self;
  private final SortedMap<NodeId, Follower> followers = new TreeMap<>();
  private final List<Reading> readings = new ArrayList<>();
  private final long firstIndex;
  private long round;

  /** Begins a term; {@code firstIndex} is the index of its first entry. */
  Leadership(NodeId self, List<NodeId> members, long firstIndex, long nowNanos) {
    this.self = self;
    this.firstIndex = firstIndex;
    for (NodeId member : members) {
      if (!member.equals(self)) {
        followers.put(member, new Follower(firstIndex, nowNanos));
      }
    }
  }

  Follower follower(NodeId member) {
    return Invariant.present(followers.get(member), () -> member + " is no other member");
  }

  Iterable<NodeId> others() {
    return followers.keySet();
  }

  long round() {
    return round;
  }

  long nextRound() {
    return ++round;
  }

  /** First entry of this term: earlier entries are committed once it is. */
  long firstIndex() {
    return firstIndex;
  }

  /** Members heard since a given time, the leader included, in order. */
  List<NodeId> heardSince(long nanos) {
    List<NodeId> heard = new ArrayList<>();
    heard.add(self);
    followers.forEach((member, follower) -> {
      if (follower.heardNanos >= nanos) {
        heard.add(member);
      }
    });
    return heard.stream().sorted().toList();
  }

  /** The last index that a majority has stored, the leader included. */
  long majorityIndex(long lastIndex) {
    List<Long> indexes = new ArrayList<>();
    indexes.add(lastIndex);
    followers.values().forEach(follower -> indexes.add(follower.matchIndex));
    return ofMajority(indexes);
  }

  void add(Reading reading) {
    readings.add(reading);
  }

  /** Removes and returns the reads that a majority has confirmed. */
  List<Reading> confirmed() {
    List<Long> rounds = new ArrayList<>();
    rounds.add(round);
    followers.values().forEach(follower -> rounds.add(follower.heardRound));
    long confirmedRound = ofMajority(rounds);
    List<Reading> confirmed =
        readings.stream().filter(reading -> reading.round() <= confirmedRound).toList();
    readings.removeAll(confirmed);
    return confirmed;
  }

  /** The largest number that a majority reaches. */
  private static long ofMajority(List<Long> numbers) {
    List<Long> sorted = numbers.stream().sorted().toList();
    return sorted.get((sorted.size() - 1) / 2);
  }
}
