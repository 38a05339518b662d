package io.pando.client.objecter;

import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Alarms of operations: their deadlines, the ends of their back-offs, and the periodic look at
 * unanswered ones.
 */
final class Alarms {
  private final TreeSet<Alarm> alarms = new TreeSet<>();
  private @Nullable Long armedNanos;
  private long roundNanos = Long.MAX_VALUE;

  /** Adds the operation's deadline. */
  void addDeadline(PendingOperation op) {
    alarms.add(new Alarm(op.deadlineNanos, op.sequence, true));
  }

  void removeDeadline(PendingOperation op) {
    alarms.remove(new Alarm(op.deadlineNanos, op.sequence, true));
  }

  /** Adds the end of the operation's back-off, if it has one. */
  void add(PendingOperation op) {
    long wake = wakeNanos(op.phase);
    if (wake != Long.MAX_VALUE) {
      alarms.add(new Alarm(wake, op.sequence, false));
    }
  }

  void remove(PendingOperation op) {
    long wake = wakeNanos(op.phase);
    if (wake != Long.MAX_VALUE) {
      alarms.remove(new Alarm(wake, op.sequence, false));
    }
  }

  private static long wakeNanos(PendingOperation.Phase phase) {
    return switch (phase) {
      case PendingOperation.Phase.BackingOff resting -> resting.wakeNanos();
      case PendingOperation.Phase.Held held -> held.wakeNanos();
      default -> Long.MAX_VALUE;
    };
  }

  /** The next alarm that is due; null if none is. */
  @Nullable Alarm next(long nowNanos) {
    return !alarms.isEmpty() && alarms.first().nanos() <= nowNanos ? alarms.pollFirst() : null;
  }

  /** Whether a round is due; the next one is due after {@code everyNanos}. */
  boolean takeRound(long nowNanos, long everyNanos) {
    boolean due = roundNanos <= nowNanos;
    if (due || roundNanos == Long.MAX_VALUE) {
      roundNanos = nowNanos + everyNanos;
    }
    return due;
  }

  /** The time of the last wake-up request has come. */
  void onWoken() {
    armedNanos = null;
  }

  boolean isArmed() {
    return armedNanos != null;
  }

  /** Requests a wake-up for the next alarm, if it is earlier than the one requested before. */
  void arm(boolean looking, Consumer<ObjecterEffect> out) {
    if (!looking) {
      roundNanos = Long.MAX_VALUE;
    }
    long first = alarms.isEmpty() ? Long.MAX_VALUE : alarms.first().nanos();
    first = Math.min(first, roundNanos);
    Long armed = armedNanos;
    if (first != Long.MAX_VALUE && (armed == null || first < armed)) {
      armedNanos = first;
      out.accept(new ObjecterEffect.WakeAt(first));
    }
  }

  /** Whether the operation has an alarm for its deadline, and for its back-off if it has one. */
  boolean has(PendingOperation op) {
    long wake = wakeNanos(op.phase);
    return alarms.contains(new Alarm(op.deadlineNanos, op.sequence, true))
        && (wake == Long.MAX_VALUE || alarms.contains(new Alarm(wake, op.sequence, false)));
  }

  /** Number of pending alarms. */
  int size() {
    return alarms.size();
  }

  static boolean isResting(PendingOperation op) {
    return wakeNanos(op.phase) != Long.MAX_VALUE;
  }
}
