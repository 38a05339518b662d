package io.pando.fs.access;

import io.pando.bytes.Payload;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.Caller;
import java.util.Optional;

/**
 * Whether a process may read, write or execute a file, or list, change or search a directory. The
 * rules are those of Linux: the first class that fits a caller decides (owner, named user, groups,
 * others), and the mask of an access control list limits all classes but the owner and others.
 */
public final class AccessCheck {
  /** Reads a file, lists a directory. */
  public static final int READ = 4;

  /** Writes a file, adds and removes entries of a directory. */
  public static final int WRITE = 2;

  /** Executes a file, looks up names in a directory. */
  public static final int EXECUTE = 1;

  private static final int OWNER_SHIFT = 6;
  private static final int GROUP_SHIFT = 3;
  private static final int CLASS_BITS = 7;
  private static final int ANY_EXECUTE = 0111;

  private AccessCheck() {}

  /**
   * Whether a caller may do all of some things with an inode.
   *
   * @param things sum of {@link #READ}, {@link #WRITE} and {@link #EXECUTE}
   */
  public static boolean allows(Caller caller, Inode inode, int things) {
    Permissions permissions = inode.permissions();
    if (caller.isSuperuser()) {
      return (things & EXECUTE) == 0
          || inode.isDirectory()
          || (permissions.mode() & ANY_EXECUTE) != 0;
    }
    if (caller.user() == permissions.owner()) {
      return has(permissions.mode() >> OWNER_SHIFT, things);
    }
    int ofGroup = permissions.mode() >> GROUP_SHIFT & CLASS_BITS;
    Payload value = inode.attributes().get(AccessList.ACCESS);
    // The bits of the group are the mask of a list: if they are 0, only others can be allowed more.
    if (value != null && ofGroup != 0) {
      Optional<AccessList> list = AccessList.parse(value);
      return list.isPresent() && allows(caller, permissions.group(), list.get(), things);
    }
    return has(caller.isIn(permissions.group()) ? ofGroup : permissions.mode(), things);
  }

  private static boolean has(int bits, int things) {
    return (bits & CLASS_BITS & things) == things;
  }

  /** As above by a list, for a caller that is not the owner. */
  private static boolean allows(Caller caller, int group, AccessList list, int things) {
    boolean inAGroup = false;
    for (AccessList.Entry entry : list.entries()) {
      switch (entry.tag()) {
        case OWNER, MASK -> {}
        case USER -> {
          if (entry.id() == caller.user()) {
            return has(entry.permissions() & list.mask(), things);
          }
        }
        case OWNING_GROUP, GROUP -> {
          int id = entry.tag() == AccessList.Tag.GROUP ? entry.id() : group;
          if (caller.isIn(id)) {
            inAGroup = true;
            if (has(entry.permissions(), things)) {
              return has(list.mask(), things);
            }
          }
        }
        case OTHERS -> {
          return !inAGroup && has(entry.permissions(), things);
        }
      }
    }
    return false;
  }
}
