package io.pando.net;

import io.pando.message.Message;
import io.pando.net.memory.ReceiveMemory;
import io.pando.net.memory.UnsentBytes;
import io.pando.net.metrics.PeerCounts;
import io.pando.net.metrics.ResetReason;
import io.pando.port.Peer;
import io.pando.proto.FormatException;
import io.pando.wire.Frame;

/**
 * One end of a stream, dialled or accepted. Runs on its endpoint's event loop, and is used only
 * there.
 *
 * <p>A link ends once. After it breaks, messages sent to it are dropped until the listener has been
 * told; only after that does another message to the same address dial again. So when a listener is
 * told of a reset, all messages sent before are in doubt, and none sent later is.
 *
 * <p>An accepted end stops reading while it owes its peer many bytes. A dialling end always reads:
 * it receives only answers, as many as it requested. If both ends waited until the other reads,
 * they would deadlock.
 */
abstract class Link {
  private final Endpoint endpoint;
  private final Peer peer;
  private final ReceiveMemory.Claim claim;
  private final UnsentBytes.Share debt;
  private final PeerCounts counts;
  private long sequence;
  private long owedBytes;
  private final boolean asked;
  private boolean wanted = true;
  private boolean congested;
  private boolean ended;

  Link(Endpoint endpoint, Peer peer) {
    this.endpoint = endpoint;
    this.peer = peer;
    this.asked = peer instanceof Peer.Session;
    this.counts = endpoint.counts(peer.node().role());
    this.claim =
        endpoint
            .memory()
            .receiveMemory()
            .claim(peer.node(), () -> endpoint.loop().execute(this::readingChanged));
    this.debt =
        endpoint
            .memory()
            .unsent()
            .debt(() ->
                endpoint
                    .loop()
                    .execute(() ->
                        breakOff(
                            ResetReason.SLOW,
                            "it receives nothing, and too much waits to be sent")));
  }

  final Endpoint endpoint() {
    return endpoint;
  }

  final Peer peer() {
    return peer;
  }

  final boolean ended() {
    return ended;
  }

  final PeerCounts counts() {
    return counts;
  }

  /** Memory of the frame that arrives. */
  final ReceiveMemory.Claim claim() {
    return claim;
  }

  /** Whether arriving bytes may be read now. */
  final boolean reading() {
    return isWilling() && !claim.isStopped();
  }

  /** Whether arriving bytes may be read if there is memory. */
  private boolean isWilling() {
    return wanted && !congested && !ended && endpoint.hasListener();
  }

  private void willChanged() {
    claim.setWilling(isWilling());
    readingChanged();
  }

  final void send(Message message) {
    if (ended) {
      return;
    }
    Frame frame;
    try {
      frame = endpoint.encode(message, sequence);
    } catch (FormatException e) {
      breakOff(ResetReason.INTERNAL, "cannot send a message: " + e.getMessage());
      return;
    }
    sequence++;
    long owing = owedBytes + frame.sizeBytes();
    if (owing > endpoint.limits().hardQueueBytes()) {
      breakOff(
          ResetReason.SLOW,
          owing + " bytes wait to be sent, beyond the limit: the peer does not read");
      return;
    }
    owedBytes = owing;
    counts.onQueued(frame.sizeBytes());
    offer(frame);
    if (asked) {
      debt.owe(owedBytes);
      if (!congested && isMuch(owedBytes)) {
        congested = true;
        willChanged();
      }
    }
  }

  private boolean isMuch(long bytes) {
    return bytes > endpoint.limits().softQueueBytes()
        || (bytes > UnsentBytes.FREE_BYTES && endpoint.memory().unsent().isCrowded());
  }

  /** Bytes that {@link #offer} accepted have been sent. */
  final void paid(long bytes) {
    if (ended) {
      return;
    }
    owedBytes -= bytes;
    counts.onSent(bytes);
    if (asked) {
      debt.owe(owedBytes);
      if (congested && !isMuch(2 * owedBytes)) {
        congested = false;
        willChanged();
      }
    }
  }

  final void setReading(boolean reading) {
    if (wanted != reading) {
      wanted = reading;
      willChanged();
    }
  }

  final void received(Message message) {
    if (!ended) {
      counts.onMessage();
      endpoint.received(peer, message);
    }
  }

  /** Breaks the stream: it ends, and the listener is told soon, but never from inside this call. */
  final void breakOff(ResetReason kind, String reason) {
    if (!ended) {
      counts.onReset(kind);
      end();
      endpoint.loop().execute(() -> endpoint.broken(this, reason));
    }
  }

  /** Ends the stream without telling the listener. */
  final void end() {
    if (!ended) {
      ended = true;
      claim.hold(0);
      debt.owe(0);
      counts.onDropped(owedBytes);
      stop();
    }
  }

  /** Accepts a frame that is sent after the frames before it, once the stream is open. */
  abstract void offer(Frame frame);

  /** Called when {@link #reading} may have changed. */
  abstract void readingChanged();

  /** Releases all resources, and tells the other end. */
  abstract void stop();
}
