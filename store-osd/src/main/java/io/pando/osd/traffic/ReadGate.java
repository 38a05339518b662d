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
 * Bounds the bytes that large reads of clients may return together. No large read begins while the
 * transport has too much to send: data read from the store stays on the heap until the client takes
 * it. Clients take turns, so that a client with many reads does not delay the others.
 *
 * <p>Reads of at most {@value #SMALL_BYTES} bytes pass at once. A read that is larger than the
 * bound passes while no other is under way.
 *
 * <p>Lives on the event loop of a shard.
 */
public final class ReadGate {
  /** A read that has not begun. */
  private record Waiting(long bytes, Runnable begin, Runnable drop) {}

  /** Largest read, in bytes, that is not counted. */
  static final int SMALL_BYTES = 16 << 10;

  private static final long LOOK_NANOS = 5_000_000L;

  private final Transport transport;
  private final EventLoop loop;
  private final long maxBytes;

  /** Waiting reads by client; the client whose turn is next comes first. */
  private final Map<Peer, Deque<Waiting>> waiting = new LinkedHashMap<>();

  private boolean working;
  private boolean looking;
  private long bytes;

  /**
   * Creates a gate with no read under way.
   *
   * @param maxBytes bytes that large reads under way may return together
   */
  public ReadGate(Transport transport, EventLoop loop, long maxBytes) {
    this.transport = transport;
    this.loop = loop;
    this.maxBytes = maxBytes;
  }

  /**
   * Begins a read now or later. Exactly one of the two functions is called, once.
   *
   * @param mostBytes the most that the read may return
   * @param begin begins the read; its end must be reported to {@link #onDone}
   * @param drop drops the read: the client's stream was gone before the read began
   */
  public void pass(@Nullable Peer client, long mostBytes, Runnable begin, Runnable drop) {
    if (client == null || mostBytes <= SMALL_BYTES) {
      begin.run();
      return;
    }
    waiting
        .computeIfAbsent(client, _ -> new ArrayDeque<>())
        .addLast(new Waiting(mostBytes, begin, drop));
    work();
  }

  /**
   * Ends a read that had passed; {@code mostBytes} and {@code client} as given to {@link #pass}.
   */
  public void onDone(@Nullable Peer client, long mostBytes) {
    if (client != null && mostBytes > SMALL_BYTES) {
      bytes -= mostBytes;
      work();
    }
  }

  /**
   * Drops the waiting reads of a client whose stream is gone. Another client that reads the same
   * object has a read of its own.
   */
  public void onReset(Peer client) {
    Deque<Waiting> left = waiting.remove(client);
    if (left != null) {
      left.forEach(it -> it.drop().run());
    }
  }

  /** Number of reads that have not begun. */
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
      next.get().begin().run();
      busy = transport.isBusy();
      next = busy ? Optional.empty() : next();
    }
    working = false;
    if (busy) {
      lookAgain();
    }
  }

  /** Removes and returns the next read if it fits within the bound. */
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

  /** Checks the transport again after a while: it does not notify when it stops being busy. */
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
