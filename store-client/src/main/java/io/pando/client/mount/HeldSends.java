package io.pando.client.mount;

import io.pando.message.FileMessage;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a client of files on their way to the network. Those of calls that were answered
 * already are held for a moment: a program that changes many names one after the other then costs
 * client and server one packet for several changes, and not two for each. All messages keep their
 * order, so the first one for which a program or another client waits takes those along that are
 * held. Only the loop's thread uses it.
 */
final class HeldSends {
  /** How long a message is held. */
  static final long HELD_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  /** From this number on they are sent. */
  static final int MOST = 32;

  private record Message(Peer to, FileMessage message) {}

  private final EventLoop loop;
  private final BiConsumer<Peer, FileMessage> network;
  private final Queue<Message> held = new ArrayDeque<>();
  private EventLoop.@Nullable Timer timer;

  /**
   * No messages.
   *
   * @param network sends a message
   */
  HeldSends(EventLoop loop, BiConsumer<Peer, FileMessage> network) {
    this.loop = loop;
    this.network = network;
  }

  /** Sends a message later, at the latest with {@link #release}. */
  void hold(Peer to, FileMessage message) {
    held.add(new Message(to, message));
  }

  /** The call is answered whose messages are held: they may wait. */
  void linger() {
    if (held.size() >= MOST) {
      release();
    } else if (timer == null && !held.isEmpty()) {
      timer = loop.schedule(HELD_NANOS, this::onTime);
    }
  }

  private void onTime() {
    timer = null;
    release();
  }

  /** Sends what is held. */
  void release() {
    stopTimer();
    for (Message next = held.poll(); next != null; next = held.poll()) {
      network.accept(next.to, next.message);
    }
  }

  /** The stream to a peer has ended: whether messages before that arrived is in doubt anyway. */
  void drop(Peer peer) {
    held.removeIf(each -> each.to.equals(peer));
  }

  /** The session has ended. */
  void dropAll() {
    stopTimer();
    held.clear();
  }

  private void stopTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
