package io.pando.fuse.memory;

import io.pando.bytes.Payload;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseContext;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.FuseStatistics;
import io.pando.fuse.protocol.NameRequest;
import io.pando.fuse.protocol.NodeAttributes.Kind;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The nodes and their names. Its file system's lock is held. */
final class MemoryNames {
  static final long ROOT = 1;

  private final Map<Long, MemoryNode> nodes = new HashMap<>();
  private long lastIno = ROOT;

  MemoryNames(int uid, int gid) {
    MemoryNode root = new MemoryNode(ROOT, Kind.DIRECTORY | 0755, uid, gid);
    root.links = 2;
    root.lookups = 1;
    root.parent = root;
    nodes.put(ROOT, root);
  }

  MemoryNode node(long number) throws FailedRequest {
    MemoryNode node = nodes.get(number);
    if (node == null) {
      throw new FailedRequest(Errno.ESTALE);
    }
    return node;
  }

  int count() {
    return nodes.size();
  }

  MemoryNode find(MemoryNode parent, FuseName name) throws FailedRequest {
    if (name.size() > FuseStatistics.MOST_NAME_BYTES) {
      throw new FailedRequest(Errno.ENAMETOOLONG);
    }
    String text = name.toString();
    @Nullable MemoryNode found =
        switch (text) {
          case "." -> parent;
          case ".." -> parent.parent;
          default -> parent.child(name);
        };
    if (found == null) {
      throw new FailedRequest(Errno.ENOENT);
    }
    return found;
  }

  /** Makes a node, with a name if there is a parent for it. */
  MemoryNode make(@Nullable MemoryNode parent, FuseName name, int mode, FuseContext context)
      throws FailedRequest {
    if (name.size() > FuseStatistics.MOST_NAME_BYTES) {
      throw new FailedRequest(Errno.ENAMETOOLONG);
    }
    MemoryNode node = MemoryNode.of(++lastIno, mode, context);
    node.links = node.isDirectory() ? 2 : parent == null ? 0 : 1;
    if (parent != null) {
      if (parent.child(name) != null) {
        throw new FailedRequest(Errno.EEXIST);
      }
      parent.put(name, node);
    }
    nodes.put(node.ino, node);
    return node;
  }

  MemoryNode makeLink(MemoryNode parent, FuseName name, FuseName target, FuseContext context)
      throws FailedRequest {
    MemoryNode node = make(parent, name, Kind.SYMBOLIC_LINK | 0777, context);
    node.target = Payload.wrap(target.bytes());
    return node;
  }

  MemoryNode link(MemoryNode parent, FuseName name, MemoryNode target) throws FailedRequest {
    if (parent.child(name) != null) {
      throw new FailedRequest(Errno.EEXIST);
    }
    parent.put(name, target);
    target.links++;
    target.changed = parent.changed;
    return target;
  }

  void unlink(MemoryNode parent, FuseName name) throws FailedRequest {
    MemoryNode node = find(parent, name);
    parent.remove(name);
    node.links -= node.isDirectory() ? 2 : 1;
    node.changed = parent.changed;
    dropIfUnused(node);
  }

  void removeDirectory(MemoryNode parent, FuseName name) throws FailedRequest {
    MemoryNode node = find(parent, name);
    if (!node.isDirectory()) {
      throw new FailedRequest(Errno.ENOTDIR);
    }
    if (!node.entries.isEmpty()) {
      throw new FailedRequest(Errno.ENOTEMPTY);
    }
    unlink(parent, name);
  }

  void rename(NameRequest.Rename request) throws FailedRequest {
    MemoryNode from = node(request.parent());
    MemoryNode to = node(request.newParent());
    MemoryNode moved = find(from, request.name());
    @Nullable MemoryNode replaced = to.child(request.newName());
    switch (request.flags()) {
      case NameRequest.Rename.EXCHANGE -> {
        MemoryNode other = find(to, request.newName());
        from.remove(request.name());
        to.remove(request.newName());
        from.put(request.name(), other);
        to.put(request.newName(), moved);
        return;
      }
      case NameRequest.Rename.NO_REPLACE -> {
        if (replaced != null) {
          throw new FailedRequest(Errno.EEXIST);
        }
      }
      case 0 -> {}
      default -> throw new FailedRequest(Errno.EINVAL);
    }
    if (replaced == moved) {
      return;
    }
    if (replaced != null && replaced.isDirectory()) {
      removeDirectory(to, request.newName());
    } else if (replaced != null) {
      unlink(to, request.newName());
    }
    from.remove(request.name());
    to.put(request.newName(), moved);
  }

  void forget(long number, long lookups) {
    MemoryNode node = nodes.get(number);
    if (node != null) {
      node.lookups -= lookups;
      dropIfUnused(node);
    }
  }

  void dropIfUnused(MemoryNode node) {
    if (node.isUnused()) {
      nodes.remove(node.ino);
    }
  }
}
