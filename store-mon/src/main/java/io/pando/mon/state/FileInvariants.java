package io.pando.mon.state;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import io.pando.id.NodeId;
import io.pando.id.PoolId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Invariants of the file-system map, checked after every change.
 *
 * <ol>
 *   <li>File systems have different names, and numbers that were given out. Their pools are in use,
 *       and no two of them use the same pool; metadata are in a pool of replicas.
 *   <li>A rank has a holder exactly if its state says so, and a follower only if it has a holder.
 *   <li>No daemon holds or follows two ranks; all that hold or follow one are in the map.
 *   <li>A rank that must be served is vacant only if each daemon holds one, or if an operator keeps
 *       daemons from taking it.
 *   <li>No daemon in the map is fenced, and each has one life.
 *   <li>Between two maps: a daemon that held a rank and is in the map no more is fenced. The same
 *       holder steps along the table of {@link RankState}; another holder begins with a replay. A
 *       rank that was active once stays begun.
 * </ol>
 */
final class FileInvariants {
  private FileInvariants() {}

  static void check(ClusterMap map) {
    FileMap files = map.files();
    TreeSet<MdsIncarnation> placed = new TreeSet<>();
    TreeSet<String> names = new TreeSet<>();
    TreeSet<PoolId> pools = new TreeSet<>();
    for (FileSystem system : files.systems().values()) {
      Invariant.check(
          names.add(system.name()) && system.id().value() <= files.lastSystem(),
          () -> "name or number of " + system + " is not its own");
      checkPools(map, system, pools);
      system.ranks().forEach((number, rank) -> checkRank(files, system, number, rank, placed));
    }
    TreeSet<NodeId> nodes = new TreeSet<>();
    for (MdsInfo daemon : files.daemons().values()) {
      Invariant.check(
          !map.fences().contains(daemon.incarnation().number()) && nodes.add(daemon.node()),
          () -> daemon + " is fenced, or has two lives");
    }
  }

  private static void checkPools(ClusterMap map, FileSystem system, Set<PoolId> used) {
    List<PoolId> all = new ArrayList<>(system.pools().data());
    all.add(system.pools().metadata());
    for (PoolId id : all) {
      PoolInfo pool = map.pools().get(id);
      Invariant.check(
          pool != null
              && !pool.isRemoved()
              && used.add(id)
              && (!pool.isErasureCoded() || !id.equals(system.pools().metadata())),
          () -> "pool " + id + " cannot be one of " + system);
    }
  }

  private static void checkRank(
      FileMap files, FileSystem system, int number, Rank rank, Set<MdsIncarnation> placed) {
    MdsIncarnation holder = rank.holder();
    MdsIncarnation follower = rank.follower();
    Invariant.check(
        rank.state().isHeld() == (holder != null)
            && (holder != null || follower == null)
            && isPlaced(files, holder, placed)
            && isPlaced(files, follower, placed),
        () -> "rank %d of %s cannot be %s".formatted(number, system, rank));
    Invariant.check(
        !rank.isVacant()
            || number >= system.settings().maxRanks()
            || !system.settings().joinable()
            || files.daemons().keySet().stream().allMatch(it -> files.heldBy(it).isPresent()),
        () -> "rank %d of %s waits although a daemon stands by".formatted(number, system));
  }

  private static boolean isPlaced(
      FileMap files, @Nullable MdsIncarnation daemon, Set<MdsIncarnation> placed) {
    return daemon == null || (files.daemons().containsKey(daemon) && placed.add(daemon));
  }

  static void checkStep(ClusterMap before, ClusterMap after) {
    if (before.files().equals(after.files())) {
      return;
    }
    for (MdsIncarnation daemon : before.files().daemons().keySet()) {
      Invariant.check(
          after.files().daemons().containsKey(daemon)
              || before.files().heldBy(daemon).isEmpty()
              || after.fences().contains(daemon.number()),
          () -> daemon + " lost its rank and is not fenced");
    }
    for (FileSystem system : after.files().systems().values()) {
      FileSystem earlier = before.files().systems().get(system.id());
      if (earlier != null) {
        system.ranks().forEach((number, rank) -> checkStep(earlier.ranks().get(number), rank));
      }
    }
  }

  private static void checkStep(@Nullable Rank before, Rank after) {
    MdsIncarnation holder = after.holder();
    Invariant.check(
        holder == null || mayStep(before, after, holder),
        () -> "a rank steps from %s to %s".formatted(before, after));
    Invariant.check(
        before == null || !before.begun() || after.begun(), () -> "a rank forgets that it began");
  }

  private static boolean mayStep(@Nullable Rank before, Rank after, MdsIncarnation holder) {
    if (before == null || !holder.equals(before.holder())) {
      return after.state() == RankState.REPLAY;
    }
    return after.state() == before.state() || before.state().mayStepTo(after.state());
  }
}
