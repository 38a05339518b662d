package io.pando.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.unix.UnixChannel;
import io.pando.message.Message;
import io.pando.net.frame.BadBytes;
import io.pando.net.frame.FramePace;
import io.pando.net.frame.FrameQueue;
import io.pando.net.frame.FrameReader;
import io.pando.net.frame.HeapSender;
import io.pando.net.metrics.ResetReason;
import io.pando.port.Peer;
import io.pando.proto.FormatException;
import io.pando.wire.Frame;
import io.pando.wire.FrameCodec;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * An end of a stream over a socket. Messages sent within one turn of the loop are flushed together
 * at its end. While the link does not read, the socket is not read either, and bytes already read
 * are kept.
 */
final class SocketLink extends Link {
  /** Most bytes sent without a copy before other streams get their turn. */
  private static final int STRAIGHT_BYTES = 1 << 20;

  /** Size of the chunk that is sent through Netty after that. */
  private static final int PROBE_CHUNK_BYTES = 16 << 10;

  private final FrameQueue unsent = new FrameQueue();
  private final Queue<ByteBuf> held = new ArrayDeque<>();
  private final FrameReader<Message> reader = new FrameReader<>(FrameCodec.MESSAGES);
  private final FramePace pace;
  private final BadBytes badBytes;
  private final @Nullable HeapSender sender;
  private @Nullable Channel channel;
  private boolean open;
  private boolean pumping;
  private boolean draining;
  private boolean watched;

  /**
   * Creates the end of a stream that has no socket yet.
   *
   * @param sender sends without a copy; null if that is not possible
   */
  SocketLink(Endpoint endpoint, Peer peer, BadBytes badBytes, @Nullable HeapSender sender) {
    super(endpoint, peer);
    this.badBytes = badBytes;
    this.sender = sender;
    this.pace = new FramePace(reader, endpoint.limits().patience());
  }

  /** Attaches the socket, which is not ready for messages yet. */
  void attach(Channel socket) {
    channel = socket;
    if (ended()) {
      Sockets.close(socket);
    }
  }

  boolean isOpen() {
    return open;
  }

  /** The greetings are complete: messages may be sent and received. */
  void opened(Channel socket) {
    channel = socket;
    if (ended()) {
      Sockets.close(socket);
      return;
    }
    open = true;
    counts().onOpened();
    socket.pipeline().addLast(new Ear());
    socket
        .closeFuture()
        .addListener(closed -> breakOff(ResetReason.CLOSED, "closed by the other side"));
    readingChanged();
    pumpSoon();
  }

  private final class Ear extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      arrived((ByteBuf) bytes);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      pumpSoon();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      failed(cause);
    }
  }

  private void failed(Throwable cause) {
    if (cause instanceof IOException) {
      breakOff(ResetReason.FAILED, "the connection failed: " + cause.getMessage());
    } else {
      breakOff(ResetReason.INTERNAL, "the receiver failed: " + cause);
      GuardedTask.escaped(cause);
    }
  }

  // Outbound

  @Override
  void offer(Frame frame) {
    unsent.add(frame);
    pumpSoon();
  }

  private void pumpSoon() {
    Channel socket = channel;
    if (open && !pumping && socket != null && !unsent.isEmpty() && socket.isWritable()) {
      pumping = true;
      endpoint().loop().execute(this::pump);
    }
  }

  private void pump() {
    pumping = false;
    Channel socket = channel;
    if (socket == null || ended()) {
      return;
    }
    boolean straight = sendStraight(socket);
    int most = straight ? PROBE_CHUNK_BYTES : FrameQueue.CHUNK_BYTES;
    while (!unsent.isEmpty() && socket.isWritable()) {
      ByteBuf chunk = unsent.chunk(socket.alloc(), most);
      int size = chunk.readableBytes();
      socket
          .write(chunk)
          .addListener(written -> {
            Throwable cause = written.cause();
            if (cause == null) {
              paid(size);
              pumpSoon();
            } else {
              breakOff(ResetReason.FAILED, "the connection failed: " + cause.getMessage());
            }
          });
      if (straight) {
        break;
      }
    }
    socket.flush();
  }

  /**
   * If many bytes wait and none wait in Netty before them, sends as much as the socket takes
   * without a copy. A small chunk then goes through Netty: its completion reports a full or a
   * broken socket, and the remaining bytes follow after it.
   */
  private boolean sendStraight(Channel socket) {
    if (sender == null || !unsent.isLarge() || !(socket instanceof UnixChannel file)) {
      return false;
    }
    ChannelOutboundBuffer before = socket.unsafe().outboundBuffer();
    if (before == null || !before.isEmpty() || !socket.isActive()) {
      return false;
    }
    int sent = unsent.send(sender, file.fd().intValue(), STRAIGHT_BYTES);
    paid(sent);
    return true;
  }

  // Inbound

  @Override
  void readingChanged() {
    Channel socket = channel;
    if (socket == null || !open) {
      return;
    }
    if (socket.config().isAutoRead() != reading()) {
      socket.config().setAutoRead(reading());
    }
    if (reading() && !held.isEmpty()) {
      endpoint().loop().execute(this::drain);
    }
  }

  /** Bytes arrived; they are released here. */
  void arrived(ByteBuf bytes) {
    if (ended()) {
      bytes.release();
      return;
    }
    counts().onBytes(bytes.readableBytes());
    held.add(bytes);
    drain();
  }

  private void drain() {
    if (draining) {
      return;
    }
    draining = true;
    try {
      while (reading() && !held.isEmpty()) {
        Message message = reader.next(held.element());
        if (message == null) {
          held.remove().release();
          claim().hold(reader.heldBytes());
        } else {
          claim().hold(0);
          received(message);
        }
      }
    } catch (FormatException e) {
      badBytes.onBadBytes(remoteHost(), peer().toString(), e);
      breakOff(ResetReason.BAD_BYTES, "bad bytes: " + e.getMessage());
    } finally {
      draining = false;
    }
    if (claim().isStopped()) {
      readingChanged();
    }
    if (!watched && !ended() && reader.isInside()) {
      watched = true;
      endpoint().watch().add(this::look);
    }
  }

  /** Whether the frame that arrives must be checked again. */
  private boolean look(int stepMillis) {
    if (ended() || !reader.isInside()) {
      watched = false;
      return false;
    }
    pace.complaint(reading(), claim().isOverLimit(), stepMillis)
        .ifPresent(why -> breakOff(ResetReason.SLOW, why));
    return true;
  }

  private String remoteHost() {
    Channel socket = channel;
    return socket == null ? "" : Sockets.host(socket);
  }

  @Override
  void stop() {
    if (open) {
      counts().onEnded();
    }
    unsent.clear();
    held.forEach(ByteBuf::release);
    held.clear();
    Channel socket = channel;
    if (socket != null) {
      Sockets.close(socket);
    }
  }
}
