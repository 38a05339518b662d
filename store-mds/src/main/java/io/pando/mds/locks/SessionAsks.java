package io.pando.mds.locks;

import io.pando.fs.lock.LockClaim;
import io.pando.fs.request.FsError;
import io.pando.message.FileMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one session for locks: those under way, and the answers that the client may not have
 * yet, since its connection can break at any time.
 */
final class SessionAsks {
  private final SortedSet<Long> underWay = new TreeSet<>();

  private final Deque<FileMessage.LockAnswer> answers = new ArrayDeque<>();

  private long lastSequence;

  /** The client knows the answers up to a sequence number. */
  void onSeen(long sequence) {
    while (!answers.isEmpty() && answers.getFirst().sequence() <= sequence) {
      answers.removeFirst();
    }
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
    lastSequence++;
    FileMessage.LockAnswer answer =
        new FileMessage.LockAnswer(number, lastSequence, error, conflict);
    answers.add(answer);
    return answer;
  }

  /** Whether a request was answered, and the client may not know that. */
  boolean isAnswered(long number) {
    return answers.stream().anyMatch(answer -> answer.number() == number);
  }

  /** The answers that are kept, in their order. */
  List<FileMessage.LockAnswer> answers() {
    return List.copyOf(answers);
  }

  @Override
  public String toString() {
    return "under way " + underWay + ", answered " + answers;
  }
}
