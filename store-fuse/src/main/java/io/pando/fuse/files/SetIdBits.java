package io.pando.fuse.files;

import io.pando.fs.call.FileCall;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fuse.files.kernel.KernelCaches;
import io.pando.fuse.files.kernel.KernelNode;
import io.pando.fuse.files.kernel.KernelNodes;
import io.pando.fuse.files.kernel.KernelView;

/**
 * Takes away what lets a program run with another identity, before a process changes its file that
 * may not leave it: the bits set-user-id and set-group-id, and the attribute {@code
 * security.capability}. The kernel says so with every write of such a process, so what is known of
 * a file is remembered as long as no other client can change it.
 */
final class SetIdBits {
  private static final int GROUP_EXECUTES = 010;
  static final String CAPABILITIES = "security.capability";

  private final KernelNodes nodes;
  private final KernelCaches caches;
  private final KernelView view;

  SetIdBits(KernelNodes nodes, KernelCaches caches, KernelView view) {
    this.nodes = nodes;
    this.caches = caches;
    this.view = view;
  }

  /** Takes them away from a file, then runs an action. */
  void clear(Exchange exchange, OpenHandle handle, Runnable then) {
    KernelNode node = nodes.get(handle.node());
    if (node != null && node.setIds() == KernelNode.SetIds.NONE) {
      then.run();
      return;
    }
    exchange.callAllowed(
        new FileCall.Request(new FsRequest.GetInode(handle.ino())),
        outcome -> clear(exchange, handle, Exchange.inode(outcome), then));
  }

  private void clear(Exchange exchange, OpenHandle handle, Inode inode, Runnable then) {
    view.learn(inode);
    int mode = inode.permissions().mode();
    int cleared = without(exchange, inode.permissions());
    if (inode.attributes().containsKey(CAPABILITIES)) {
      exchange.callAllowed(
          new FileCall.Request(new FsRequest.RemoveXattr(handle.ino(), CAPABILITIES)),
          outcome -> clear(exchange, handle, Exchange.inode(outcome), then));
    } else if (cleared == mode) {
      then.run();
    } else {
      exchange.callAllowed(
          new FileCall.Request(
              new FsRequest.SetAttributes(handle.ino(), InodeChange.ofMode(cleared))),
          outcome -> {
            view.learn(Exchange.inode(outcome));
            caches.dropAttributes(handle.node(), then);
          });
    }
  }

  /**
   * With the group's permission to execute missing, set-group-id is of no effect, and stays for a
   * process of the group.
   */
  private static int without(Exchange exchange, Permissions permissions) {
    int mode = permissions.mode();
    int bits = Permissions.SET_USER_ID;
    boolean hasGroupId = (mode & Permissions.SET_GROUP_ID) != 0;
    if (hasGroupId && ((mode & GROUP_EXECUTES) != 0 || !exchange.isOfGroup(permissions.group()))) {
      bits |= Permissions.SET_GROUP_ID;
    }
    return mode & ~bits;
  }
}
