package io.pando.sim.consensus;

import io.pando.check.Invariant;
import io.pando.id.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a leader knows of the others, in its term. */
final class Leadership {
  /** Another member: what it has, what it is sent next, when it was heard. */
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

  /** A question that is answered once a majority has confirmed who leads. */
  record Reading(NodeId from, long id, long round) {}

  private final NodeId self;
  private final SortedMap<NodeId, Follower> followers = new TreeMap<>();
  private final List<Reading> readings = new ArrayList<>();
  private final long firstIndex;
  private long round;

  /** Begins; {@code firstIndex} is that of the first entry of its term. */
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

  /** The first entry of this term: what lies before it is committed once it is. */
  long firstIndex() {
    return firstIndex;
  }

  /** Who was heard since a moment, the leader included, in order. */
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

  /** The last index that a majority has, if the leader has so many. */
  long majorityIndex(long lastIndex) {
    List<Long> indexes = new ArrayList<>();
    indexes.add(lastIndex);
    followers.values().forEach(follower -> indexes.add(follower.matchIndex));
    return ofMajority(indexes);
  }

  void add(Reading reading) {
    readings.add(reading);
  }

  /** Questions that a majority has confirmed; they are forgotten. */
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
