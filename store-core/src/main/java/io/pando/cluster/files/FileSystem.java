package io.pando.cluster.files;

import io.pando.id.PoolId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A file system: its pools, settings and ranks.
 *
 * @param name unique among file systems
 * @param ranks ranks by number, 0 to {@code maxRanks - 1}, and higher ones that still have a holder
 *     or a journal
 * @param createdEpoch epoch of the map that has it first
 */
public record FileSystem(
    FileSystemId id,
    String name,
    Pools pools,
    Settings settings,
    SortedMap<Integer, Rank> ranks,
    long createdEpoch) {
  /** Maximum number of data pools. */
  public static final int MOST_DATA_POOLS = 64;

  /**
   * The pools of a file system. No other file system uses them.
   *
   * @param metadata pool of directories, inodes and journals; of replicas, since objects of
   *     erasure-coded pools have no key/value maps
   * @param data pools of file contents, at least one; the first is the default
   */
  public record Pools(PoolId metadata, List<PoolId> data) {
    public Pools {
      data = List.copyOf(data);
    }

    /** Whether the file system uses a pool. */
    public boolean contains(PoolId pool) {
      return metadata.equals(pool) || data.contains(pool);
    }

    /** With another data pool, behind the others. */
    public Pools with(PoolId pool) {
      List<PoolId> all = new ArrayList<>(data);
      all.add(pool);
      return new Pools(metadata, all);
    }

    /** Without a data pool. */
    public Pools without(PoolId pool) {
      return new Pools(metadata, data.stream().filter(other -> !other.equals(pool)).toList());
    }
  }

  /**
   * What operators can set.
   *
   * @param maxRanks number of ranks that serve; 1 so far
   * @param standbyReplay whether a standby follows the journal of each rank
   * @param standbysWanted number of standbys below which the health check warns
   * @param joinable whether standbys take its ranks
   */
  public record Settings(
      int maxRanks, boolean standbyReplay, int standbysWanted, boolean joinable) {
    /** One rank, one standby that does not follow. */
    public static final Settings DEFAULT = new Settings(1, false, 1, true);
  }

  public FileSystem {
    ranks = Collections.unmodifiableSortedMap(new TreeMap<>(ranks));
  }

  /** The file system with another state of a rank. */
  public FileSystem with(int rank, Rank next) {
    SortedMap<Integer, Rank> all = new TreeMap<>(ranks);
    all.put(rank, next);
    return new FileSystem(id, name, pools, settings, all, createdEpoch);
  }

  /** The file system with other pools. */
  public FileSystem with(Pools other) {
    return new FileSystem(id, name, other, settings, ranks, createdEpoch);
  }

  /** The file system with other settings. */
  public FileSystem with(Settings other) {
    return new FileSystem(id, name, pools, other, ranks, createdEpoch);
  }

  @Override
  public String toString() {
    return "file system '" + name + "'";
  }
}
