package io.pando.disk.raw.pipeline.apply;

import io.pando.check.Invariant;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.Answers;
import io.pando.format.DamagedRecordException;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Queries that do not depend on any pending update, so they need not wait in the queue; also the
 * code that answers any query. Queries may come from any thread; the store's thread answers them.
 */
final class DirectQueries {
  private final RawVolume volume;
  private final Answers answers;
  private final Queue<StoreItem.Query<?>> queue = new ConcurrentLinkedQueue<>();
  private boolean over;

  DirectQueries(RawVolume volume, Answers answers) {
    this.volume = volume;
    this.answers = answers;
  }

  void add(StoreItem.Query<?> question) {
    queue.add(question);
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /**
   * Answers all queries that have arrived.
   *
   * @param broken why queries are no longer answered; null if they are
   */
  void answerAll(@Nullable String broken)
      throws IOException, MetadataException, DamagedRecordException {
    for (StoreItem.Query<?> next = queue.poll(); next != null; next = queue.poll()) {
      answer(next, broken);
    }
  }

  /** Drops all queries: the store is closed, and the requesters have stopped or are about to. */
  void end() {
    over = true;
  }

  /** Answers a query from the applied state. */
  <T> void answer(StoreItem.Query<T> question, @Nullable String broken)
      throws IOException, MetadataException, DamagedRecordException {
    if (over) {
      return;
    }
    if (broken != null) {
      String defect = "a query to a broken store: " + broken;
      answers.execute(() -> {
        throw Invariant.unreachable(defect);
      });
      return;
    }
    T answer = question.query().ask(volume);
    answers.execute(() -> question.done().accept(answer));
  }
}
