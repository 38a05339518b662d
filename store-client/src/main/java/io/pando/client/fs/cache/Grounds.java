package io.pando.client.fs.cache;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.inode.FileType;

/** Under which capabilities the client may serve what it knows. */
final class Grounds {
  private Grounds() {}

  private static boolean any(CapabilitySet has, Capability one, Capability other) {
    return has.contains(one) || has.contains(other);
  }

  static boolean names(CapabilitySet has) {
    return any(has, Capability.NAMES_SHARED, Capability.NAMES_EXCLUSIVE);
  }

  /** Mode, owner, group and access control list. */
  static boolean access(CapabilitySet has) {
    return any(has, Capability.ATTRIBUTES_SHARED, Capability.ATTRIBUTES_EXCLUSIVE)
        && any(has, Capability.XATTRS_SHARED, Capability.XATTRS_EXCLUSIVE);
  }

  /** The inode but for size and times of a file, and for what changes with names of a directory. */
  static boolean lite(CapabilitySet has) {
    return access(has) && any(has, Capability.LINKS_SHARED, Capability.LINKS_EXCLUSIVE);
  }

  /**
   * The whole inode. Size and times of a file change when another client writes, which {@link
   * Capability#CACHE} excludes; those of a directory with its names.
   */
  static boolean all(CapabilitySet has, FileType type) {
    return lite(has)
        && switch (type) {
          case REGULAR -> any(has, Capability.CACHE, Capability.BUFFER);
          case DIRECTORY -> names(has);
          default -> true;
        };
  }
}
