package io.pando.sim.consensus;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.port.ReplicatedLog.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Durable state of a member: its term, its vote, and its log. Writing takes no time and is always
 * durable.
 */
final class SimRaftJournal {
  /** Command id of an entry that only marks the beginning of a leader's term. */
  static final long NO_COMMAND = 0;

  /**
   * An entry of the log.
   *
   * @param id id of the command, which occurs only once in a log
   * @param members members of the log from this entry on; null if they stay
   */
  record Entry(
      long term, long id, long stampMillis, Payload command, @Nullable List<Member> members) {
    Entry(long term, long id, long stampMillis, Payload command) {
      this(term, id, stampMillis, command, null);
    }
  }

  /** State of a machine that has applied all entries up to an index. */
  record Snapshot(long index, Payload state) {}

  private final List<Entry> entries = new ArrayList<>();
  private final TreeMap<Long, Long> indexes = new TreeMap<>();
  private final List<Member> first;
  private List<Member> members;
  private long term;
  private @Nullable Member vote;
  private @Nullable Snapshot snapshot;

  /**
   * Creates an empty journal.
   *
   * @param first members with which the log begins; empty if this member joins it
   */
  SimRaftJournal(List<Member> first) {
    this.first = List.copyOf(first);
    this.members = this.first;
  }

  /** The members by the newest entry that names them, whether it is committed or not. */
  List<Member> members() {
    return members;
  }

  /** Index of the newest entry that names the members; 0 if none does. */
  long membersIndex() {
    for (long index = lastIndex(); index > 0; index--) {
      if (at(index).members() != null) {
        return index;
      }
    }
    return 0;
  }

  long term() {
    return term;
  }

  @Nullable Member vote() {
    return vote;
  }

  /** Begins another term, without a vote. */
  void enter(long newTerm) {
    Invariant.check(newTerm > term, "terms grow");
    term = newTerm;
    vote = null;
  }

  void voteFor(Member candidate) {
    Invariant.check(vote == null || vote.equals(candidate), "one vote in a term");
    vote = candidate;
  }

  /** The last snapshot; null if there is none. */
  @Nullable Snapshot snapshot() {
    return snapshot;
  }

  void keep(Snapshot newer) {
    snapshot = newer;
  }

  /** Index of the last entry; entries are counted from 1. */
  long lastIndex() {
    return entries.size();
  }

  /** The term of an entry; 0 before the first. */
  long termAt(long index) {
    return index == 0 ? 0 : at(index).term();
  }

  Entry at(long index) {
    return entries.get(Math.toIntExact(index - 1));
  }

  /** The entries after an index. */
  List<Entry> behind(long index) {
    return List.copyOf(entries.subList(Math.toIntExact(index), entries.size()));
  }

  boolean holds(long id) {
    return indexes.containsKey(id);
  }

  void append(Entry entry) {
    entries.add(entry);
    List<Member> named = entry.members();
    if (named != null) {
      members = named;
    }
    if (entry.id() != NO_COMMAND) {
      Long before = indexes.put(entry.id(), lastIndex());
      Invariant.check(before == null, "a command is in a log once");
    }
  }

  /**
   * Makes the log after an index equal to the leader's; both logs have the entry at the index.
   * Entries that contradict the leader's are removed.
   */
  void merge(long afterIndex, List<Entry> newer, long committed) {
    long index = afterIndex;
    for (Entry entry : newer) {
      index++;
      if (index <= lastIndex() && termAt(index) != entry.term()) {
        Invariant.check(index > committed, "what is committed stays");
        truncate(index);
      }
      if (index > lastIndex()) {
        append(entry);
      }
    }
  }

  private void truncate(long fromIndex) {
    List<Entry> gone = entries.subList(Math.toIntExact(fromIndex - 1), entries.size());
    gone.forEach(entry -> indexes.remove(entry.id()));
    gone.clear();
    long index = membersIndex();
    List<Member> named = index == 0 ? first : at(index).members();
    members = named == null ? first : named;
  }
}
