package io.pando.mds.access;

import io.pando.bytes.Payload;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.Caller;
import org.jspecify.annotations.Nullable;

/** Access checks by the rules of Linux. */
public final class Access {
  /** Reads a file, or lists a directory. */
  public static final int READ = 4;

  /** Writes a file, or changes names in a directory. */
  public static final int WRITE = 2;

  /** Executes a file, or finds names in a directory. */
  public static final int EXECUTE = 1;

  /** The attribute with the access control list of a file. */
  public static final String LIST = "system.posix_acl_access";

  /** The attribute with the list that files in a directory get. */
  public static final String DEFAULT_LIST = "system.posix_acl_default";

  private Access() {}

  /** The list in an attribute of an inode; null if it has none. */
  public static @Nullable PosixAcl list(Inode inode, String attribute) {
    Payload bytes = inode.attributes().get(attribute);
    return bytes == null ? null : PosixAcl.parse(bytes);
  }

  /**
   * Whether a process may do all of something with a file.
   *
   * @param wanted a sum of {@link #READ}, {@link #WRITE} and {@link #EXECUTE}
   */
  public static boolean allows(Inode inode, Caller caller, int wanted) {
    if (caller.isSuperuser()) {
      return true;
    }
    Permissions permissions = inode.permissions();
    PosixAcl list = list(inode, LIST);
    if (list != null) {
      return list.allows(permissions, caller, wanted);
    }
    int shift = 0;
    if (caller.user() == permissions.owner()) {
      shift = 6;
    } else if (caller.isIn(permissions.group())) {
      shift = 3;
    }
    return (permissions.mode() >> shift & wanted) == wanted;
  }

  /** Whether a process owns a file, or is the superuser. */
  public static boolean owns(Inode inode, Caller caller) {
    return caller.isSuperuser() || caller.user() == inode.permissions().owner();
  }

  /** Whether a process may give a file the set-group-id bit with this group. */
  public static boolean maySetGroupId(Caller caller, int group) {
    return caller.isSuperuser() || caller.isIn(group);
  }

  /** Whether the sticky bit of a directory keeps a process from removing a name in it. */
  public static boolean isStuck(Inode directory, Inode inode, Caller caller) {
    return (directory.permissions().mode() & Permissions.STICKY) != 0
        && !owns(inode, caller)
        && !owns(directory, caller);
  }
}
