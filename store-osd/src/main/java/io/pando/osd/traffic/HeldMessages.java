package io.pando.osd.traffic;

import io.pando.message.Message;
import io.pando.port.Peer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Messages whose senders had a newer map: they wait for ours, in order. At most so many; who sends
 * more is cut off, and sends again.
 */
public final class HeldMessages {
  /** One of them. */
  public record Held(Peer from, long epoch, Message message) {}

  private final int max;
  private final Deque<Held> held = new ArrayDeque<>();

  public HeldMessages(int max) {
    this.max = max;
  }

  /** Whether there was room. */
  public boolean add(Peer from, long epoch, Message message) {
    if (held.size() >= max) {
      return false;
    }
    held.addLast(new Held(from, epoch, message));
    return true;
  }

  /** Those that were waiting for this epoch. */
  public List<Held> take(long epoch) {
    List<Held> due = new ArrayList<>();
    held.removeIf(it -> {
      boolean isDue = it.epoch() <= epoch;
      if (isDue) {
        due.add(it);
      }
      return isDue;
    });
    return due;
  }

  public void forget(Peer from) {
    held.removeIf(it -> it.from().equals(from));
  }
}
