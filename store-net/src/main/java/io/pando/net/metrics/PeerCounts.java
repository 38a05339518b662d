package io.pando.net.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of a node's streams to and from the peers of one role. Used by all event loops; counting a
 * message allocates nothing.
 */
public final class PeerCounts {
  private final LongAdder open = new LongAdder();
  private final LongAdder opened = new LongAdder();
  private final LongAdder sentMessages = new LongAdder();
  private final LongAdder sentBytes = new LongAdder();
  private final LongAdder receivedMessages = new LongAdder();
  private final LongAdder receivedBytes = new LongAdder();
  private final LongAdder unsentBytes = new LongAdder();
  private final Map<ResetReason, LongAdder> resets = new EnumMap<>(ResetReason.class);

  PeerCounts() {
    for (ResetReason reason : ResetReason.values()) {
      resets.put(reason, new LongAdder());
    }
  }

  private LongAdder adder(ResetReason reason) {
    return Objects.requireNonNull(resets.get(reason));
  }

  /** A stream is open: the greetings are complete. */
  public void onOpened() {
    open.increment();
    opened.increment();
  }

  /** A stream that was open has ended. */
  public void onEnded() {
    open.decrement();
  }

  /** A stream was reset, whether it was open or not. */
  public void onReset(ResetReason reason) {
    adder(reason).increment();
  }

  /** A message was queued. */
  public void onQueued(long bytes) {
    sentMessages.increment();
    unsentBytes.add(bytes);
  }

  /** The socket took queued bytes. */
  public void onSent(long bytes) {
    sentBytes.add(bytes);
    unsentBytes.add(-bytes);
  }

  /** Queued bytes will not be sent: their stream has ended. */
  public void onDropped(long bytes) {
    unsentBytes.add(-bytes);
  }

  /** Bytes arrived. */
  public void onBytes(long bytes) {
    receivedBytes.add(bytes);
  }

  /** A message arrived completely. */
  public void onMessage() {
    receivedMessages.increment();
  }

  long open() {
    return open.sum();
  }

  long opened() {
    return opened.sum();
  }

  long resets(ResetReason reason) {
    return adder(reason).sum();
  }

  long sentMessages() {
    return sentMessages.sum();
  }

  long sentBytes() {
    return sentBytes.sum();
  }

  long receivedMessages() {
    return receivedMessages.sum();
  }

  long receivedBytes() {
    return receivedBytes.sum();
  }

  long unsentBytes() {
    return unsentBytes.sum();
  }
}
