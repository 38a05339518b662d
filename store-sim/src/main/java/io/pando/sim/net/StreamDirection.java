package io.pando.sim.net;

import io.pando.id.NodeId;
import io.pando.message.Message;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a stream, as TCP has it. What is sent arrives in order. While the way is cut it
 * waits, and arrives once the cut is over and the sender tries again, which may take as long
 * again. A sender whose data stay unacknowledged for too long gives up: it alone learns of that.
 * The receiver learns of it when it, or its kernel, sends something itself.
 *
 * <pre>
 *   sound ──way or way back cut──▶ troubled ──patience over──▶ sender's end is reset
 *     ▲                               │
 *     └────── healed, sent again ─────┘
 * </pre>
 */
final class StreamDirection {
  private static final long LEAST_PATIENCE_NANOS = 2_000_000_000L;
  private static final long LONGEST_PATIENCE_NANOS = 30_000_000_000L;

  /** The longest that a sender waits before it tries again. */
  private static final long LONGEST_BACK_OFF_NANOS = 8_000_000_000L;

  /** What travels: a message, or the end. */
  private record Parcel(@Nullable Message message, String reason) {}

  private final SimFabric fabric;
  private final Socket sender;
  private final Socket receiver;
  private final NodeId from;
  private final NodeId to;
  private final ArrayDeque<Parcel> waiting = new ArrayDeque<>();
  private long lastArrivalNanos;
  private long sent;
  private long arrived;

  /** What was sent with a higher number never arrives, but for the end itself. */
  private long keptUpTo = Long.MAX_VALUE;

  /** What arrives until then waits, and what arrives later comes behind it. */
  private long heldUntilNanos;

  private boolean troubled;
  private long troubledSinceNanos;
  private long troubles;
  private boolean tryingAgain;

  StreamDirection(Socket sender, Socket receiver) {
    this.fabric = sender.endpoint().fabric();
    this.sender = sender;
    this.receiver = receiver;
    this.from = sender.node();
    this.to = receiver.node();
  }

  void send(Message message) {
    long number = ++sent;
    fabric.onSent(from, to, message);
    carry(() -> {
      arrived = number;
      if (number <= keptUpTo) {
        arrive(new Parcel(message, ""));
      }
    });
  }

  /** Messages that have not been delivered. */
  long underWay() {
    return sent - arrived + waiting.size();
  }

  /** The sender hangs up or dies; some of what is under way still arrives before that is heard. */
  void end(String reason) {
    keptUpTo = fabric.random().between(arrived, sent);
    carry(() -> arrive(new Parcel(null, reason)));
  }

  /** What is under way takes longer, while other lanes between the two nodes are as ever. */
  void hold(long nanos) {
    heldUntilNanos = fabric.world().nowNanos() + nanos;
  }

  /** The sender's end is gone without a word: what waits to be sent again is forgotten. */
  void vanish() {
    keptUpTo = arrived;
    waiting.clear();
    recover();
  }

  /** A way has healed: time to try again, sooner or later. */
  void onHealed() {
    if (troubled && !tryingAgain && !fabric.isCut(from, to)) {
      tryingAgain = true;
      long age = fabric.world().nowNanos() - troubledSinceNanos;
      long backOff = fabric.random().between(0, Math.min(age, LONGEST_BACK_OFF_NANOS));
      fabric.world().at(fabric.world().nowNanos() + backOff + delay(), this::tryAgain);
    }
  }

  private void carry(Runnable arrival) {
    lastArrivalNanos = Math.max(lastArrivalNanos + 1, fabric.world().nowNanos() + delay());
    fabric.world().at(lastArrivalNanos, () -> arriveInTime(arrival));
  }

  private void arriveInTime(Runnable arrival) {
    if (fabric.world().nowNanos() <= heldUntilNanos) {
      heldUntilNanos++;
      fabric.world().at(heldUntilNanos, arrival);
    } else {
      arrival.run();
    }
  }

  private long delay() {
    return fabric.drawDelay(from, to);
  }

  private void arrive(Parcel parcel) {
    if (!waiting.isEmpty() || tryingAgain || fabric.isCut(from, to) || fabric.isDark(to)) {
      waiting.add(parcel);
      suffer();
    } else {
      deliver(parcel);
      if (fabric.isCut(to, from)) {
        suffer();
      }
    }
  }

  private void tryAgain() {
    tryingAgain = false;
    if (fabric.isCut(from, to) || fabric.isDark(to)) {
      return;
    }
    while (!waiting.isEmpty()) {
      deliver(waiting.remove());
    }
    if (!fabric.isCut(to, from)) {
      recover();
    }
  }

  private void deliver(Parcel parcel) {
    if (!receiver.isOpen()) {
      refuse();
    } else if (parcel.message() != null) {
      receiver.onArrival(parcel.message());
    } else {
      receiver.resetBy(parcel.reason());
    }
  }

  /** Nobody is there any more: the sender is told, if that gets through. */
  private void refuse() {
    if (fabric.isCut(to, from)) {
      suffer();
    } else if (sender.isOpen()) {
      long at = fabric.world().nowNanos() + fabric.drawDelay(to, from);
      fabric.world().at(at, () -> sender.resetBy("connection reset by " + to));
    }
  }

  private void suffer() {
    if (troubled) {
      return;
    }
    troubled = true;
    troubledSinceNanos = fabric.world().nowNanos();
    fabric.onTrouble(this);
    long patience = fabric.random().between(LEAST_PATIENCE_NANOS, LONGEST_PATIENCE_NANOS);
    long trouble = ++troubles;
    fabric.world().at(troubledSinceNanos + patience, () -> giveUp(trouble));
  }

  private void giveUp(long trouble) {
    if (!troubled || troubles != trouble) {
      return;
    }
    if (sender.isOpen()) {
      sender.resetBy("no acknowledgement from " + to);
    } else {
      vanish();
    }
  }

  private void recover() {
    if (troubled) {
      troubled = false;
      fabric.onRecovered(this);
    }
  }
}
