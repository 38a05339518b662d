package io.pando.cluster;

import io.pando.cluster.erasure.PoolCode;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.id.PoolId;
import org.jspecify.annotations.Nullable;

/**
 * A pool: a name space of objects with common settings for replication and placement.
 *
 * @param name name, unique among the pools that are not removed
 * @param layout how its objects are spread over OSDs
 * @param createdEpoch map epoch in which it was created
 * @param options its other settings
 * @param removal its removal, if it was removed and can be restored; null while it is in use
 */
public record PoolInfo(
    PoolId id,
    String name,
    Layout layout,
    long createdEpoch,
    Options options,
    @Nullable PoolRemoval removal) {
  /** Maximum number of replicas. */
  public static final int MAX_SIZE = 10;

  /** Maximum number of placement groups. */
  public static final int MAX_GROUPS = 65_536;

  /**
   * How a pool's objects are spread over OSDs.
   *
   * @param size number of replicas of each object, 1 to 10; with a code the number of its positions
   * @param minSize minimum number of replicas for reads and writes, 1 to {@code size}; with a code
   *     that of positions with whole copies
   * @param groups its numbers of placement groups, current and wanted, each 1 to 65,536
   * @param rule id of the CRUSH rule that chooses its OSDs
   * @param code its erasure code; null if it holds replicas
   * @param profile name of the profile that it was made from; null if it was made without one
   */
  public record Layout(
      int size,
      int minSize,
      GroupCounts groups,
      int rule,
      @Nullable PoolCode code,
      @Nullable String profile) {
    /** The layout of a pool that was made without a profile. */
    public Layout(int size, int minSize, GroupCounts groups, int rule, @Nullable PoolCode code) {
      this(size, minSize, groups, rule, code, null);
    }

    /** The layout of a pool of replicas. */
    public Layout(int size, int minSize, GroupCounts groups, int rule) {
      this(size, minSize, groups, rule, null, null);
    }
  }

  /**
   * Settings of a pool that do not change where its objects are.
   *
   * @param noDelete whether its deletion is refused
   * @param treeKey secret key of its hash trees (design §4); never changed
   * @param replication replication strategy of its updates
   * @param compression compression of its objects' bytes
   * @param quota the most that clients may store in it
   * @param fastRead with a code, whether a client's read asks all fragments of an object and takes
   *     the first that suffice
   */
  public record Options(
      boolean noDelete,
      long treeKey,
      Replication replication,
      Compression compression,
      Quota quota,
      boolean fastRead) {
    /** Options without a quota. */
    public Options(
        boolean noDelete, long treeKey, Replication replication, Compression compression) {
      this(noDelete, treeKey, replication, compression, Quota.NONE, false);
    }

    /** Options without compression. */
    public Options(boolean noDelete, long treeKey, Replication replication) {
      this(noDelete, treeKey, replication, Compression.NONE);
    }
  }

  /**
   * The limits of a pool.
   *
   * @param setQuota the most that clients may store in it; null means no limit
   * @param full whether it has reached its quota, so that updates that need space are refused
   */
  public record Quota(@Nullable PoolQuota setQuota, boolean full) {
    /** No limit. */
    public static final Quota NONE = new Quota(null, false);
  }

  public PoolInfo {
    int size = layout.size();
    int minSize = layout.minSize();
    PoolCode code = layout.code();
    if (code != null && size != code.positions()) {
      throw new IllegalArgumentException(
          "size of pool %s must be the %d positions of its code: %d"
              .formatted(name, code.positions(), size));
    }
    if (size < 1 || (size > MAX_SIZE && code == null)) {
      throw new IllegalArgumentException(
          "size of pool " + name + " must be 1 to " + MAX_SIZE + ": " + size);
    }
    if (minSize < 1 || minSize > size) {
      throw new IllegalArgumentException(
          "min_size of pool " + name + " must be 1 to " + size + ": " + minSize);
    }
  }

  /** A pool in use. */
  public PoolInfo(PoolId id, String name, Layout layout, long createdEpoch, Options options) {
    this(id, name, layout, createdEpoch, options, null);
  }

  /** Number of replicas of each object. */
  public int size() {
    return layout.size();
  }

  /** Minimum number of replicas for reads and writes. */
  public int minSize() {
    return layout.minSize();
  }

  /** Its numbers of placement groups. */
  public GroupCounts groups() {
    return layout.groups();
  }

  /** Id of the CRUSH rule that chooses its OSDs. */
  public int rule() {
    return layout.rule();
  }

  /** Its erasure code; null if it holds replicas. */
  public @Nullable PoolCode code() {
    return layout.code();
  }

  /** Whether its objects are divided into fragments, and its members have positions. */
  public boolean isErasureCoded() {
    return layout.code() != null;
  }

  /** Name of the profile that it was made from; null if it was made without one. */
  public @Nullable String profile() {
    return layout.profile();
  }

  /**
   * Bytes that all copies or fragments of an object take together, for each byte of the object: the
   * size of a pool of replicas, such as 1.5 with a code of 4+2.
   */
  public double spaceFactor() {
    PoolCode code = layout.code();
    return code == null ? size() : (double) code.positions() / code.parameters().k();
  }

  /** Whether objects have key/value maps here: in pools of replicas they do. */
  public boolean supportsEntries() {
    return !isErasureCoded();
  }

  /** Why a request for a key/value map is refused here, in a sentence with the way out. */
  public String refusalOfEntries() {
    return "pool '%s' is erasure coded: objects have no key/value map in it; keep maps in a pool of"
            .formatted(name)
        + " replicas";
  }

  /** Secret key of its hash trees. */
  public long treeKey() {
    return options.treeKey();
  }

  /** Replication strategy of its updates. */
  public Replication replication() {
    return options.replication();
  }

  /** Current number of placement groups. */
  public int groupCount() {
    return layout.groups().count();
  }

  /** Whether it was removed: clients may not use it, but it can be restored. */
  public boolean isRemoved() {
    return removal != null;
  }

  /** The same pool, removed or in use again. */
  public PoolInfo withRemoval(@Nullable PoolRemoval other) {
    return new PoolInfo(id, name, layout, createdEpoch, options, other);
  }

  /** The same pool with another name. */
  public PoolInfo withName(String other) {
    return new PoolInfo(id, other, layout, createdEpoch, options, removal);
  }

  private PoolInfo with(Layout other) {
    return new PoolInfo(id, name, other, createdEpoch, options, removal);
  }

  private PoolInfo with(Options other) {
    return new PoolInfo(id, name, layout, createdEpoch, other, removal);
  }

  /** The same pool with another size and min_size. */
  public PoolInfo withSizes(int newSize, int newMinSize) {
    return with(new Layout(newSize, newMinSize, groups(), rule(), layout.code(), layout.profile()));
  }

  /** The same pool with other numbers of groups. */
  public PoolInfo withGroups(GroupCounts other) {
    return with(new Layout(size(), minSize(), other, rule(), layout.code(), layout.profile()));
  }

  /** The same pool with another CRUSH rule. */
  public PoolInfo withRule(int other) {
    return with(new Layout(size(), minSize(), groups(), other, layout.code(), layout.profile()));
  }

  /** The same pool, protected from deletion or not. */
  public PoolInfo withNoDelete(boolean protect) {
    return with(
        new Options(
            protect,
            options.treeKey(),
            options.replication(),
            options.compression(),
            options.quota(),
            options.fastRead()));
  }

  /** The same pool with another replication strategy. */
  public PoolInfo withReplication(Replication other) {
    return with(
        new Options(
            options.noDelete(),
            options.treeKey(),
            other,
            options.compression(),
            options.quota(),
            options.fastRead()));
  }

  /** The same pool with another compression. */
  public PoolInfo withCompression(Compression other) {
    return with(
        new Options(
            options.noDelete(),
            options.treeKey(),
            options.replication(),
            other,
            options.quota(),
            options.fastRead()));
  }

  /** The same pool with another quota, which it has or has not reached. */
  public PoolInfo withQuota(PoolQuota quota, boolean full) {
    return with(
        new Options(
            options.noDelete(),
            options.treeKey(),
            options.replication(),
            options.compression(),
            new Quota(quota.isSet() ? quota : null, full),
            options.fastRead()));
  }

  /** The same pool, in which reads ask all fragments or not. */
  public PoolInfo withFastRead(boolean fast) {
    return with(
        new Options(
            options.noDelete(),
            options.treeKey(),
            options.replication(),
            options.compression(),
            options.quota(),
            fast));
  }

  /** The most that clients may store in it. */
  public PoolQuota quota() {
    PoolQuota set = options.quota().setQuota();
    return set == null ? PoolQuota.NONE : set;
  }

  /** Whether it has reached its quota, so that updates that need space are refused. */
  public boolean isFull() {
    return options.quota().full();
  }
}
