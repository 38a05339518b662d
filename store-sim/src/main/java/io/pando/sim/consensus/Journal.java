package io.pando.sim.consensus;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.id.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a member has on its disk: its term, its vote, and its log. Writing takes no time and is
 * always durable.
 */
final class Journal {
  /** The command of an entry that says nothing but that a leader began. */
  static final long NO_COMMAND = 0;

  /**
   * An entry of the log.
   *
   * @param id of the command, which is in a log once
   */
  record Entry(long term, long id, long stampMillis, Payload command) {}

  /** The state of a machine that has applied everything up to an index. */
  record Snapshot(long index, Payload state) {}

  private final List<Entry> entries = new ArrayList<>();
  private final TreeMap<Long, Long> indexes = new TreeMap<>();
  private long term;
  private @Nullable NodeId vote;
  private @Nullable Snapshot snapshot;

  long term() {
    return term;
  }

  @Nullable NodeId vote() {
    return vote;
  }

  /** Another term begins, in which nobody was voted for. */
  void enter(long newTerm) {
    Invariant.check(newTerm > term, "terms grow");
    term = newTerm;
    vote = null;
  }

  void voteFor(NodeId candidate) {
    Invariant.check(vote == null || vote.equals(candidate), "one vote in a term");
    vote = candidate;
  }

  /** The last snapshot, if there is any. */
  @Nullable Snapshot snapshot() {
    return snapshot;
  }

  void keep(Snapshot newer) {
    snapshot = newer;
  }

  /** Entries are counted from 1. */
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

  /** The entries behind an index. */
  List<Entry> behind(long index) {
    return List.copyOf(entries.subList(Math.toIntExact(index), entries.size()));
  }

  boolean holds(long id) {
    return indexes.containsKey(id);
  }

  void append(Entry entry) {
    entries.add(entry);
    if (entry.id() != NO_COMMAND) {
      Long before = indexes.put(entry.id(), lastIndex());
      Invariant.check(before == null, "a command is in a log once");
    }
  }

  /**
   * Makes the log what a leader has behind an index, which this one has, too; entries that
   * contradict it go.
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
  }
}
