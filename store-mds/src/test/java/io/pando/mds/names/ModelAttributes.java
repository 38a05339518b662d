package io.pando.mds.names;

import io.pando.bytes.Payload;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.Quota;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.XattrMode;
import io.pando.fs.request.InodeChange;
import io.pando.fs.request.InodeChange.TimeChange;
import org.jspecify.annotations.Nullable;

/** Attributes in the model of POSIX. */
final class ModelAttributes {
  private static final String LIST = "system.posix_acl_access";

  private final PosixModel model;

  ModelAttributes(PosixModel model) {
    this.model = model;
  }

  private static void fail(boolean condition, FsError error) {
    PosixModel.fail(condition, error);
  }

  String set(ModelNode node, InodeChange change) {
    if (change.equals(InodeChange.NONE)) {
      return node.shown();
    }
    boolean root = model.caller().user() == 0;
    Integer owner = change.owner();
    Integer group = change.group();
    fail(owner != null && !root && !(model.owns(node) && owner == node.user), FsError.EPERM);
    fail(
        group != null
            && !root
            && !(model.owns(node) && (group == node.group || model.caller().isIn(group))),
        FsError.EPERM);
    Integer mode = change.mode();
    fail(mode != null && !model.owns(node), FsError.EPERM);
    fail(mode != null && node.type == FileType.SYMLINK, FsError.EOPNOTSUPP);
    checkTimes(node, change);
    if (change.size() != null) {
      resize(node, change.size());
    }
    node.changed = model.now();
    if (owner != null || group != null) {
      chown(node, owner, group);
    }
    if (mode != null) {
      node.mode = model.inGroup(node.group) ? mode : mode & 05777;
      Payload list = node.xattrs.get(LIST);
      if (list != null) {
        node.xattrs.put(LIST, ModelList.read(list).chmod(mode).bytes());
      }
    }
    node.accessed = time(change.accessed(), node.accessed);
    node.modified = time(change.modified(), node.modified);
    return node.shown();
  }

  private void checkTimes(ModelNode node, InodeChange change) {
    TimeChange first = change.accessed();
    TimeChange second = change.modified();
    if ((first != null || second != null) && !model.owns(node)) {
      boolean now = first instanceof TimeChange.ToNow && second instanceof TimeChange.ToNow;
      fail(!now, FsError.EPERM);
      fail(!model.may(node, 2), FsError.EACCES);
    }
  }

  private void chown(ModelNode node, @Nullable Integer owner, @Nullable Integer group) {
    if (!node.isDirectory()) {
      dropIdentities(node);
    }
    node.user = owner == null ? node.user : owner;
    node.group = group == null ? node.group : group;
  }

  private void dropIdentities(ModelNode node) {
    node.mode &= 03777;
    if ((node.mode & 010) != 0 || !model.inGroup(node.group)) {
      node.mode &= 01777;
    }
  }

  private void resize(ModelNode node, long size) {
    fail(node.isDirectory(), FsError.EISDIR);
    fail(node.type != FileType.REGULAR, FsError.EINVAL);
    fail(!model.owns(node) && !model.may(node, 2), FsError.EACCES);
    ModelNode directory = size > node.size && !node.shared ? holder(node) : null;
    if (directory != null) {
      model.charge(directory, new SubtreeTotals(size - node.size, 0, 0), null);
    }
    if (size < node.size) {
      node.uncut = Math.max(node.uncut, node.size);
    } else if (size > node.size) {
      node.uncut = 0;
    }
    node.size = size;
    node.touch(model.now());
    if (model.caller().user() != 0) {
      dropIdentities(node);
    }
  }

  /** The directory with the only name of a file. */
  private @Nullable ModelNode holder(ModelNode node) {
    return model.nodes().values().stream()
        .filter(it -> it.children.containsValue(node))
        .findFirst()
        .orElse(null);
  }

  private Timestamp time(@Nullable TimeChange change, Timestamp old) {
    return switch (change) {
      case null -> old;
      case TimeChange.ToNow _ -> model.now();
      case TimeChange.To it -> it.time();
    };
  }

  // Extended attributes

  private void mayChange(ModelNode node, String name) {
    if (name.startsWith("user.")) {
      fail(!node.isDirectory() && node.type != FileType.REGULAR, FsError.EPERM);
      fail(node.isDirectory() && (node.mode & 01000) != 0 && !model.owns(node), FsError.EPERM);
      fail(!model.may(node, 2), FsError.EACCES);
    } else if (name.startsWith("system.")) {
      fail(!name.startsWith("system.posix_acl_"), FsError.EOPNOTSUPP);
    } else {
      fail(model.caller().user() != 0, FsError.EPERM);
    }
  }

  String setXattr(ModelNode node, FsRequest.SetXattr request) {
    String name = request.name();
    mayChange(node, name);
    if (name.startsWith("pando.quota.")) {
      return setQuota(node, request);
    }
    boolean exists = node.xattrs.containsKey(name);
    fail(exists && request.mode() == XattrMode.CREATE, FsError.EEXIST);
    fail(!exists && request.mode() == XattrMode.REPLACE, FsError.ENODATA);
    if (name.startsWith("system.")) {
      checkList(node);
      fail(!name.equals(LIST) && !node.isDirectory(), FsError.EACCES);
    }
    node.xattrs.put(name, request.value());
    if (name.equals(LIST)) {
      ModelList list = ModelList.read(request.value());
      int special = model.inGroup(node.group) ? node.mode & 07000 : node.mode & 05000;
      node.mode = special + list.mode();
      if (list.isPlain()) {
        node.xattrs.remove(LIST);
      }
    }
    node.changed = model.now();
    return node.shown();
  }

  private String setQuota(ModelNode node, FsRequest.SetXattr request) {
    boolean bytes = request.name().endsWith("bytes");
    boolean set = node.isDirectory() && (bytes ? node.quota.bytes() : node.quota.files()) != 0;
    fail(set && request.mode() == XattrMode.CREATE, FsError.EEXIST);
    fail(!set && request.mode() == XattrMode.REPLACE, FsError.ENODATA);
    fail(node.type == FileType.REGULAR, FsError.ENOTDIR);
    fail(!node.isDirectory(), FsError.EINVAL);
    long limit = Long.parseLong(request.value().toUtf8());
    node.quota =
        bytes ? new Quota(limit, node.quota.files()) : new Quota(node.quota.bytes(), limit);
    node.changed = model.now();
    return node.shown();
  }

  private void checkList(ModelNode node) {
    fail(node.type == FileType.SYMLINK, FsError.EOPNOTSUPP);
    fail(!model.owns(node), FsError.EPERM);
  }

  String removeXattr(ModelNode node, FsRequest.RemoveXattr request) {
    mayChange(node, request.name());
    if (request.name().startsWith("system.")) {
      checkList(node);
    } else {
      fail(!node.xattrs.containsKey(request.name()), FsError.ENODATA);
    }
    node.xattrs.remove(request.name());
    node.changed = model.now();
    return node.shown();
  }
}
