package io.pando.mon.rules.files;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.FileSystemId;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.mon.rules.fence.FenceRules;
import io.pando.mon.state.Ruling;
import io.pando.mon.state.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The next file-system map, of one change of the cluster map. A daemon that loses its rank is
 * fenced in the same change in which another one takes the rank: so the new holder knows, from its
 * first map on, that the OSDs refuse its predecessor.
 */
final class FileMapDraft {
  private final ClusterMap map;
  private final Terms terms;
  private final SortedMap<FileSystemId, FileSystem> systems;
  private final SortedMap<MdsIncarnation, MdsInfo> daemons;
  private final SortedMap<Long, Fence> fences = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();

  FileMapDraft(ClusterMap map, Terms terms) {
    this.map = map;
    this.terms = terms;
    this.systems = new TreeMap<>(map.files().systems());
    this.daemons = new TreeMap<>(map.files().daemons());
  }

  /** Epoch of the map that the change makes. */
  long epoch() {
    return map.epoch() + 1;
  }

  private FileMap files() {
    return new FileMap(map.files().lastSystem(), systems, daemons);
  }

  void put(FileSystem system) {
    systems.put(system.id(), system);
  }

  void put(MdsInfo daemon) {
    daemons.put(daemon.incarnation(), daemon);
  }

  void setRank(FileSystem system, int number, Rank rank) {
    put(system.with(number, rank));
  }

  void note(String text) {
    notes.add(text);
  }

  /** Removes a daemon. If it holds a rank, it is fenced: it may still write. */
  void fail(MdsInfo daemon, String reason) {
    for (FileSystem system : List.copyOf(systems.values())) {
      system
          .ranks()
          .forEach((number, rank) -> {
            if (daemon.incarnation().equals(rank.holder())) {
              setRank(system, number, rank.failed(epoch()));
            } else if (daemon.incarnation().equals(rank.follower())) {
              setRank(system, number, rank.followedBy(null));
            }
          });
    }
    remove(daemon, reason);
  }

  /** Removes a daemon whose rank has another state by now, and fences it if it held one. */
  void remove(MdsInfo daemon, String reason) {
    note("%s failed: %s".formatted(daemon, reason));
    daemons.remove(daemon.incarnation());
    if (map.files().heldBy(daemon.incarnation()).isPresent()) {
      long untilMillis = terms.nowMillis() + terms.settings().fencing().daemonMillis();
      String text = daemon.node() + ": " + reason;
      fences.put(
          daemon.incarnation().number(),
          new Fence(untilMillis, text.substring(0, Math.min(text.length(), Fence.MAX_REASON))));
    }
  }

  /** Removes a file system none of whose ranks is held. */
  void remove(FileSystem system) {
    systems.remove(system.id());
  }

  /** Gives vacant ranks to daemons, then followers to ranks. */
  void assign() {
    for (FileSystem system : List.copyOf(systems.values())) {
      for (int number = 0; number < system.settings().maxRanks(); number++) {
        assign(system.id(), number);
      }
    }
    for (FileSystem system : List.copyOf(systems.values())) {
      system.ranks().keySet().forEach(number -> follow(system.id(), number));
    }
  }

  private void assign(FileSystemId id, int number) {
    FileSystem system = known(id);
    Rank rank = system.ranks().getOrDefault(number, Rank.fresh(epoch()));
    Optional<MdsInfo> taker =
        system.settings().joinable() && rank.isVacant()
            ? new StandbyChoice(files(), system).holder(rank)
            : Optional.empty();
    if (taker.isPresent()) {
      MdsInfo daemon = taker.get();
      release(daemon);
      setRank(known(id), number, rank.takenBy(daemon.incarnation(), epoch()));
      note(
          "rank %d of %s goes to %s%s"
              .formatted(
                  number,
                  system,
                  daemon,
                  daemon.incarnation().equals(rank.follower())
                      ? ", which followed its journal"
                      : ""));
    } else if (!rank.equals(system.ranks().get(number))) {
      setRank(system, number, rank);
    }
  }

  private FileSystem known(FileSystemId id) {
    FileSystem system = systems.get(id);
    if (system == null) {
      throw new IllegalArgumentException("no file system " + id);
    }
    return system;
  }

  /** The daemon follows no journal any more. */
  private void release(MdsInfo daemon) {
    for (FileSystem system : List.copyOf(systems.values())) {
      for (Map.Entry<Integer, Rank> entry : system.ranks().entrySet()) {
        if (daemon.incarnation().equals(entry.getValue().follower())) {
          setRank(system, entry.getKey(), entry.getValue().followedBy(null));
        }
      }
    }
  }

  private void follow(FileSystemId id, int number) {
    FileSystem system = known(id);
    Rank rank = system.ranks().get(number);
    if (rank == null) {
      return;
    }
    boolean wished =
        system.settings().standbyReplay() && system.settings().joinable() && rank.state().isHeld();
    if (!wished && rank.follower() != null) {
      setRank(system, number, rank.followedBy(null));
    } else if (wished && rank.follower() == null) {
      new StandbyChoice(files(), system)
          .follower()
          .ifPresent(daemon -> setRank(system, number, rank.followedBy(daemon.incarnation())));
    }
  }

  /** The change; refused if the fence list has no room for the daemons that must be fenced. */
  Ruling finish() {
    Optional<List<Incremental.Edit>> fenced = FenceRules.ofDaemons(map, fences, terms.nowMillis());
    if (fenced.isEmpty()) {
      return new Ruling.Refused(
          "the fence list is full, so no metadata server can be fenced and replaced: end fences that"
              + " are not needed (fence ls, fence rm)");
    }
    List<Incremental.Edit> edits = new ArrayList<>(fenced.get());
    FileMap before = map.files();
    before.daemons().keySet().stream()
        .filter(daemon -> !daemons.containsKey(daemon))
        .forEach(daemon -> edits.add(new Incremental.RemoveMds(daemon)));
    daemons.forEach((id, daemon) -> {
      if (!daemon.equals(before.daemons().get(id))) {
        edits.add(new Incremental.PutMds(daemon));
      }
    });
    before.systems().keySet().stream()
        .filter(system -> !systems.containsKey(system))
        .forEach(system -> edits.add(new Incremental.RemoveFileSystem(system)));
    systems.forEach((id, system) -> {
      if (!system.equals(before.systems().get(id))) {
        edits.add(new Incremental.PutFileSystem(system));
      }
    });
    return new Ruling.Accepted(edits, String.join("; ", notes));
  }
}
