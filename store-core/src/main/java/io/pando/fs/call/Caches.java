package io.pando.fs.call;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;

/**
 * Which caches depend on capabilities.
 *
 * @param data bytes of the file
 * @param attributes the inode, as {@code stat} shows it, with extended attributes and the target of
 *     a symbolic link
 * @param names entries of the directory, absent ones included
 */
public record Caches(boolean data, boolean attributes, boolean names) {
  private static final CapabilitySet DATA =
      CapabilitySet.of(Capability.READ, Capability.CACHE, Capability.BUFFER, Capability.LAZY);

  private static final CapabilitySet NAMES =
      CapabilitySet.of(Capability.NAMES_SHARED, Capability.NAMES_EXCLUSIVE);

  /** Names count: they determine the times and the size of a directory, data those of a file. */
  private static final CapabilitySet ATTRIBUTES =
      CapabilitySet.ALL.minus(CapabilitySet.of(Capability.READ, Capability.WRITE, Capability.LAZY));

  /** Under these a client has data that is not in the objects yet. */
  private static final CapabilitySet WRITING =
      CapabilitySet.of(Capability.WRITE, Capability.BUFFER, Capability.LAZY);

  /** The caches that lose their ground with some capabilities. */
  public static Caches under(CapabilitySet some) {
    return new Caches(
        intersects(some, DATA), intersects(some, ATTRIBUTES), intersects(some, NAMES));
  }

  /**
   * The caches that lose their ground when a client gives some capabilities up. The inode of a file
   * stays true while others are kept from writing it, by CACHE or BUFFER: a client that has written
   * a file gives up BUFFER alone.
   */
  public static Caches lost(CapabilitySet held, CapabilitySet losing) {
    Caches caches = under(held.intersection(losing));
    CapabilitySet unshared = CapabilitySet.of(Capability.CACHE, Capability.BUFFER);
    boolean excludesWrites = intersects(held.minus(losing), unshared);
    CapabilitySet others = excludesWrites ? losing.minus(unshared) : losing;
    return new Caches(
        caches.data(), intersects(held.intersection(others), ATTRIBUTES), caches.names());
  }

  /** Whether data may have to be written before these are given up. */
  public static boolean mayBeDirty(CapabilitySet some) {
    return intersects(some, WRITING);
  }

  private static boolean intersects(CapabilitySet some, CapabilitySet others) {
    return !some.intersection(others).isEmpty();
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return !data && !attributes && !names;
  }
}
