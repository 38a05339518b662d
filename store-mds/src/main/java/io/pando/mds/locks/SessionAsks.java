package io.pando.mds.locks;

import io.pando.fs.lock.LockClaim;
import io.pando.fs.request.FsError;
import io.pando.message.FileMessage;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one session for locks: those under way, and the answers that the client may not have
 * yet, since its connection can break at any time.
 */
final class SessionAsks {
  private final SortedSet<Long> underWay = new TreeSet<>();

  /** By the number of the request. */
  private final SortedMap<Long, FileMessage.LockAnswer> answers = new TreeMap<>();

  private long lastSequence;

  /** The client knows the answers up to a sequence number. */
  void onSeen(long sequence) {
    answers.values().removeIf(answer -> answer.sequence() <= sequence);
  }

  boolean isUnderWay(long number) {
    return underWay.contains(number);
  }

  /** Requests under way, and answers that are kept. */
  int size() {
    return underWay.size() + answers.size();
  }

  void begin(long number) {
    underWay.add(number);
  }

  /** The answer to a request that has ended. */
  FileMessage.LockAnswer end(long number, @Nullable FsError error, @Nullable LockClaim conflict) {
    underWay.remove(number);
    return keep(number, error, conflict);
  }

  private FileMessage.LockAnswer keep(
      long number, @Nullable FsError error, @Nullable LockClaim conflict) {
    lastSequence++;
    FileMessage.LockAnswer answer =
        new FileMessage.LockAnswer(number, lastSequence, error, conflict);
    answers.put(number, answer);
    return answer;
  }

  /**
   * The answer that was given to a request; null if there was none. It has a new sequence number,
   * so that it is kept although the client knows answers that were sent behind the lost one.
   */
  FileMessage.@Nullable LockAnswer again(long number) {
    FileMessage.LockAnswer before = answers.get(number);
    return before == null ? null : keep(number, before.error(), before.conflict());
  }

  @Override
  public String toString() {
    return "under way " + underWay + ", answered " + answers.keySet();
  }
}
