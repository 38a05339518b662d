package io.pando.mds.rank;

import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.message.FileMessage.FileAnswer;
import io.pando.message.FileMessage.FileRequest;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes whose failure was sent, in memory: one that is repeated over another connection before
 * the answer arrives fails once more, although it might succeed now. A successor need not know
 * them: a client repeats to it only changes whose failure it has not heard of. Queries are executed
 * again.
 */
final class FailedAnswers {
  /** Of a session; an honest client has fewer requests under way. */
  private static final int MOST = 4096;

  private final Map<Long, NavigableMap<Long, FsAnswer>> sessions = new TreeMap<>();

  /** An answer is sent. */
  void onAnswer(long session, FileAnswer answer) {
    if (answer.answer() instanceof FsAnswer.Failed) {
      NavigableMap<Long, FsAnswer> failed = sessions.computeIfAbsent(session, _ -> new TreeMap<>());
      failed.put(answer.number(), answer.answer());
      if (failed.size() > MOST) {
        failed.pollFirstEntry();
      }
    }
  }

  /** The answer to a change that failed before; null if the request has to be executed. */
  @Nullable FileAnswer find(long session, FileRequest request) {
    NavigableMap<Long, FsAnswer> failed = sessions.get(session);
    if (failed == null) {
      return null;
    }
    failed.headMap(request.oldest(), false).clear();
    if (failed.isEmpty()) {
      sessions.remove(session);
    }
    FsAnswer answer =
        request.request() instanceof FsRequest.Change ? failed.get(request.number()) : null;
    return answer == null ? null : new FileAnswer(request.number(), 0, answer, List.of(), null);
  }

  /** A session is over. */
  void drop(long session) {
    sessions.remove(session);
  }
}
