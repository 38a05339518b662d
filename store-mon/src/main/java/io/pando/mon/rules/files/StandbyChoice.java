package io.pando.mon.rules.files;

import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Chooses a daemon for a rank: the one that follows its journal, then standbys that prefer the file
 * system, that prefer none, that prefer another one, and at last daemons that follow another rank.
 * Among equals the daemon that runs longest.
 */
final class StandbyChoice {
  private final FileMap files;
  private final FileSystem system;

  StandbyChoice(FileMap files, FileSystem system) {
    this.files = files;
    this.system = system;
  }

  /** The daemon that takes a vacant rank; empty if all daemons hold a rank. */
  Optional<MdsInfo> holder(Rank rank) {
    return files.daemons().values().stream()
        .filter(daemon -> files.heldBy(daemon.incarnation()).isEmpty())
        .min(
            by(daemon ->
                daemon.incarnation().equals(rank.follower())
                    ? 0
                    : files.follows(daemon.incarnation()) ? 4 : liking(daemon)));
  }

  /** The standby that follows the journal of a rank; empty if none stands by. */
  Optional<MdsInfo> follower() {
    return files.standbys().stream().min(by(this::liking));
  }

  private int liking(MdsInfo daemon) {
    return daemon.prefers().equals(system.name()) ? 1 : daemon.prefers().isEmpty() ? 2 : 3;
  }

  private static Comparator<MdsInfo> by(ToIntFunction<MdsInfo> order) {
    return Comparator.comparingInt(order)
        .thenComparingLong(MdsInfo::sinceEpoch)
        .thenComparing(MdsInfo::incarnation);
  }
}
