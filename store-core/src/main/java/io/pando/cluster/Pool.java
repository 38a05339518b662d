package io.pando.cluster;

import io.pando.id.PoolId;
import org.jspecify.annotations.Nullable;

/**
 * A pool: a name space of objects with one way of keeping them.
 *
 * @param name unique among the pools that are not removed
 * @param size replicas of each object, 1 to 10
 * @param minSize replicas without which nothing is read or written, 1 to {@code size}
 * @param groups how many placement groups it has, 1 to 65,536
 * @param rule number of the CRUSH rule that chooses its OSDs
 * @param createdEpoch map epoch in which it was made
 * @param noDelete whether deleting it is refused
 * @param treeKey secret by which its hash trees are keyed (design §4)
 * @param replication the way updates take through the replicas
 * @param compression how its objects' bytes are kept
 * @param removal that it was removed and can be restored; null while it is in use
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
  /** Most replicas. */
  public static final int MAX_SIZE = 10;

  /** Most placement groups. */
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

  /** One that is in use. */
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

  /** One that keeps bytes as they are. */
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

  /** Placement groups there are. */
  public int groupCount() {
    return groups.count();
  }

  /** Whether it was removed: clients may not use it, but it can be restored. */
  public boolean isRemoved() {
    return removal != null;
  }

  /** Removed, or in use again. */
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

  /** With another name. */
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

  /** With another number of replicas. */
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

  /** With other numbers of groups. */
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

  /** With another CRUSH rule. */
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

  /** With or without protection. */
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

  /** With another way of replication. */
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

  /** With another way to keep bytes. */
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
