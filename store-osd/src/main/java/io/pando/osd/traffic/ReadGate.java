package io.pando.osd.traffic;

import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the bytes that large reads of clients may return together. None begins while the transport
 * has too much to send: what the store has read stays on the heap until its client takes it.
 * Clients take turns, so that one with many reads does not hold up others.
 *
 * <p>Reads of at most {@value #SMALL_BYTES} bytes pass at once. A read that is larger than the
 * bound passes while no other is under way.
 *
 * <p>Lives on the event loop of a shard.
 */
public final class ReadGate {
  /** A read. One of its methods is called, once. */
  public interface Read {
    /** Reads; {@link ReadGate#onDone} is told of the end. */
    void begin();

    /** The client's stream is gone before the read began. */
    void drop();
  }

  private record Waiting(long bytes, Read read) {}

  /** What a read may return without being counted. */
  static final int SMALL_BYTES = 16 << 10;

  private static final long LOOK_NANOS = 5_000_000L;

  private final Transport transport;
  private final EventLoop loop;
  private final long maxBytes;

  /** By client, whose turn is next first. */
  private final Map<Peer, Deque<Waiting>> waiting = new LinkedHashMap<>();

  private boolean working;
  private boolean looking;
  private long bytes;

  /**
   * Open.
   *
   * @param maxBytes that reads under way may return together
   */
  public ReadGate(Transport transport, EventLoop loop, long maxBytes) {
    this.transport = transport;
    this.loop = loop;
    this.maxBytes = maxBytes;
  }

  /** Begins a read now or later; {@code mostBytes} is what it may return. */
  public void pass(@Nullable Peer client, long mostBytes, Read read) {
    if (client == null || mostBytes <= SMALL_BYTES) {
      read.begin();
      return;
    }
    waiting.computeIfAbsent(client, _ -> new ArrayDeque<>()).addLast(new Waiting(mostBytes, read));
    work();
  }

  /** A read that had passed has ended; {@code mostBytes} and {@code client} as they were. */
  public void onDone(@Nullable Peer client, long mostBytes) {
    if (client != null && mostBytes > SMALL_BYTES) {
      bytes -= mostBytes;
      work();
    }
  }

  /** A client is gone. Whoever else wants what it asked for passes a read of its own. */
  public void onReset(Peer client) {
    Deque<Waiting> left = waiting.remove(client);
    if (left != null) {
      left.forEach(it -> it.read().drop());
    }
  }

  /** Reads that have not begun. */
  public int size() {
    return waiting.values().stream().mapToInt(Deque::size).sum();
  }

  private void work() {
    if (working) {
      return;
    }
    working = true;
    boolean busy = transport.isBusy();
    Optional<Waiting> next = busy ? Optional.empty() : next();
    while (next.isPresent()) {
      bytes += next.get().bytes();
      next.get().read().begin();
      busy = transport.isBusy();
      next = busy ? Optional.empty() : next();
    }
    working = false;
    if (busy) {
      lookAgain();
    }
  }

  /** The read whose turn it is, if there is room for it; it waits no more then. */
  private Optional<Waiting> next() {
    if (waiting.isEmpty()) {
      return Optional.empty();
    }
    Map.Entry<Peer, Deque<Waiting>> turn = waiting.entrySet().iterator().next();
    if (!fits(turn.getValue().getFirst())) {
      return Optional.empty();
    }
    waiting.remove(turn.getKey());
    Waiting first = turn.getValue().removeFirst();
    if (!turn.getValue().isEmpty()) {
      waiting.put(turn.getKey(), turn.getValue());
    }
    return Optional.of(first);
  }

  private boolean fits(Waiting read) {
    return bytes == 0 || bytes + read.bytes() <= maxBytes;
  }

  /** A transport does not say when it is not busy any more. */
  private void lookAgain() {
    if (!looking && size() > 0) {
      looking = true;
      loop.schedule(
          LOOK_NANOS,
          () -> {
            looking = false;
            work();
          });
    }
  }
}
