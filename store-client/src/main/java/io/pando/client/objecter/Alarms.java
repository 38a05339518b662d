package io.pando.client.objecter;

import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** When something is due: the ends of operations, of their rests, and rounds of looking. */
final class Alarms {
  private final TreeSet<Alarm> alarms = new TreeSet<>();
  private @Nullable Long armedNanos;
  private long roundNanos = Long.MAX_VALUE;

  /** The operation's end. */
  void addDeadline(Op op) {
    alarms.add(new Alarm(op.deadlineNanos, op.sequence, true));
  }

  void removeDeadline(Op op) {
    alarms.remove(new Alarm(op.deadlineNanos, op.sequence, true));
  }

  /** The end of its rest, if it rests. */
  void add(Op op) {
    long wake = wakeNanos(op.phase);
    if (wake != Long.MAX_VALUE) {
      alarms.add(new Alarm(wake, op.sequence, false));
    }
  }

  void remove(Op op) {
    long wake = wakeNanos(op.phase);
    if (wake != Long.MAX_VALUE) {
      alarms.remove(new Alarm(wake, op.sequence, false));
    }
  }

  private static long wakeNanos(Op.Phase phase) {
    return switch (phase) {
      case Op.Phase.Resting resting -> resting.wakeNanos();
      case Op.Phase.Held held -> held.wakeNanos();
      default -> Long.MAX_VALUE;
    };
  }

  /** What is due; null if nothing is. */
  @Nullable Alarm next(long nowNanos) {
    return !alarms.isEmpty() && alarms.first().nanos() <= nowNanos ? alarms.pollFirst() : null;
  }

  /** Whether a round is due; the next one is, after so long. */
  boolean takeRound(long nowNanos, long everyNanos) {
    boolean due = roundNanos <= nowNanos;
    if (due || roundNanos == Long.MAX_VALUE) {
      roundNanos = nowNanos + everyNanos;
    }
    return due;
  }

  /** The time said last has come. */
  void onWoken() {
    armedNanos = null;
  }

  boolean isArmed() {
    return armedNanos != null;
  }

  /** Says when to be woken, if that is earlier than said before. */
  void arm(boolean looking, Consumer<Effect> out) {
    if (!looking) {
      roundNanos = Long.MAX_VALUE;
    }
    long first = alarms.isEmpty() ? Long.MAX_VALUE : alarms.first().nanos();
    first = Math.min(first, roundNanos);
    Long armed = armedNanos;
    if (first != Long.MAX_VALUE && (armed == null || first < armed)) {
      armedNanos = first;
      out.accept(new Effect.WakeAt(first));
    }
  }

  /** Whether its end is known, and the end of its rest if it rests. */
  boolean has(Op op) {
    long wake = wakeNanos(op.phase);
    return alarms.contains(new Alarm(op.deadlineNanos, op.sequence, true))
        && (wake == Long.MAX_VALUE || alarms.contains(new Alarm(wake, op.sequence, false)));
  }

  /** Alarms that will be due. */
  int size() {
    return alarms.size();
  }

  static boolean isResting(Op op) {
    return wakeNanos(op.phase) != Long.MAX_VALUE;
  }
}
