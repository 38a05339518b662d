package io.pando.cluster;

import io.pando.id.PoolId;
import org.jspecify.annotations.Nullable;

/**
 * A pool: a name space of objects with common settings for replication and placement.
 *
 * @param name name, unique among the pools that are not removed
 * @param size number of replicas of each object, 1 to 10
 * @param minSize minimum number of replicas for reads and writes, 1 to {@code size}
 * @param groups its numbers of placement groups, current and wanted, each 1 to 65,536
 * @param rule id of the CRUSH rule that chooses its OSDs
 * @param createdEpoch map epoch in which it was created
 * @param noDelete whether its deletion is refused
 * @param treeKey secret key of its hash trees (design §4)
 * @param replication replication strategy of its updates
 * @param compression compression of its objects' bytes
 * @param removal its removal, if it was removed and can be restored; null while it is in use
 */
public record Pool(
    PoolId id,
    String name,
    int size,
    int minSize,
    GroupCounts groups,
    int rule,
    long createdEpoch,
    boolean noDelete,
    long treeKey,
    Replication replication,
    Compression compression,
    @Nullable PoolRemoval removal) {
  /** Maximum number of replicas. */
  public static final int MAX_SIZE = 10;

  /** Maximum number of placement groups. */
  public static final int MAX_GROUPS = 65_536;

  public Pool {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "size of pool " + name + " must be 1 to " + MAX_SIZE + ": " + size);
    }
    if (minSize < 1 || minSize > size) {
      throw new IllegalArgumentException(
          "min_size of pool " + name + " must be 1 to " + size + ": " + minSize);
    }
  }

  /** A pool in use. */
  public Pool(
      PoolId id,
      String name,
      int size,
      int minSize,
      GroupCounts groups,
      int rule,
      long createdEpoch,
      boolean noDelete,
      long treeKey,
      Replication replication,
      Compression compression) {
    this(
        id,
        name,
        size,
        minSize,
        groups,
        rule,
        createdEpoch,
        noDelete,
        treeKey,
        replication,
        compression,
        null);
  }

  /** A pool in use, without compression. */
  public Pool(
      PoolId id,
      String name,
      int size,
      int minSize,
      GroupCounts groups,
      int rule,
      long createdEpoch,
      boolean noDelete,
      long treeKey,
      Replication replication) {
    this(
        id,
        name,
        size,
        minSize,
        groups,
        rule,
        createdEpoch,
        noDelete,
        treeKey,
        replication,
        Compression.NONE,
        null);
  }

  /** Current number of placement groups. */
  public int groupCount() {
    return groups.count();
  }

  /** Whether it was removed: clients may not use it, but it can be restored. */
  public boolean isRemoved() {
    return removal != null;
  }

  /** The same pool, removed or in use again. */
  public Pool withRemoval(@Nullable PoolRemoval other) {
    return new Pool(
        id,
        name,
        size,
        minSize,
        groups,
        rule,
        createdEpoch,
        noDelete,
        treeKey,
        replication,
        compression,
        other);
  }

  /** The same pool with another name. */
  public Pool withName(String other) {
    return new Pool(
        id,
        other,
        size,
        minSize,
        groups,
        rule,
        createdEpoch,
        noDelete,
        treeKey,
        replication,
        compression,
        removal);
  }

  /** The same pool with another size and min_size. */
  public Pool withSizes(int newSize, int newMinSize) {
    return new Pool(
        id,
        name,
        newSize,
        newMinSize,
        groups,
        rule,
        createdEpoch,
        noDelete,
        treeKey,
        replication,
        compression,
        removal);
  }

  /** The same pool with other numbers of groups. */
  public Pool withGroups(GroupCounts other) {
    return new Pool(
        id,
        name,
        size,
        minSize,
        other,
        rule,
        createdEpoch,
        noDelete,
        treeKey,
        replication,
        compression,
        removal);
  }

  /** The same pool with another CRUSH rule. */
  public Pool withRule(int other) {
    return new Pool(
        id,
        name,
        size,
        minSize,
        groups,
        other,
        createdEpoch,
        noDelete,
        treeKey,
        replication,
        compression,
        removal);
  }

  /** The same pool, protected from deletion or not. */
  public Pool withNoDelete(boolean protect) {
    return new Pool(
        id,
        name,
        size,
        minSize,
        groups,
        rule,
        createdEpoch,
        protect,
        treeKey,
        replication,
        compression,
        removal);
  }

  /** The same pool with another replication strategy. */
  public Pool withReplication(Replication other) {
    return new Pool(
        id,
        name,
        size,
        minSize,
        groups,
        rule,
        createdEpoch,
        noDelete,
        treeKey,
        other,
        compression,
        removal);
  }

  /** The same pool with another compression. */
  public Pool withCompression(Compression other) {
    return new Pool(
        id,
        name,
        size,
        minSize,
        groups,
        rule,
        createdEpoch,
        noDelete,
        treeKey,
        replication,
        other,
        removal);
  }
}
