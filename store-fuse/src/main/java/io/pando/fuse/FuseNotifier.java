package io.pando.fuse;

import io.pando.fuse.protocol.FuseNotification;

/**
 * Tells the kernel what changed without its doing. Any thread may use it, except those that must
 * answer requests: a notification about pages waits until reads and writes of them that are under
 * way are answered, and one about an entry until requests about names in its directory are.
 */
public interface FuseNotifier {
  /**
   * Sends a notification; what it says is done when this returns.
   *
   * @return 0, or an error number: {@link io.pando.fuse.protocol.Errno#ENOENT} if the kernel does
   *     not know the node or the name, so that it has nothing to drop; {@link
   *     io.pando.fuse.protocol.Errno#ENODEV} if the session has ended
   */
  int send(FuseNotification notification);
}
