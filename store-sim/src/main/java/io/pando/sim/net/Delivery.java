package io.pando.sim.net;

import io.pando.id.NodeId;
import io.pando.message.Heartbeat;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import java.util.function.Supplier;

/** A delivered message, for the trace; its text is made on demand. */
record Delivery(NodeId from, NodeId to, Message message, long number) implements Supplier<String> {
  private static final long PRIME = 0x100000001b3L;

  /**
   * Period at which a message's content enters the digest: making the text of every message takes
   * too long.
   */
  private static final int CONTENT_EVERY = 64;

  /** Digest that is the same in every run: no hash of an enum or of a set enters it. */
  long digest() {
    long digest = digest(from) * PRIME ^ digest(to);
    digest = digest * PRIME ^ message.getClass().getName().hashCode();
    return number % CONTENT_EVERY == 0 ? digest * PRIME ^ SimText.of(message).hashCode() : digest;
  }

  /**
   * Whether the message is notable: heartbeats, beacons and queries to monitors arrive all the
   * time.
   */
  boolean isNotable() {
    return switch (message) {
      case Heartbeat _,
          MonitorMessage.Subscribe _,
          MonitorMessage.Beacon _,
          MonitorMessage.Ask _,
          MonitorMessage.Answer _ ->
          false;
      default -> true;
    };
  }

  @Override
  public String get() {
    return from + " > " + to + "  " + SimText.of(message);
  }

  private static long digest(NodeId node) {
    return node.number() * PRIME ^ node.role().name().hashCode();
  }
}
