package io.pando.net;

import io.pando.bytes.Payload;
import io.pando.message.Message;
import io.pando.net.metrics.ResetReason;
import io.pando.port.Peer;
import io.pando.proto.FormatException;
import io.pando.wire.Frame;
import io.pando.wire.FrameCodec;
import io.pando.wire.FrameHeader;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * An end of a stream within the process. Tasks pass frames from one loop to the other and keep
 * their order. Frames that the receiver does not read yet wait at its end, and count as owed by the
 * sender.
 */
final class LocalLink extends Link {
  private final Queue<Frame> inbox = new ArrayDeque<>();
  private final Queue<Frame> unsent = new ArrayDeque<>();
  private @Nullable LocalLink other;

  LocalLink(Endpoint endpoint, Peer peer) {
    super(endpoint, peer);
  }

  /** Connects the other end: the stream is open. */
  void connect(LocalLink otherEnd) {
    other = otherEnd;
    if (ended()) {
      stop();
      return;
    }
    unsent.forEach(frame -> pass(frame, otherEnd));
    unsent.clear();
  }

  @Override
  void offer(Frame frame) {
    LocalLink to = other;
    if (to == null) {
      unsent.add(frame);
    } else {
      pass(frame, to);
    }
  }

  private static void pass(Frame frame, LocalLink to) {
    to.endpoint().loop().execute(() -> to.arrived(frame));
  }

  private void arrived(Frame frame) {
    if (!ended()) {
      inbox.add(frame);
      takeIn();
    }
  }

  @Override
  void readingChanged() {
    if (reading() && !inbox.isEmpty()) {
      endpoint().loop().execute(this::takeIn);
    }
  }

  private void takeIn() {
    LocalLink from = other;
    while (from != null && reading() && !inbox.isEmpty()) {
      Frame frame = inbox.remove();
      from.endpoint().loop().execute(() -> from.paid(frame.sizeBytes()));
      Message message;
      try {
        message = message(frame);
      } catch (FormatException e) {
        breakOff(ResetReason.BAD_BYTES, "bad bytes: " + e.getMessage());
        return;
      }
      received(message);
    }
  }

  /**
   * Decodes the message from its bytes, so that a message that could not cross a socket fails here
   * too.
   */
  private static Message message(Frame frame) {
    byte[] head = new byte[frame.head().remaining()];
    frame.head().duplicate().get(head);
    FrameHeader header = FrameHeader.parse(head);
    byte[] message = Arrays.copyOfRange(head, FrameHeader.BYTES, head.length);
    return FrameCodec.MESSAGES.decode(header, message, together(frame, header.dataBytes()));
  }

  private static Payload together(Frame frame, int dataBytes) {
    if (frame.data().size() == 1) {
      return frame.data().getFirst();
    }
    ByteBuffer all = ByteBuffer.allocate(dataBytes);
    frame.data().forEach(part -> all.put(part.asByteBuffer()));
    return Payload.wrap(all.flip());
  }

  @Override
  void stop() {
    inbox.clear();
    unsent.clear();
    LocalLink to = other;
    if (to != null) {
      to.endpoint()
          .loop()
          .execute(() -> to.breakOff(ResetReason.CLOSED, "closed by the other side"));
    }
  }
}
