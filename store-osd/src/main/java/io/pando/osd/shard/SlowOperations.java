package io.pando.osd.shard;

import io.pando.report.OpenOperation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The last operations of a shard that were slow, and notes in the log about those that are. */
final class SlowOperations {
  private static final int KEPT = 20;
  private static final long NOTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Deque<OpenOperation> answered = new ArrayDeque<>();
  private final Consumer<OpenOperation> counted;
  private long notedNanos;
  private boolean noted;

  /**
   * Creates the record of a shard.
   *
   * @param counted called with each operation that was slow and is answered
   */
  SlowOperations(Consumer<OpenOperation> counted) {
    this.counted = counted;
  }

  void add(OpenOperation operation) {
    if (answered.size() == KEPT) {
      answered.removeFirst();
    }
    answered.addLast(operation);
    counted.accept(operation);
  }

  /** The last slow operations that were answered, oldest first. */
  List<OpenOperation> answered() {
    return List.copyOf(answered);
  }

  /** Whether slow operations that are open are to be noted in the log now: once a minute. */
  boolean isNoteDue(long nowNanos) {
    if (noted && nowNanos - notedNanos < NOTE_NANOS) {
      return false;
    }
    noted = true;
    notedNanos = nowNanos;
    return true;
  }
}
