package io.pando.mds.names;

import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fs.request.InodeChange.TimeChange;
import io.pando.mds.access.Access;
import io.pando.mds.access.PosixAcl;
import io.pando.mds.tree.UnreadException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Mode, owner, group, size and times, by the rules of Linux. An owner may set the size of a file
 * whatever its mode is, since the process may have opened it before: a client checks the mode when
 * a file is truncated by its path.
 */
final class Attributes {
  /** Largest file. */
  static final long MOST_FILE_BYTES = 1L << 44;

  private static final int GROUP_EXECUTES = 010;
  private static final String CAPABILITIES = "security.capability";

  private final Work work;

  Attributes(Work work) {
    this.work = work;
  }

  FsAnswer set(FsRequest.SetAttributes request)
      throws UnreadException, FsException, UncutException {
    Inode inode = work.inode(request.ino());
    InodeChange change = request.change();
    if (change.equals(InodeChange.NONE)) {
      return work.found(inode);
    }
    checkOwner(inode, change);
    checkMode(inode, change);
    checkTimes(inode, change);
    work.acts(inode.ino(), CapabilitySet.of(Capability.ATTRIBUTES_EXCLUSIVE));
    Inode changed = inode;
    Long size = change.size();
    if (size != null) {
      changed = resized(changed, size);
    }
    changed = changed.withTimes(changed.times().changedAt(work.now()));
    changed = permitted(changed, change);
    changed = timed(changed, change);
    work.view().putInode(changed);
    return work.found(work.view().inode(inode.ino()));
  }

  // Checks

  private void checkOwner(Inode inode, InodeChange change) throws FsException {
    Caller caller = work.caller();
    if (caller.isSuperuser()) {
      return;
    }
    Permissions of = inode.permissions();
    boolean owner = caller.user() == of.owner();
    Integer user = change.owner();
    FsException.when(user != null && !(owner && user == of.owner()), FsError.EPERM);
    Integer group = change.group();
    FsException.when(
        group != null && !(owner && (group == of.group() || caller.isIn(group))), FsError.EPERM);
  }

  private void checkMode(Inode inode, InodeChange change) throws FsException {
    if (change.mode() != null) {
      FsException.when(!Access.owns(inode, work.caller()), FsError.EPERM);
      FsException.when(inode.content() instanceof InodeContent.Symlink, FsError.EOPNOTSUPP);
    }
  }

  /** Who may write may set both times to now, and does so with the size. */
  private void checkTimes(Inode inode, InodeChange change) throws FsException {
    TimeChange accessed = change.accessed();
    TimeChange modified = change.modified();
    if ((accessed == null && modified == null) || Access.owns(inode, work.caller())) {
      return;
    }
    boolean chosen = accessed instanceof TimeChange.To || modified instanceof TimeChange.To;
    boolean one = accessed == null || modified == null;
    FsException.when(chosen || (one && change.size() == null), FsError.EPERM);
    work.require(inode, Access.WRITE);
  }

  // Mode and owner

  private Inode permitted(Inode inode, InodeChange change) {
    Permissions old = inode.permissions();
    Integer owner = change.owner();
    Integer group = change.group();
    Permissions permissions =
        new Permissions(
            old.mode(), owner == null ? old.owner() : owner, group == null ? old.group() : group);
    SortedMap<String, Payload> attributes = new TreeMap<>(inode.attributes());
    if ((owner != null || group != null) && !inode.isDirectory()) {
      permissions = permissions.withMode(withoutIdentities(old.mode(), old.group()));
      attributes.remove(CAPABILITIES);
    }
    Integer mode = change.mode();
    if (mode != null) {
      permissions = permissions.withMode(allowed(mode, permissions.group()));
      PosixAcl list = Access.list(inode, Access.LIST);
      if (list != null) {
        attributes.put(Access.LIST, list.withMode(mode).encode());
      }
    }
    return inode.withPermissions(permissions).withAttributes(attributes);
  }

  private int allowed(int mode, int group) {
    int bits = mode & Permissions.MODE_MASK;
    return Access.maySetGroupId(work.caller(), group) ? bits : bits & ~Permissions.SET_GROUP_ID;
  }

  /** A mode without the bits by which a program has another identity. */
  private int withoutIdentities(int mode, int group) {
    boolean keepsGroup = (mode & GROUP_EXECUTES) == 0 && Access.maySetGroupId(work.caller(), group);
    return mode & ~Permissions.SET_USER_ID & (keepsGroup ? -1 : ~Permissions.SET_GROUP_ID);
  }

  // Size

  private Inode resized(Inode inode, long size)
      throws UnreadException, FsException, UncutException {
    FsException.when(inode.isDirectory(), FsError.EISDIR);
    if (!(inode.content() instanceof InodeContent.File file)) {
      throw new FsException(FsError.EINVAL);
    }
    FsException.when(size < 0, FsError.EINVAL);
    FsException.when(size > MOST_FILE_BYTES, FsError.EFBIG);
    if (!Access.owns(inode, work.caller())) {
      work.require(inode, Access.WRITE);
    }
    work.acts(inode.ino(), CapabilitySet.of(Capability.BUFFER));
    if (file.uncut() != 0 && size > file.size()) {
      throw new UncutException(inode.ino());
    }
    charge(inode, size - file.size());
    SortedMap<String, Payload> attributes = new TreeMap<>(inode.attributes());
    Permissions permissions = inode.permissions();
    if (!work.caller().isSuperuser()) {
      permissions =
          permissions.withMode(withoutIdentities(permissions.mode(), permissions.group()));
      attributes.remove(CAPABILITIES);
    }
    return inode
        .withContent(file.truncated(size))
        .withPermissions(permissions)
        .withAttributes(attributes)
        .withTimes(inode.times().modifiedAt(work.now()));
  }

  private void charge(Inode inode, long more) throws UnreadException, FsException {
    Inode parent = more > 0 ? work.view().parent(inode.ino()) : null;
    if (parent != null) {
      Quotas.charge(work.view(), work.view().path(parent), Quotas.bytes(more), List.of());
    }
  }

  // Times

  private Inode timed(Inode inode, InodeChange change) throws UnreadException {
    TimeChange accessed = change.accessed();
    TimeChange modified = change.modified();
    if (accessed == null && modified == null) {
      return inode;
    }
    work.acts(inode.ino(), CapabilitySet.of(Capability.CACHE));
    FileTimes old = inode.times();
    if (modified != null && inode.isDirectory()) {
      work.view().forgetModified(inode);
    }
    return inode.withTimes(
        old.set(time(accessed, old.accessed()), time(modified, old.modified()), work.now()));
  }

  private Timestamp time(@Nullable TimeChange change, Timestamp old) {
    return switch (change) {
      case null -> old;
      case TimeChange.ToNow _ -> work.now();
      case TimeChange.To it -> it.time();
    };
  }
}
