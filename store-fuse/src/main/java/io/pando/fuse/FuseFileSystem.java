package io.pando.fuse;

import io.pando.fuse.protocol.FuseContext;
import io.pando.fuse.protocol.FuseRequest;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.port.EventLoop;
import java.util.List;
import java.util.Optional;

/**
 * A file system that the kernel asks by node. A node is an inode that the kernel knows; its number
 * is the file system's choice, 1 is the root directory. The kernel knows a node from the answer
 * {@link io.pando.fuse.protocol.FuseAnswer.Entry} on, until it has forgotten it as many times as it
 * was given.
 *
 * <p>The methods are called by the mount's reading threads, several at once, or by its loop ({@link
 * #loop}). They must return soon: a request that waits is kept with its reply and answered later,
 * from any thread. A method that blocks until another request is answered may block all of them.
 */
public interface FuseFileSystem {
  /**
   * The session has begun; called once, before the first request.
   *
   * @param notifier tells the kernel what changed, as long as the session lasts
   */
  default void onMounted(FuseNotifier notifier) {}

  /**
   * The loop on which requests are to be read; empty if threads of the mount are to read them. A
   * loop that cannot watch the device counts as none.
   */
  default Optional<EventLoop> loop() {
    return Optional.empty();
  }

  /**
   * A request. If the method throws instead of answering, the request fails with {@link
   * io.pando.fuse.protocol.Errno#EIO}. A request that the file system does not have is answered
   * with {@link io.pando.fuse.protocol.Errno#ENOSYS}: for most of them the kernel does not ask
   * again.
   *
   * @param reply takes the answer
   */
  void onRequest(FuseContext context, FuseRequest request, FuseReply reply);

  /** The kernel forgets nodes. */
  void onForget(List<KernelMessage.Forgotten> nodes);

  /** Cached pages that the file system asked for by a notification. */
  default void onRetrieved(KernelMessage.Retrieved pages) {}

  /** The session has ended; called once, after the last request. Later answers go nowhere. */
  default void onUnmounted() {}
}
