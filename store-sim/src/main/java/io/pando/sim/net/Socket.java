package io.pando.sim.net;

import io.pando.id.NodeId;
import io.pando.message.Message;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.sim.world.SimProcess;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One end of a stream: messages that have arrived and were not read yet. It may be open after the
 * other end is gone.
 */
final class Socket {
  private static final long LONGEST_HOLD_NANOS = 1_000_000_000L;

  private final SimStream stream;
  private final SimEndpoint endpoint;
  private final Peer other;
  private final SimProcess process;
  private final ArrayDeque<Message> arrived = new ArrayDeque<>();
  private @Nullable StreamDirection out;
  private long heardNanos;
  private boolean reading = true;
  private boolean open = true;

  Socket(SimStream stream, SimEndpoint endpoint, Peer other) {
    this.stream = stream;
    this.endpoint = endpoint;
    this.other = other;
    this.process = endpoint.node().process();
    this.heardNanos = stream.fabric().world().nowNanos();
  }

  SimEndpoint endpoint() {
    return endpoint;
  }

  NodeId node() {
    return endpoint.node().self().node();
  }

  boolean isOpen() {
    return open;
  }

  void connect(StreamDirection lane) {
    out = lane;
  }

  void send(Message message) {
    if (out != null) {
      out.send(message);
    }
  }

  /** Messages that it sent and that have not arrived. */
  long underWay() {
    return out == null ? 0 : out.underWay();
  }

  /** Time at which the other end's machine was last heard. */
  long heardNanos() {
    return heardNanos;
  }

  void onHeard() {
    heardNanos = stream.fabric().world().nowNanos();
  }

  void onArrival(Message message) {
    onHeard();
    process.run(() -> {
      arrived.add(message);
      deliver();
    });
  }

  void setReading(boolean wanted) {
    reading = wanted;
    if (wanted) {
      endpoint.loop().execute(this::deliver);
    }
  }

  /** The network resets this end: its owner is told as soon as it runs. */
  void resetBy(String reason) {
    if (open) {
      close();
      process.run(() -> {
        arrived.clear();
        endpoint.onReset(other, stream, reason);
      });
    }
  }

  /** The owner closes this end; the other end is told unless the link is cut. */
  void hangUp(String reason) {
    if (open) {
      open = false;
      arrived.clear();
      if (out != null && !process.endedWithHost()) {
        out.end(reason);
      } else if (out != null) {
        out.vanish();
      }
      stream.onClosed();
    }
  }

  /**
   * The owner gives this end up while it sends, and is told after its step: messages sent until
   * then are lost, and earlier ones may be overtaken by messages on another stream.
   */
  void giveUp() {
    if (open) {
      Random64 random = stream.fabric().random();
      if (out != null && random.nextBoolean()) {
        out.hold(random.between(0, LONGEST_HOLD_NANOS));
      }
      String reason = "too much waits to be sent";
      hangUp(reason);
      endpoint.loop().execute(() -> endpoint.onReset(other, stream, reason));
    }
  }

  private void close() {
    open = false;
    if (out != null) {
      out.vanish();
    }
    stream.onClosed();
  }

  private void deliver() {
    while (reading && !arrived.isEmpty()) {
      endpoint.deliver(other, arrived.remove());
    }
  }
}
