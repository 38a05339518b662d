package io.pando.disk.raw.pipeline;

import io.pando.check.Invariant;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.format.DamagedRecordException;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Questions that nothing has to do with which is on its way to the volume, so that they need not
 * wait for it; and how any question is answered. They may come from any thread; the store's answers
 * them.
 */
final class Questions {
  private final RawVolume volume;
  private final Answers answers;
  private final Queue<StoreItem.Ask<?>> queue = new ConcurrentLinkedQueue<>();
  private boolean over;

  Questions(RawVolume volume, Answers answers) {
    this.volume = volume;
    this.answers = answers;
  }

  void add(StoreItem.Ask<?> question) {
    queue.add(question);
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /**
   * Answers all that have come.
   *
   * @param broken why nothing is answered any more, if that is so
   */
  void answerAll(@Nullable String broken)
      throws IOException, MetadataException, DamagedRecordException {
    for (StoreItem.Ask<?> next = queue.poll(); next != null; next = queue.poll()) {
      answer(next, broken);
    }
  }

  /** The store is closed and has no answers: whoever asked has stopped, or is about to. */
  void end() {
    over = true;
  }

  /** Answers one, from all that was applied. */
  <T> void answer(StoreItem.Ask<T> question, @Nullable String broken)
      throws IOException, MetadataException, DamagedRecordException {
    if (over) {
      return;
    }
    if (broken != null) {
      String defect = "a question to a store that broke: " + broken;
      answers.tell(() -> {
        throw Invariant.unreachable(defect);
      });
      return;
    }
    T answer = question.query().ask(volume);
    answers.tell(() -> question.done().accept(answer));
  }
}
