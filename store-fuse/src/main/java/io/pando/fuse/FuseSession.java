package io.pando.fuse;

import io.pando.fuse.device.DeviceChannel;
import io.pando.fuse.device.NativeBuffer;
import io.pando.fuse.device.NativeBuffers;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseNotification;
import io.pando.fuse.protocol.codec.NotificationEncoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the threads and replies of one session share. */
final class FuseSession implements FuseNotifier {
  private static final Logger LOG = LoggerFactory.getLogger(FuseSession.class);

  /** Room for a request's structures beside its data. */
  private static final int STRUCTURE_BYTES = 8192;

  private final DeviceChannel channel;
  private final FuseFileSystem fileSystem;
  private final NativeBuffers buffers;
  private final RequestBudget budget;
  private final RequestTable table = new RequestTable();
  private final MessageCounters counters = new MessageCounters();
  private final int readBytes;

  /**
   * A session without requests.
   *
   * @param channel through which notifications are sent
   */
  FuseSession(DeviceChannel channel, MountOptions options, FuseFileSystem fileSystem) {
    this.channel = channel;
    this.fileSystem = fileSystem;
    this.readBytes = readBytes(options.limits());
    this.buffers = new NativeBuffers(readBytes, 2 * options.readers());
    this.budget = new RequestBudget(options.limits().requestBytes());
  }

  /** Size of the memory into which a request is read. */
  static int readBytes(MountLimits limits) {
    return limits.maxWriteBytes() + STRUCTURE_BYTES;
  }

  int readBytes() {
    return readBytes;
  }

  FuseFileSystem fileSystem() {
    return fileSystem;
  }

  NativeBuffers buffers() {
    return buffers;
  }

  RequestBudget budget() {
    return budget;
  }

  RequestTable table() {
    return table;
  }

  MessageCounters counters() {
    return counters;
  }

  /** Writes an answer; returns whether the kernel took it. */
  boolean write(DeviceChannel to, NativeBuffer answer) {
    int error = to.write(answer);
    boolean isExpected = error == 0 || error == Errno.ENOENT || error == Errno.ENODEV;
    if (!isExpected) {
      counters.failures.increment();
      LOG.error("the kernel refused an answer with error {}: the request fails", error);
    }
    return error == 0;
  }

  @Override
  public int send(FuseNotification notification) {
    NativeBuffer buffer = buffers.take(NotificationEncoder.bytes(notification));
    try {
      NotificationEncoder.encode(notification, buffer.view());
      return channel.write(buffer);
    } finally {
      buffers.giveBack(buffer);
    }
  }
}
