package io.pando.mds.names;

import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.NewContent;
import io.pando.fs.request.FsRequest.RenameMode;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A file system in memory that knows POSIX and nothing of rows, for comparison: nodes with their
 * children. Answers are texts as {@link Shown} gives them.
 */
final class PosixModel {
  static final class ModelError extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final FsError error;

    ModelError(FsError error) {
      super(error.text());
      this.error = error;
    }
  }

  private final NameHash hash;
  private final SortedMap<Ino, ModelNode> nodes = new TreeMap<>();
  private Caller caller = Caller.ROOT;
  private Timestamp now;

  PosixModel(NameHash hash, Timestamp now) {
    this.hash = hash;
    this.now = now;
    ModelNode root = new ModelNode(Ino.ROOT, FileType.DIRECTORY, now);
    root.mode = 0777;
    nodes.put(Ino.ROOT, root);
  }

  SortedMap<Ino, ModelNode> nodes() {
    return nodes;
  }

  static void fail(boolean condition, FsError error) {
    if (condition) {
      throw new ModelError(error);
    }
  }

  Timestamp now() {
    return now;
  }

  Caller caller() {
    return caller;
  }

  /** The answer to a request; what it changes is changed. */
  String execute(Caller by, Timestamp at, FsRequest request) {
    caller = by;
    now = at;
    try {
      return switch (request) {
        case FsRequest.Lookup it -> named(search(it.directory()), it.name()).shown();
        case FsRequest.GetInode it -> node(it.ino()).shown();
        case FsRequest.GetParent it -> parent(it.directory());
        case FsRequest.ListDirectory it -> list(it);
        case FsRequest.Make it -> make(it);
        case FsRequest.Link it -> link(it);
        case FsRequest.Remove it -> remove(it);
        case FsRequest.Rename it -> rename(it);
        case FsRequest.SetAttributes it ->
            new ModelAttributes(this).set(node(it.ino()), it.change());
        case FsRequest.SetXattr it -> new ModelAttributes(this).setXattr(node(it.ino()), it);
        case FsRequest.RemoveXattr it -> new ModelAttributes(this).removeXattr(node(it.ino()), it);
      };
    } catch (ModelError failed) {
      return failed.error.name();
    }
  }

  /** An inode without a name is gone. */
  void purge(Ino ino) {
    nodes.remove(ino);
  }

  void cut(Ino ino) {
    ModelNode node = nodes.get(ino);
    if (node != null) {
      node.uncut = 0;
    }
  }

  // Finding

  private ModelNode node(Ino ino) {
    ModelNode node = nodes.get(ino);
    if (node == null) {
      throw new ModelError(FsError.ESTALE);
    }
    return node;
  }

  boolean may(ModelNode node, int wanted) {
    if (caller.user() == 0) {
      return true;
    }
    if (node.xattrs.containsKey("system.posix_acl_access")) {
      return ModelList.read(node.xattrs.get("system.posix_acl_access"))
          .allows(caller, node.user, node.group, wanted);
    }
    int bits = node.mode % 8;
    if (node.user == caller.user()) {
      bits = node.mode / 64 % 8;
    } else if (caller.isIn(node.group)) {
      bits = node.mode / 8 % 8;
    }
    return (bits & wanted) == wanted;
  }

  boolean owns(ModelNode node) {
    return caller.user() == 0 || caller.user() == node.user;
  }

  private ModelNode search(Ino ino) {
    ModelNode directory = node(ino);
    fail(!directory.isDirectory(), FsError.ENOTDIR);
    fail(!may(directory, 1), FsError.EACCES);
    return directory;
  }

  private static ModelNode named(ModelNode directory, EntryName name) {
    ModelNode found = directory.children.get(name.toString());
    if (found == null) {
      throw new ModelError(FsError.ENOENT);
    }
    return found;
  }

  private String parent(Ino ino) {
    ModelNode directory = search(ino);
    fail(directory.names == 0, FsError.ENOENT);
    return directory.parent == null ? directory.shown() : directory.parent.shown();
  }

  private String list(FsRequest.ListDirectory request) {
    ModelNode directory = node(request.directory());
    fail(!directory.isDirectory(), FsError.ENOTDIR);
    fail(!may(directory, 4), FsError.EACCES);
    fail(request.most() < 1, FsError.EINVAL);
    SortedMap<EntryKey, ModelNode> sorted = new TreeMap<>();
    directory.children.forEach(
        (name, node) -> sorted.put(EntryKey.of(EntryName.of(name), hash), node));
    StringBuilder text = new StringBuilder();
    int count = 0;
    boolean more = false;
    for (EntryKey key : sorted.keySet()) {
      EntryName after = request.afterName();
      boolean behind =
          key.hash() > request.afterHash()
              || (key.hash() == request.afterHash()
                  && after != null
                  && key.name().compareTo(after) > 0);
      if (behind && count == request.most()) {
        more = true;
      } else if (behind && !more) {
        text.append(count == 0 ? "" : "\n").append(key.name());
        text.append(' ').append(sorted.get(key).shown());
        count++;
      }
    }
    return text + "\nmore " + more;
  }

  // Quotas

  void charge(ModelNode directory, SubtreeTotals added, @Nullable ModelNode except) {
    for (ModelNode at = directory; at != null; at = at.parent) {
      if (except != null && except.isWithin(at)) {
        continue;
      }
      SubtreeTotals sum = at.below().plus(added);
      long files = added.files() + added.directories();
      fail(
          added.bytes() > 0 && at.quota.bytes() > 0 && sum.bytes() > at.quota.bytes(),
          FsError.EDQUOT);
      fail(
          files > 0 && at.quota.files() > 0 && sum.files() + sum.directories() > at.quota.files(),
          FsError.EDQUOT);
    }
  }

  // Names

  private String make(FsRequest.Make request) {
    ModelNode directory = search(request.directory());
    ModelNode old = directory.children.get(request.name().toString());
    if (old != null) {
      fail(!old.ino.equals(request.ino()), FsError.EEXIST);
      return old.shown();
    }
    fail(!may(directory, 2), FsError.EACCES);
    fail(directory.names == 0, FsError.ENOENT);
    FileType type =
        switch (request.content()) {
          case NewContent.NewFile _, NewContent.NewWritten _ -> FileType.REGULAR;
          case NewContent.NewDirectory _ -> FileType.DIRECTORY;
          case NewContent.NewSymlink _ -> FileType.SYMLINK;
          case NewContent.NewSpecial it -> it.type();
        };
    fail(type.isDevice() && caller.user() != 0, FsError.EPERM);
    ModelNode made = new ModelNode(request.ino(), type, now);
    charge(directory, made.share(), null);
    made.user = caller.user();
    made.group = (directory.mode & 02000) != 0 ? directory.group : caller.group();
    if (request.content() instanceof NewContent.NewSymlink it) {
      made.target = it.target();
      made.mode = 0777;
    } else {
      inherit(directory, made, request.mode(), request.mask());
    }
    if (request.content() instanceof NewContent.NewSpecial it) {
      made.device = it.device();
    }
    made.parent = made.isDirectory() ? directory : null;
    directory.children.put(request.name().toString(), made);
    directory.touch(now);
    nodes.put(made.ino, made);
    return made.shown();
  }

  private void inherit(ModelNode directory, ModelNode made, int mode, int mask) {
    made.mode = mode & ~mask;
    var bytes = directory.xattrs.get("system.posix_acl_default");
    if (bytes != null) {
      ModelList list = ModelList.read(bytes).and(mode);
      made.mode = (mode & 07000) + list.mode();
      if (!list.isPlain()) {
        made.xattrs.put("system.posix_acl_access", list.bytes());
      }
    }
    boolean groupId = (directory.mode & 02000) != 0;
    if (made.isDirectory()) {
      made.mode = (made.mode & 01777) + (groupId ? 02000 : 0);
      if (bytes != null) {
        made.xattrs.put("system.posix_acl_default", bytes);
      }
    } else if (groupId && (made.mode & 02010) == 02010 && !inGroup(made.group)) {
      made.mode -= 02000;
    }
  }

  boolean inGroup(int group) {
    return caller.user() == 0 || caller.isIn(group);
  }

  private String link(FsRequest.Link request) {
    ModelNode directory = search(request.directory());
    fail(directory.children.containsKey(request.name().toString()), FsError.EEXIST);
    fail(!may(directory, 2), FsError.EACCES);
    ModelNode node = node(request.ino());
    fail(node.isDirectory(), FsError.EPERM);
    fail(node.names == 0 || directory.names == 0, FsError.ENOENT);
    charge(directory, new SubtreeTotals(0, 1, 0), null);
    node.names++;
    node.shared = true;
    node.changed = now;
    directory.children.put(request.name().toString(), node);
    directory.touch(now);
    return node.shown();
  }

  private void mayTake(ModelNode directory, ModelNode node, boolean asDirectory) {
    fail(!may(directory, 2), FsError.EACCES);
    fail((directory.mode & 01000) != 0 && !owns(directory) && !owns(node), FsError.EPERM);
    fail(asDirectory && !node.isDirectory(), FsError.ENOTDIR);
    fail(!asDirectory && node.isDirectory(), FsError.EISDIR);
  }

  private String remove(FsRequest.Remove request) {
    ModelNode directory = search(request.directory());
    ModelNode node = named(directory, request.name());
    mayTake(directory, node, request.ofDirectory());
    fail(!node.children.isEmpty(), FsError.ENOTEMPTY);
    directory.children.remove(request.name().toString());
    unlink(node);
    directory.touch(now);
    return "done";
  }

  private void unlink(ModelNode node) {
    node.names--;
    node.changed = now;
    if (node.names == 0) {
      node.parent = null;
      node.shared = false;
    }
  }

  private String rename(FsRequest.Rename request) {
    ModelNode from = search(request.from());
    ModelNode to = search(request.to());
    ModelNode node = named(from, request.name());
    ModelNode other = to.children.get(request.newName().toString());
    boolean swap = request.mode() == RenameMode.EXCHANGE;
    fail(other != null && request.mode() == RenameMode.NO_REPLACE, FsError.EEXIST);
    fail(to.isWithin(node), FsError.EINVAL);
    fail(other != null && from.isWithin(other), swap ? FsError.EINVAL : FsError.ENOTEMPTY);
    fail(other == null && swap, FsError.ENOENT);
    if (other == node) {
      return "done";
    }
    mayTake(from, node, node.isDirectory());
    if (other == null) {
      fail(!may(to, 2), FsError.EACCES);
      fail(to.names == 0, FsError.ENOENT);
    } else {
      mayTake(to, other, swap ? other.isDirectory() : node.isDirectory());
    }
    boolean moves = from != to;
    fail(moves && node.isDirectory() && !may(node, 2), FsError.EACCES);
    fail(moves && swap && other != null && other.isDirectory() && !may(other, 2), FsError.EACCES);
    fail(other != null && !swap && !other.children.isEmpty(), FsError.ENOTEMPTY);
    SubtreeTotals more = other == null ? node.share() : node.share().minus(other.share());
    charge(to, more, from);
    if (swap) {
      charge(from, SubtreeTotals.NONE.minus(more), to);
    }
    place(from, request.name(), swap ? other : null);
    place(to, request.newName(), node);
    if (other != null && !swap) {
      unlink(other);
    }
    from.touch(now);
    to.touch(now);
    return "done";
  }

  private void place(ModelNode directory, EntryName name, @Nullable ModelNode node) {
    if (node == null) {
      directory.children.remove(name.toString());
      return;
    }
    directory.children.put(name.toString(), node);
    node.changed = now;
    if (node.isDirectory()) {
      node.parent = directory;
    }
  }
}
