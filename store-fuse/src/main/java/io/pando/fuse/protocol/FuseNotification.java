package io.pando.fuse.protocol;

import io.pando.bytes.Payload;

/** What a file system tells the kernel of its own accord. */
public sealed interface FuseNotification {
  /**
   * Attributes of a node are not valid any more, and neither is cached data of a range. Dirty pages
   * of the range are written back before.
   *
   * @param offset first byte; negative if only the attributes are meant
   * @param length number of bytes; 0 is up to the end
   */
  record InvalidateNode(long node, long offset, long length) implements FuseNotification {}

  /**
   * A name in a directory is not valid any more, whether it led to a node or was absent.
   *
   * @param expiresOnly the kernel asks again but keeps what is mounted below ({@link
   *     InitFlag#HAS_EXPIRE_ONLY})
   */
  record InvalidateEntry(long parent, FuseName name, boolean expiresOnly)
      implements FuseNotification {}

  /** A name was removed elsewhere. Processes that watch the directory are told. */
  record DeleteEntry(long parent, long child, FuseName name) implements FuseNotification {}

  /** Data for the page cache. It extends the file for the kernel if it is behind the end. */
  record StoreData(long node, long offset, Payload data) implements FuseNotification {}

  /**
   * Asks for cached pages; {@link KernelMessage.Retrieved} brings them.
   *
   * @param token returned with the pages
   */
  record RetrieveData(long token, long node, long offset, int length) implements FuseNotification {}

  /**
   * No name is valid any more, in any directory. Unlike {@link InvalidateEntry} it waits for no
   * request. Linux 6.16 has it; older kernels refuse it with {@link Errno#EINVAL}.
   */
  record InvalidateNames() implements FuseNotification {}

  /**
   * Events are due for which a process polls.
   *
   * @param pollHandle number that the {@link FileRequest.Poll} had
   */
  record WakePoll(long pollHandle) implements FuseNotification {}
}
