package io.pando.mds.caps;

import io.pando.fs.Ino;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one session has, and what it was asked for. */
final class SessionHoldings {
  /** A question for the state of a file that is not answered yet. */
  record Question(long sequence, long sinceNanos) {}

  private final long number;
  private @Nullable Holding first;
  private int held;
  private final SortedMap<Ino, Long> revokedSince = new TreeMap<>();
  private final SortedMap<Ino, Question> questions = new TreeMap<>();
  private final SortedMap<Ino, Long> heldOffUntil = new TreeMap<>();
  private long sequence;
  private long resumedAt;
  private long recalledAt = Long.MIN_VALUE;

  SessionHoldings(long number, long sequence) {
    this.number = number;
    this.sequence = sequence;
  }

  /** Number of the session. */
  long number() {
    return number;
  }

  /** Of how many inodes it has or wants something. */
  int held() {
    return held;
  }

  /** What it has, the newest first. */
  List<Holding> holdings() {
    List<Holding> all = new ArrayList<>(held);
    for (Holding each = first; each != null; each = each.older) {
      all.add(each);
    }
    return all;
  }

  void add(Holding holding) {
    Holding second = first;
    holding.older = second;
    if (second != null) {
      second.newer = holding;
    }
    first = holding;
    held++;
  }

  void remove(Holding holding) {
    Holding older = holding.older;
    Holding newer = holding.newer;
    if (newer == null) {
      first = older;
    } else {
      newer.older = older;
    }
    if (older != null) {
      older.newer = newer;
    }
    holding.older = null;
    holding.newer = null;
    held--;
  }

  /** When it was asked to give up something that it still may have; monotonic nanoseconds. */
  SortedMap<Ino, Long> revokedSince() {
    return revokedSince;
  }

  /** Questions for the state of files, one for each file. */
  SortedMap<Ino, Question> questions() {
    return questions;
  }

  /** Until when the session gets no optional capabilities of an inode; monotonic nanoseconds. */
  SortedMap<Ino, Long> heldOffUntil() {
    return heldOffUntil;
  }

  /** Number of the newest message about an inode; they ascend over all inodes. */
  long sequence() {
    return sequence;
  }

  long nextSequence() {
    sequence++;
    return sequence;
  }

  /** Number of the newest message about an inode before the session's newest connection. */
  long resumedAt() {
    return resumedAt;
  }

  void resumedAt(long newest) {
    resumedAt = newest;
  }

  /** When inodes were recalled last; {@link Long#MIN_VALUE} for never. */
  long recalledAt() {
    return recalledAt;
  }

  void recalledAt(long nanos) {
    recalledAt = nanos;
  }
}
