package io.pando.osd.traffic;

import io.pando.message.Message;
import io.pando.port.Peer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Messages that wait for a map: their senders have a newer one. They are kept in the order in which
 * they came, up to a number of messages and of bytes. Beyond that the sender that takes most is to
 * be cut off: it sends again what it still wants, and does not crowd out the others.
 *
 * <p>Lives on the event loop of a shard.
 */
public final class HeldMessages {
  /**
   * A message that waits.
   *
   * @param epoch of the map that it waits for
   * @param sinceNanos when it came
   */
  public record Waiting(long epoch, long sinceNanos, Message message) {}

  /** One of them. */
  public record Held(Peer from, Waiting waiting, long bytes) {
    /** Epoch of the map that it waits for. */
    public long epoch() {
      return waiting.epoch();
    }

    public Message message() {
      return waiting.message();
    }
  }

  private final int maxMessages;
  private final long maxBytes;
  private final ToLongFunction<Message> size;
  private final Deque<Held> held = new ArrayDeque<>();
  private long bytes;

  /**
   * None so far.
   *
   * @param maxMessages kept at a time, at least 1
   * @param maxBytes kept at a time; one message is kept however large it is
   * @param size of a message in bytes
   */
  public HeldMessages(int maxMessages, long maxBytes, ToLongFunction<Message> size) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
    this.size = size;
  }

  /**
   * Keeps a message.
   *
   * @return the sender to be cut off since there is no room, perhaps that of this message: nothing
   *     of it is kept any more
   */
  public Optional<Peer> add(Peer from, Waiting waiting) {
    Held it = new Held(from, waiting, size.applyAsLong(waiting.message()));
    held.addLast(it);
    bytes += it.bytes();
    if (held.size() <= maxMessages && (bytes <= maxBytes || held.size() == 1)) {
      return Optional.empty();
    }
    Peer largest = largest(held.size() > maxMessages);
    forget(largest);
    return Optional.of(largest);
  }

  private Peer largest(boolean byNumber) {
    Map<Peer, Long> shares = new LinkedHashMap<>();
    held.forEach(it -> shares.merge(it.from(), byNumber ? 1 : it.bytes(), Long::sum));
    return shares.entrySet().stream()
        .max(Comparator.comparingLong(Map.Entry::getValue))
        .orElseThrow()
        .getKey();
  }

  /** Those that were waiting for this epoch; they are not kept any more. */
  public List<Held> take(long epoch) {
    List<Held> due = new ArrayList<>();
    held.removeIf(it -> {
      boolean isDue = it.epoch() <= epoch;
      if (isDue) {
        due.add(it);
        bytes -= it.bytes();
      }
      return isDue;
    });
    return due;
  }

  /**
   * Forgets all messages of the senders that wait since before a time.
   *
   * @return these senders, to be cut off
   */
  public Set<Peer> expire(long beforeNanos) {
    Set<Peer> late = new LinkedHashSet<>();
    // In the order in which they came: the first that is young enough ends the search.
    for (Held it : held) {
      if (it.waiting().sinceNanos() - beforeNanos >= 0) {
        break;
      }
      late.add(it.from());
    }
    late.forEach(this::forget);
    return late;
  }

  /** A sender's stream is gone, and with it what it sent. */
  public void forget(Peer from) {
    held.removeIf(it -> {
      boolean gone = it.from().equals(from);
      bytes -= gone ? it.bytes() : 0;
      return gone;
    });
  }

  /** Bytes that are kept. */
  public long bytes() {
    return bytes;
  }
}
