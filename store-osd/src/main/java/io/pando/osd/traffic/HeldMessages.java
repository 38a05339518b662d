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
 * Messages that wait for a map because their senders have a newer one. They are kept in order of
 * arrival, up to a number of messages and of bytes. Beyond that the sender with the largest share
 * is to be disconnected: it resends what it still needs, and does not crowd out other senders.
 *
 * <p>Lives on the event loop of a shard.
 */
public final class HeldMessages {
  /**
   * A message that waits.
   *
   * @param epoch epoch of the map that it waits for
   * @param sinceNanos time of arrival
   */
  public record Held(Peer from, long epoch, long sinceNanos, Message message, long bytes) {}

  private final int maxMessages;
  private final long maxBytes;
  private final ToLongFunction<Message> size;
  private final Deque<Held> held = new ArrayDeque<>();
  private long bytes;

  /**
   * Creates an empty set of held messages.
   *
   * @param maxMessages most messages kept at a time, at least 1
   * @param maxBytes most bytes kept at a time; a single message is kept even if it is larger
   * @param size function that returns the size of a message in bytes
   */
  public HeldMessages(int maxMessages, long maxBytes, ToLongFunction<Message> size) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
    this.size = size;
  }

  /**
   * Keeps a message.
   *
   * @return the sender to disconnect for lack of room, possibly that of this message; none of its
   *     messages is kept any more
   */
  public Optional<Peer> add(Peer from, long epoch, long sinceNanos, Message message) {
    Held it = new Held(from, epoch, sinceNanos, message, size.applyAsLong(message));
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

  /** Removes and returns the messages that waited for this epoch or an earlier one. */
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
   * Removes all messages of every sender that has one held since before the given time.
   *
   * @return these senders, to be disconnected
   */
  public Set<Peer> expire(long beforeNanos) {
    Set<Peer> late = new LinkedHashSet<>();
    // Messages are in order of arrival, so the first that is young enough ends the search.
    for (Held it : held) {
      if (it.sinceNanos() - beforeNanos >= 0) {
        break;
      }
      late.add(it.from());
    }
    late.forEach(this::forget);
    return late;
  }

  /** Removes all messages of a sender whose stream is gone. */
  public void forget(Peer from) {
    held.removeIf(it -> {
      boolean gone = it.from().equals(from);
      bytes -= gone ? it.bytes() : 0;
      return gone;
    });
  }

  /** Bytes of all held messages. */
  public long bytes() {
    return bytes;
  }
}
