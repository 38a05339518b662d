package io.pando.sim.net;

import io.pando.id.NodeId;
import io.pando.message.Message;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a stream, as in TCP. Messages arrive in order. While the link is cut they wait,
 * and arrive once the cut has ended and the sender retries, which may take as long again. A sender
 * whose data stays unacknowledged for too long gives up, and only the sender is told. The receiver
 * is told when it, or its kernel, sends something itself.
 *
 * <pre>
 *   sound ──link or reverse link cut──▶ troubled ──time-out──▶ sender's end is reset
 *     ▲                                    │
 *     └──────── healed, sent again ────────┘
 * </pre>
 */
final class StreamDirection {
  private static final long LEAST_PATIENCE_NANOS = 2_000_000_000L;
  private static final long LONGEST_PATIENCE_NANOS = 30_000_000_000L;

  /** Longest time before a sender retries. */
  private static final long LONGEST_BACK_OFF_NANOS = 8_000_000_000L;

  /** Item in flight: a message, or the end of the stream. */
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

  /** Messages sent with a higher number never arrive, except the end itself. */
  private long keptUpTo = Long.MAX_VALUE;

  /** Items that arrive before this time wait until then; later ones stay behind them. */
  private long heldUntilNanos;

  private boolean troubled;
  private long troubledSinceNanos;
  private long troubles;
  private boolean tryingAgain;

  StreamDirection(SimFabric fabric, Socket sender, Socket receiver) {
    this.fabric = fabric;
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

  /**
   * The sender hangs up or dies; some messages in flight still arrive before the receiver is told.
   */
  void end(String reason) {
    keptUpTo = fabric.random().between(arrived, sent);
    carry(() -> arrive(new Parcel(null, reason)));
  }

  /** Delays the messages in flight; other streams between the two nodes are not affected. */
  void hold(long nanos) {
    heldUntilNanos = fabric.world().nowNanos() + nanos;
  }

  /** The sender's end is gone without notice: messages that wait for a retry are dropped. */
  void vanish() {
    keptUpTo = arrived;
    waiting.clear();
    recover();
  }

  /** A link has healed: the sender retries, sooner or later. */
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

  /** The receiver is gone: the sender is told, if that message gets through. */
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
