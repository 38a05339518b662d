package io.pando.fuse;

import io.pando.fuse.device.DeviceChannel;
import io.pando.fuse.device.NativeBuffer;
import io.pando.fuse.protocol.codec.MessageDecoder;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread's loop: reads a message and has it dispatched. It ends with the session. */
final class RequestReader implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(RequestReader.class);

  private final FuseSession session;
  private final DeviceChannel channel;
  private final RequestDispatch dispatch;
  private final Runnable onEnd;

  /**
   * A loop over the messages of a channel.
   *
   * @param onEnd run by the thread when it ends
   */
  RequestReader(
      FuseSession session, DeviceChannel channel, MessageDecoder decoder, Runnable onEnd) {
    this.session = session;
    this.channel = channel;
    this.dispatch = new RequestDispatch(session, channel, decoder);
    this.onEnd = onEnd;
  }

  @Override
  public void run() {
    NativeBuffer buffer = new NativeBuffer(session.readBytes());
    try {
      while (session.budget().awaitRoom() && channel.read(buffer)) {
        dispatch.onMessage(buffer);
      }
    } catch (IOException e) {
      LOG.error("a thread that reads requests ends: {}", e.toString());
    } finally {
      onEnd.run();
    }
  }
}
