package io.pando.net;

import io.pando.format.FormatException;
import io.pando.message.Message;
import io.pando.port.Peer;
import io.pando.wire.Frame;

/**
 * One end of a stream, dialled or accepted. Lives on its endpoint's loop and is used there alone.
 *
 * <p>It ends once. When it breaks, what is sent to it afterwards is dropped until the listener has
 * been told; only then does another message to the same address dial anew. So whoever hears of a
 * reset knows that everything sent before is in doubt and nothing sent after is.
 *
 * <p>Who is asked does not read on while it owes much. Who dialled always does: what comes are
 * answers, as many as it asked for. If both waited until the other reads, they would for ever.
 */
abstract class Link {
  private final Endpoint endpoint;
  private final Peer peer;
  private final ReceiveMemory.Claim claim;
  private final UnsentBytes.Debt debt;
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
                    .execute(() -> breakOff("it takes nothing, and too much waits to be sent")));
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

  /** What the frame that arrives holds. */
  final ReceiveMemory.Claim claim() {
    return claim;
  }

  /** Whether what arrives is to be taken in now. */
  final boolean reading() {
    return isWilling() && !claim.isStopped();
  }

  /** Whether what arrives is to be taken in if there is memory. */
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
      breakOff("cannot send a message: " + e.getMessage());
      return;
    }
    sequence++;
    owedBytes += frame.sizeBytes();
    if (owedBytes > endpoint.limits().hardQueueBytes()) {
      breakOff(owedBytes + " bytes wait to be sent, beyond the limit: the peer does not read");
      return;
    }
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

  /** Bytes that {@link #offer} took have left. */
  final void paid(long bytes) {
    owedBytes -= bytes;
    if (asked && !ended) {
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
      endpoint.received(peer, message);
    }
  }

  /** The stream is broken: it ends, and the listener is told soon, never from inside this call. */
  final void breakOff(String reason) {
    if (!ended) {
      end();
      endpoint.loop().execute(() -> endpoint.broken(this, reason));
    }
  }

  /** The stream ends, and nobody is told. */
  final void end() {
    if (!ended) {
      ended = true;
      claim.hold(0);
      debt.owe(0);
      stop();
    }
  }

  /** Takes a frame to be sent after those before it, as soon as the stream is open. */
  abstract void offer(Frame frame);

  /** {@link #reading} may have changed. */
  abstract void readingChanged();

  /** Gives back all it holds, and tells the other end. */
  abstract void stop();
}
