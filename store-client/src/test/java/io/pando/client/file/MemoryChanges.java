package io.pando.client.file;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.access.AccessList;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Changes of attributes in memory, by the rules of Linux, for one caller at one time. */
record MemoryChanges(Caller caller, Timestamp now) {
  static final long MOST_FILE_BYTES = 1L << 44;

  private static final List<String> PREFIXES = List.of("user.", "trusted.", "security.");
  private static final int IDENTITIES = Permissions.SET_USER_ID | Permissions.SET_GROUP_ID;

  private boolean owns(Inode inode) {
    return caller.isSuperuser() || caller.user() == inode.permissions().owner();
  }

  private void requireWrite(Inode inode) {
    MemoryRefusal.when(
        !owns(inode) && !AccessCheck.allows(caller, inode, AccessCheck.WRITE), FsError.EACCES);
  }

  /** The inode after a change; bytes behind a new end are cut. */
  Inode set(MemoryNode node, InodeChange change) {
    Inode inode = node.inode;
    checkOwner(inode, change);
    MemoryRefusal.when(change.mode() != null && !owns(inode), FsError.EPERM);
    MemoryRefusal.when(
        change.mode() != null && inode.content() instanceof InodeContent.Symlink,
        FsError.EOPNOTSUPP);
    checkTimes(inode, change);
    Long size = change.size();
    if (size != null) {
      inode = resized(node, size);
    }
    FileTimes times = inode.times();
    return inode
        .withPermissions(permissions(inode, change))
        .withTimes(
            times.set(
                time(change.accessed(), times.accessed()),
                time(change.modified(), times.modified()),
                now));
  }

  private void checkOwner(Inode inode, InodeChange change) {
    Permissions of = inode.permissions();
    Integer user = change.owner();
    Integer group = change.group();
    boolean keepsUser = user == null || (owns(inode) && user == of.owner());
    boolean ownGroup =
        group == null || (owns(inode) && (group == of.group() || caller.isIn(group)));
    MemoryRefusal.when(!caller.isSuperuser() && !(keepsUser && ownGroup), FsError.EPERM);
  }

  private void checkTimes(Inode inode, InodeChange change) {
    boolean chosen =
        change.accessed() instanceof InodeChange.TimeChange.To
            || change.modified() instanceof InodeChange.TimeChange.To;
    MemoryRefusal.when(chosen && !owns(inode), FsError.EPERM);
    if (change.accessed() != null || change.modified() != null) {
      requireWrite(inode);
    }
  }

  private Timestamp time(InodeChange.@Nullable TimeChange change, Timestamp old) {
    return switch (change) {
      case null -> old;
      case InodeChange.TimeChange.ToNow _ -> now;
      case InodeChange.TimeChange.To it -> it.time();
    };
  }

  private static Permissions permissions(Inode inode, InodeChange change) {
    Permissions old = inode.permissions();
    Integer owner = change.owner();
    Integer group = change.group();
    Integer mode = change.mode();
    boolean cleared = (owner != null || group != null) && !inode.isDirectory();
    int bits = cleared ? old.mode() & ~IDENTITIES : old.mode();
    return new Permissions(
        mode == null ? bits : mode & Permissions.MODE_MASK,
        owner == null ? old.owner() : owner,
        group == null ? old.group() : group);
  }

  private Inode resized(MemoryNode node, long size) {
    MemoryRefusal.when(node.inode.isDirectory(), FsError.EISDIR);
    boolean file = node.inode.content() instanceof InodeContent.File;
    MemoryRefusal.when(!file || size < 0, FsError.EINVAL);
    MemoryRefusal.when(size > MOST_FILE_BYTES, FsError.EFBIG);
    requireWrite(node.inode);
    if (size < node.inode.size()) {
      node.bytes.cut(size);
    }
    return sized(node, size);
  }

  /** The inode with another size, modified now. */
  Inode sized(MemoryNode node, long size) {
    InodeContent.File file = node.file();
    return node.inode
        .withContent(new InodeContent.File(file.layout(), size, 0, 0))
        .withTimes(node.inode.times().modifiedAt(now));
  }

  /** Writes bytes, or zeros if there are none. */
  void write(MemoryNode node, ByteRange range, @Nullable Payload bytes, boolean grows) {
    MemoryRefusal.when(range.end() > MOST_FILE_BYTES, FsError.EFBIG);
    long end = grows ? Math.max(range.end(), node.inode.size()) : node.inode.size();
    if (bytes == null) {
      node.bytes.zero(range);
    } else {
      node.bytes.write(range.offset(), bytes.toByteArray());
    }
    node.inode = sized(node, end);
  }

  // Extended attributes

  Inode set(Inode inode, FsRequest.SetXattr request) {
    check(inode, request.name());
    MemoryRefusal.when(request.value().size() > FsRequest.SetXattr.MOST_XATTR_BYTES, FsError.E2BIG);
    boolean exists = inode.attributes().containsKey(request.name());
    MemoryRefusal.when(exists && request.mode() == FsRequest.XattrMode.CREATE, FsError.EEXIST);
    MemoryRefusal.when(!exists && request.mode() == FsRequest.XattrMode.REPLACE, FsError.ENODATA);
    SortedMap<String, Payload> changed = new TreeMap<>(inode.attributes());
    changed.put(request.name(), request.value());
    return inode.withAttributes(changed).withTimes(inode.times().changedAt(now));
  }

  Inode remove(Inode inode, String name) {
    check(inode, name);
    MemoryRefusal.when(!inode.attributes().containsKey(name), FsError.ENODATA);
    SortedMap<String, Payload> changed = new TreeMap<>(inode.attributes());
    changed.remove(name);
    return inode.withAttributes(changed).withTimes(inode.times().changedAt(now));
  }

  private void check(Inode inode, String name) {
    MemoryRefusal.when(
        name.getBytes(StandardCharsets.UTF_8).length > FsRequest.SetXattr.MOST_XATTR_NAME_BYTES,
        FsError.ERANGE);
    if (name.equals(AccessList.ACCESS) || name.equals(AccessList.DEFAULT)) {
      MemoryRefusal.when(!owns(inode), FsError.EPERM);
      return;
    }
    Optional<String> prefix = PREFIXES.stream().filter(name::startsWith).findFirst();
    MemoryRefusal.when(prefix.isEmpty(), FsError.EOPNOTSUPP);
    if (!name.startsWith("user.")) {
      MemoryRefusal.when(!caller.isSuperuser(), FsError.EPERM);
      return;
    }
    boolean has = inode.isDirectory() || inode.content() instanceof InodeContent.File;
    MemoryRefusal.when(!has, FsError.EPERM);
    MemoryRefusal.when(!AccessCheck.allows(caller, inode, AccessCheck.WRITE), FsError.EACCES);
  }
}
