package io.pando.mds.names;

import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.XattrMode;
import io.pando.mds.access.Access;
import io.pando.mds.access.PosixAcl;
import io.pando.mds.tree.UnreadException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Extended attributes, by the rules of Linux; access control lists and settings are such. */
final class Xattrs {
  /** Most bytes of all attributes of an inode, with their names. */
  private static final int MOST_TOTAL_BYTES = 128 << 10;

  private static final CapabilitySet ATTRIBUTES_CHANGE =
      CapabilitySet.of(Capability.ATTRIBUTES_EXCLUSIVE, Capability.XATTRS_EXCLUSIVE);

  private static final List<String> PREFIXES =
      List.of("user.", "trusted.", "security.", Settings.PREFIX);

  private final Work work;

  Xattrs(Work work) {
    this.work = work;
  }

  FsAnswer set(FsRequest.SetXattr request) throws UnreadException, FsException {
    Inode inode = begin(work.inode(request.ino()), request.name());
    FsException.when(request.value().size() > FsRequest.SetXattr.MOST_XATTR_BYTES, FsError.E2BIG);
    boolean list = isList(request.name());
    boolean setting = request.name().startsWith(Settings.PREFIX);
    Settings settings = new Settings(work.config(), inode);
    boolean exists =
        setting ? settings.isSet(request.name()) : inode.attributes().containsKey(request.name());
    if (!list || !PosixAcl.isEmpty(request.value())) {
      FsException.when(request.mode() == XattrMode.CREATE && exists, FsError.EEXIST);
      FsException.when(request.mode() == XattrMode.REPLACE && !exists, FsError.ENODATA);
    }
    if (setting) {
      return put(inode.withContent(settings.with(request.name(), request.value())));
    }
    if (list) {
      return setList(inode, request.name(), request.value());
    }
    return put(with(inode, request.name(), request.value()));
  }

  FsAnswer remove(FsRequest.RemoveXattr request) throws UnreadException, FsException {
    Inode inode = begin(work.inode(request.ino()), request.name());
    if (request.name().startsWith(Settings.PREFIX)) {
      Settings settings = new Settings(work.config(), inode);
      FsException.when(!settings.isSet(request.name()), FsError.ENODATA);
      return put(inode.withContent(settings.without(request.name())));
    }
    if (isList(request.name())) {
      return setList(inode, request.name(), Payload.EMPTY);
    }
    FsException.when(!inode.attributes().containsKey(request.name()), FsError.ENODATA);
    return put(without(inode, request.name()));
  }

  private FsAnswer put(Inode inode) throws UnreadException, FsException {
    work.acts(inode.ino(), ATTRIBUTES_CHANGE);
    Inode changed = inode.withTimes(inode.times().changedAt(work.now()));
    work.view().putInode(changed);
    return work.found(changed);
  }

  private static boolean isList(String name) {
    return name.equals(Access.LIST) || name.equals(Access.DEFAULT_LIST);
  }

  // Who may do it

  private Inode begin(Inode inode, String name) throws FsException {
    FsException.when(
        name.getBytes(StandardCharsets.UTF_8).length > FsRequest.SetXattr.MOST_XATTR_NAME_BYTES,
        FsError.ERANGE);
    if (isList(name)) {
      return inode;
    }
    String prefix = PREFIXES.stream().filter(name::startsWith).findFirst().orElse("");
    FsException.when(prefix.isEmpty(), FsError.EOPNOTSUPP);
    FsException.when(name.length() == prefix.length(), FsError.EINVAL);
    if (prefix.equals("user.")) {
      checkUser(inode);
    } else if (!prefix.equals(Settings.PREFIX)) {
      FsException.when(!work.caller().isSuperuser(), FsError.EPERM);
    } else {
      boolean allowed =
          Settings.isOfOwner(name)
              ? Access.owns(inode, work.caller())
              : work.caller().isSuperuser();
      FsException.when(!allowed, FsError.EPERM);
    }
    return inode;
  }

  /** Attributes of users depend on the permission to write, which others have in /tmp. */
  private void checkUser(Inode inode) throws FsException {
    boolean data = inode.isDirectory() || inode.content() instanceof InodeContent.File;
    FsException.when(!data, FsError.EPERM);
    boolean sticky = inode.isDirectory() && (inode.permissions().mode() & Permissions.STICKY) != 0;
    FsException.when(sticky && !Access.owns(inode, work.caller()), FsError.EPERM);
    work.require(inode, Access.WRITE);
  }

  // Values

  private static Inode with(Inode inode, String name, Payload value) throws FsException {
    SortedMap<String, Payload> attributes = new TreeMap<>(inode.attributes());
    attributes.put(name, value.compact());
    long bytes = 0;
    for (var each : attributes.entrySet()) {
      bytes += each.getKey().length() + each.getValue().size();
    }
    FsException.when(bytes > MOST_TOTAL_BYTES, FsError.ENOSPC);
    return inode.withAttributes(attributes);
  }

  private static Inode without(Inode inode, String name) {
    SortedMap<String, Payload> attributes = new TreeMap<>(inode.attributes());
    attributes.remove(name);
    return inode.withAttributes(attributes);
  }

  private FsAnswer setList(Inode inode, String name, Payload value)
      throws UnreadException, FsException {
    FsException.when(inode.content() instanceof InodeContent.Symlink, FsError.EOPNOTSUPP);
    FsException.when(!PosixAcl.isOfKnownVersion(value), FsError.EOPNOTSUPP);
    FsException.when(!Access.owns(inode, work.caller()), FsError.EPERM);
    boolean ofAccess = name.equals(Access.LIST);
    if (PosixAcl.isEmpty(value)) {
      return put(without(inode, name));
    }
    FsException.when(!ofAccess && !inode.isDirectory(), FsError.EACCES);
    PosixAcl list = parse(value);
    if (!ofAccess) {
      return put(with(inode, name, list.encode()));
    }
    Permissions old = inode.permissions();
    int mode = list.mode(old.mode());
    if (!Access.maySetGroupId(work.caller(), old.group())) {
      mode &= ~Permissions.SET_GROUP_ID;
    }
    Inode changed = inode.withPermissions(old.withMode(mode));
    return put(list.isMode() ? without(changed, name) : with(changed, name, list.encode()));
  }

  private static PosixAcl parse(Payload value) throws FsException {
    try {
      return PosixAcl.parse(value);
    } catch (IllegalArgumentException invalid) {
      throw new FsException(FsError.EINVAL);
    }
  }
}
