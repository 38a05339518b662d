package io.pando.fs;

import java.util.Locale;

/**
 * One thing that a client may do with an inode without asking (paper 003, 3.2.1, and more of them).
 * Those of data are for the bytes of files. A shared one allows the client to cache what it read;
 * an exclusive one, to change it and tell later. Names are those in a directory, absent ones
 * included.
 *
 * <p>Two clients never have capabilities at once of which one excludes the other: the client that
 * has the first is asked to give it up before the second is granted.
 */
public enum Capability {
  /** Reads data from the object store. */
  READ(0),
  /** Keeps data that it read: no other client writes. */
  CACHE(1),
  /** Writes data to the object store. */
  WRITE(2),
  /** Writes data later: no other client reads or writes. */
  BUFFER(3),
  /** Keeps and delays data although others write: programs that opened the file so want it. */
  LAZY(4),
  /** Knows mode, owner, group, and times that no data changed. */
  ATTRIBUTES_SHARED(5),
  ATTRIBUTES_EXCLUSIVE(6),
  /** Knows the number of links, and the target of a symbolic one. */
  LINKS_SHARED(7),
  LINKS_EXCLUSIVE(8),
  /** Knows extended attributes. */
  XATTRS_SHARED(9),
  XATTRS_EXCLUSIVE(10),
  /** Knows names in a directory. */
  NAMES_SHARED(11),
  /** Creates and removes names ahead of the server. */
  NAMES_EXCLUSIVE(12);

  private final int bit;

  /** The number is never given to another capability: messages contain it. */
  Capability(int number) {
    this.bit = 1 << number;
  }

  int bit() {
    return bit;
  }

  /** Those that no other client may have beside this one. */
  CapabilitySet excludes() {
    return switch (this) {
      case READ -> CapabilitySet.of(BUFFER);
      case CACHE -> CapabilitySet.of(WRITE, BUFFER);
      case WRITE -> CapabilitySet.of(CACHE, BUFFER);
      case BUFFER -> CapabilitySet.of(READ, CACHE, WRITE, BUFFER);
      case LAZY -> CapabilitySet.NONE;
      case ATTRIBUTES_SHARED -> CapabilitySet.of(ATTRIBUTES_EXCLUSIVE);
      case ATTRIBUTES_EXCLUSIVE -> CapabilitySet.of(ATTRIBUTES_SHARED, ATTRIBUTES_EXCLUSIVE);
      case LINKS_SHARED -> CapabilitySet.of(LINKS_EXCLUSIVE);
      case LINKS_EXCLUSIVE -> CapabilitySet.of(LINKS_SHARED, LINKS_EXCLUSIVE);
      case XATTRS_SHARED -> CapabilitySet.of(XATTRS_EXCLUSIVE);
      case XATTRS_EXCLUSIVE -> CapabilitySet.of(XATTRS_SHARED, XATTRS_EXCLUSIVE);
      case NAMES_SHARED -> CapabilitySet.of(NAMES_EXCLUSIVE);
      case NAMES_EXCLUSIVE -> CapabilitySet.of(NAMES_SHARED, NAMES_EXCLUSIVE);
    };
  }

  /** The word for it in messages for people. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
