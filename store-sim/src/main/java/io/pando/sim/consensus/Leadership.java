package io.pando.sim.consensus;

import io.pando.check.Invariant;
import io.pando.port.ReplicatedLog.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

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

    long matchIndex() {
      return matchIndex;
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
  record Reading(Member from, long id, long round) {}

  private final Member self;
  private final SortedMap<Member, Follower> followers = new TreeMap<>();
  private final List<Reading> readings = new ArrayList<>();
  private final long firstIndex;
  private List<Member> voters;
  private long round;

  /** Begins a term; {@code firstIndex} is the index of its first entry. */
  Leadership(Member self, List<Member> members, long firstIndex, long nowNanos) {
    this.self = self;
    this.firstIndex = firstIndex;
    this.voters = List.of();
    setMembers(members, firstIndex, nowNanos);
  }

  /** Takes over the members of the log; others get no entries any more. */
  void setMembers(List<Member> members, long nextIndex, long nowNanos) {
    voters = List.copyOf(members);
    followers.keySet().retainAll(members);
    for (Member member : members) {
      learn(member, nextIndex, nowNanos);
    }
  }

  /** Sends entries to a member from now on, which counts for no majority yet. */
  void learn(Member member, long nextIndex, long nowNanos) {
    if (!member.equals(self)) {
      followers.putIfAbsent(member, new Follower(nextIndex, nowNanos));
    }
  }

  /** Gives up a member that has not caught up. */
  void forget(Member member) {
    if (!voters.contains(member)) {
      followers.remove(member);
    }
  }

  boolean follows(Member member) {
    return followers.containsKey(member);
  }

  Follower follower(Member member) {
    return Invariant.present(followers.get(member), () -> member + " is no other member");
  }

  List<Member> others() {
    return List.copyOf(followers.keySet());
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
  List<Member> heardSince(long nanos) {
    List<Member> heard = new ArrayList<>();
    if (voters.contains(self)) {
      heard.add(self);
    }
    followers.forEach((member, follower) -> {
      if (voters.contains(member) && follower.heardNanos >= nanos) {
        heard.add(member);
      }
    });
    return heard.stream().sorted().toList();
  }

  /** The last index that a majority has stored, the leader included. */
  long majorityIndex(long lastIndex) {
    return ofMajority(lastIndex, follower -> follower.matchIndex);
  }

  void add(Reading reading) {
    readings.add(reading);
  }

  /** Removes and returns the reads that a majority has confirmed. */
  List<Reading> confirmed() {
    long confirmedRound = ofMajority(round, follower -> follower.heardRound);
    List<Reading> confirmed =
        readings.stream().filter(reading -> reading.round() <= confirmedRound).toList();
    readings.removeAll(confirmed);
    return confirmed;
  }

  /** The largest number that a majority of the members reaches. */
  private long ofMajority(long own, ToLongFunction<Follower> number) {
    List<Long> sorted =
        voters.stream()
            .map(voter -> voter.equals(self) ? own : number.applyAsLong(follower(voter)))
            .sorted()
            .toList();
    return sorted.get((sorted.size() - 1) / 2);
  }
}
