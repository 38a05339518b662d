package io.pando.cluster.files;

import io.pando.id.NodeId;
import io.pando.id.PoolId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The file-system map: a part of the cluster map (Ceph: FSMap and its MDSMaps), so that fencing a
 * metadata server and giving its rank to another one is one change. Immutable.
 *
 * @param lastSystem number of the newest file system ever made; 0 if there was none
 * @param systems file systems in use
 * @param daemons metadata servers that run, as far as the monitors know
 */
public record FileMap(
    int lastSystem,
    SortedMap<FileSystemId, FileSystem> systems,
    SortedMap<MdsIncarnation, MdsInfo> daemons) {
  /** Maximum number of file systems. */
  public static final int MOST_SYSTEMS = 64;

  /** Maximum number of metadata servers. */
  public static final int MOST_DAEMONS = 1_000;

  /** No file system and no metadata server. */
  public static final FileMap NONE = new FileMap(0, new TreeMap<>(), new TreeMap<>());

  public FileMap {
    systems = Collections.unmodifiableSortedMap(new TreeMap<>(systems));
    daemons = Collections.unmodifiableSortedMap(new TreeMap<>(daemons));
  }

  /** The file system with the given name. */
  public Optional<FileSystem> named(String name) {
    return systems.values().stream().filter(system -> system.name().equals(name)).findFirst();
  }

  /** The file system that uses a pool. */
  public Optional<FileSystem> using(PoolId pool) {
    return systems.values().stream().filter(it -> it.pools().contains(pool)).findFirst();
  }

  /** The rank that a daemon holds. */
  public Optional<RankId> heldBy(MdsIncarnation daemon) {
    return rankOf(rank -> daemon.equals(rank.holder()));
  }

  /** The rank whose journal a daemon follows. */
  public Optional<RankId> followedBy(MdsIncarnation daemon) {
    return rankOf(rank -> daemon.equals(rank.follower()));
  }

  private Optional<RankId> rankOf(Predicate<Rank> wanted) {
    for (FileSystem system : systems.values()) {
      for (Map.Entry<Integer, Rank> entry : system.ranks().entrySet()) {
        if (wanted.test(entry.getValue())) {
          return Optional.of(new RankId(system.id(), entry.getKey()));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether a daemon follows the journal of a rank. */
  public boolean follows(MdsIncarnation daemon) {
    return followedBy(daemon).isPresent();
  }

  /** The daemons that hold no rank and follow none, in the order of their incarnations. */
  public List<MdsInfo> standbys() {
    return daemons.values().stream()
        .filter(daemon -> heldBy(daemon.incarnation()).isEmpty())
        .filter(daemon -> !follows(daemon.incarnation()))
        .toList();
  }

  /** The map with a file system added or replaced. */
  public FileMap with(FileSystem system) {
    SortedMap<FileSystemId, FileSystem> all = new TreeMap<>(systems);
    all.put(system.id(), system);
    return new FileMap(Math.max(lastSystem, system.id().value()), all, daemons);
  }

  /** The map without a file system. */
  public FileMap without(FileSystemId system) {
    SortedMap<FileSystemId, FileSystem> left = new TreeMap<>(systems);
    left.remove(system);
    return new FileMap(lastSystem, left, daemons);
  }

  /** The map with a daemon added or replaced. */
  public FileMap with(MdsInfo daemon) {
    SortedMap<MdsIncarnation, MdsInfo> all = new TreeMap<>(daemons);
    all.put(daemon.incarnation(), daemon);
    return new FileMap(lastSystem, systems, all);
  }

  /** The map without a daemon. */
  public FileMap without(MdsIncarnation daemon) {
    SortedMap<MdsIncarnation, MdsInfo> left = new TreeMap<>(daemons);
    left.remove(daemon);
    return new FileMap(lastSystem, systems, left);
  }

  /** The newest life of a daemon that the map has. */
  public Optional<MdsInfo> daemon(NodeId node) {
    return daemons.values().stream().filter(info -> info.node().equals(node)).findFirst();
  }
}
