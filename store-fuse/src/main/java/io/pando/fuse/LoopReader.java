package io.pando.fuse;

import io.pando.check.Invariant;
import io.pando.fuse.device.DeviceChannel;
import io.pando.fuse.device.MountException;
import io.pando.fuse.device.NativeBuffer;
import io.pando.fuse.protocol.codec.MessageDecoder;
import io.pando.port.EventLoop;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the requests of a session on the loop of its file system. What the file system can answer
 * by itself is answered by the thread that read it: no other thread is woken, and while the loop is
 * busy the kernel wakes no thread for further requests. Only the loop's thread uses it.
 */
final class LoopReader implements EventLoop.Readiness {
  private static final Logger LOG = LoggerFactory.getLogger(LoopReader.class);

  /** After as many messages, or bytes, the loop does other things: first what these ask for. */
  private static final int MOST_MESSAGES = 16;

  private static final int MOST_BYTES = 2 << 20;

  /** After as many full turns the loop expects more messages in a turn. */
  private static final int FULL_TURNS = 4;

  private final FuseSession session;
  private final DeviceChannel channel;
  private final EventLoop loop;
  private final RequestDispatch dispatch;
  private final Runnable onEnd;
  private final NativeBuffer buffer;
  private EventLoop.@Nullable Watching watching;

  /**
   * Messages to be read in a turn. Reading until there is none costs a call without success, which
   * a program that sends one request after the other would pay for each.
   */
  private int expected = 1;

  private int fullTurns;

  private LoopReader(
      FuseSession session,
      DeviceChannel channel,
      EventLoop loop,
      MessageDecoder decoder,
      Runnable onEnd) {
    this.session = session;
    this.channel = channel;
    this.loop = loop;
    this.dispatch = new RequestDispatch(session, channel, decoder);
    this.onEnd = onEnd;
    this.buffer = new NativeBuffer(session.readBytes());
  }

  /**
   * Begins to read, if the loop can watch a device.
   *
   * @param onEnd run on the loop when the session has ended, or the loop
   * @return whether it does
   */
  static boolean start(
      FuseSession session,
      DeviceChannel channel,
      EventLoop loop,
      MessageDecoder decoder,
      Runnable onEnd)
      throws MountException {
    LoopReader reader = new LoopReader(session, channel, loop, decoder, onEnd);
    Optional<EventLoop.Watching> watching = loop.watch(channel.descriptor(), reader);
    if (watching.isEmpty()) {
      return false;
    }
    channel.doNotWait();
    loop.execute(() -> reader.begin(watching.get()));
    return true;
  }

  private void begin(EventLoop.Watching with) {
    watching = with;
    with.enable(true);
  }

  private EventLoop.Watching watching() {
    return Invariant.present(watching, () -> "requests are read before the beginning");
  }

  @Override
  public void onReadable() {
    try {
      readSome();
    } catch (IOException e) {
      LOG.error("the loop that reads requests ends: {}", e.toString());
      end();
    }
  }

  private void readSome() throws IOException {
    int bytes = 0;
    int messages = 0;
    while (messages < expected && bytes < MOST_BYTES) {
      if (!session.budget().hasRoom(() -> loop.execute(() -> watching().enable(true)))) {
        watching().enable(false);
        return;
      }
      DeviceChannel.Arrival arrival = channel.readNow(buffer);
      if (arrival == DeviceChannel.Arrival.END) {
        end();
        return;
      }
      if (arrival == DeviceChannel.Arrival.NOTHING) {
        expected = Math.max(1, messages);
        fullTurns = 0;
        return;
      }
      messages++;
      bytes += buffer.view().limit();
      dispatch.onMessage(buffer);
    }
    fullTurns++;
    if (fullTurns >= FULL_TURNS) {
      fullTurns = 0;
      expected = Math.min(MOST_MESSAGES, 2 * expected);
    }
  }

  private void end() {
    watching().end();
    onEnd.run();
  }

  @Override
  public void onLoopEnded() {
    LOG.error("the loop that reads requests has ended");
    onEnd.run();
  }
}
