package io.pando.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.unix.UnixChannel;
import io.pando.net.frame.FrameReader;
import io.pando.proto.FormatException;
import io.pando.wire.Greeting;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Receives dialled connections where a socket cannot change loops: with io_uring, operations of the
 * old loop may end after the new loop has started its own operations on the same state. So the
 * hello is read from the socket before a loop has it. The kernel passes on a connection once its
 * hello has arrived; if it has not, the socket is polled again after {@value #PAUSE_MILLIS} ms.
 */
final class UringAccepting extends ChannelInboundHandlerAdapter {
  private static final int PAUSE_MILLIS = 2;
  private static final int ROOM_BYTES = 4096;

  private final NettyNetwork network;
  private final NettyNode node;

  UringAccepting(NettyNetwork network, NettyNode node) {
    this.network = network;
    this.node = node;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    Channel channel = (Channel) accepted;
    network.prepare(channel);
    Hello hello = new Hello(channel, context.channel().eventLoop());
    node.greets(channel).ifPresentOrElse(hello::refuse, hello::look);
  }

  /** A socket that no loop owns yet. */
  private final class Hello {
    private final Channel channel;
    private final EventLoop loop;
    private final FrameReader<Greeting> reader = Sockets.greetings();
    private final long startNanos = System.nanoTime();

    Hello(Channel channel, EventLoop loop) {
      this.channel = channel;
      this.loop = loop;
    }

    void look() {
      ByteBuf bytes = Unpooled.directBuffer(ROOM_BYTES, ROOM_BYTES);
      try {
        int count =
            ((UnixChannel) channel)
                .fd()
                .read(bytes.internalNioBuffer(0, ROOM_BYTES), 0, ROOM_BYTES);
        if (count < 0 || !channel.isOpen()) {
          drop();
          return;
        }
        bytes.writerIndex(count);
        Greeting greeting = reader.next(bytes);
        if (greeting == null) {
          lookAgain();
        } else if (bytes.isReadable()) {
          refuse("more than a hello was sent");
        } else {
          onGreeting(greeting);
        }
      } catch (FormatException e) {
        node.badBytes(channel, e);
        refuse(String.valueOf(e.getMessage()));
      } catch (IOException e) {
        drop();
      } finally {
        bytes.release();
      }
    }

    private void lookAgain() {
      long waitedNanos = System.nanoTime() - startNanos;
      if (waitedNanos > node.limits().patience().dialMillis() * 1_000_000L) {
        drop();
      } else {
        loop.schedule(this::look, PAUSE_MILLIS, TimeUnit.MILLISECONDS)
            .addListener(done -> {
              if (done.isCancelled()) {
                drop();
              }
            });
      }
    }

    private void onGreeting(Greeting greeting) {
      if (!(greeting instanceof Greeting.Hello hello)) {
        refuse("a stream begins with a hello");
        return;
      }
      Optional<String> refusal = node.refusal(hello, channel);
      if (refusal.isPresent()) {
        refuse(refusal.get());
        return;
      }
      Endpoint endpoint = node.endpoint(hello.shard());
      register(node.loop(endpoint).netty(), () -> node.welcome(endpoint, channel, hello));
    }

    private void refuse(String reason) {
      register(loop, () -> Sockets.refuse(channel, reason));
    }

    private void register(EventLoop on, Runnable then) {
      on.register(channel)
          .addListener(registered -> {
            if (registered.isSuccess()) {
              then.run();
            } else {
              drop();
            }
          });
    }

    private void drop() {
      node.greeted(channel);
      channel.unsafe().closeForcibly();
    }
  }
}
