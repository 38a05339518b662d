package io.pando.mon.health;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankId;
import io.pando.cluster.files.RankState;
import io.pando.report.Health.Check;
import io.pando.report.HealthCode;
import io.pando.report.files.RankLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Checks of file systems: whether their ranks are served, and by what they would be replaced. */
final class FileChecks {
  private FileChecks() {}

  /** File systems no rank of which is held. */
  static Optional<Check> offline(ClusterMap map) {
    List<FileSystem> without =
        map.files().systems().values().stream()
            .filter(
                system -> system.ranks().values().stream().noneMatch(rank -> rank.state().isHeld()))
            .toList();
    return check(
        HealthCode.MDS_ALL_DOWN,
        "file systems without a metadata server",
        without.stream().map(FileChecks::offline).toList());
  }

  private static String offline(FileSystem system) {
    return system.settings().joinable()
        ? system + " is not served: start a metadata server"
        : "%s is not served, and no daemon may take its ranks (fs set %s joinable true)"
            .formatted(system, system.name());
  }

  /** Ranks that a daemon holds and does not serve yet. */
  static Optional<Check> degraded(ClusterMap map) {
    return check(
        HealthCode.FS_DEGRADED,
        "file systems with a rank that is not active yet",
        ranks(map, state -> state.isHeld() && !serves(state), ""));
  }

  private static boolean serves(RankState state) {
    return state == RankState.ACTIVE || state == RankState.STOPPING;
  }

  /** Ranks whose journal or objects are damaged. */
  static Optional<Check> damaged(ClusterMap map) {
    return check(
        HealthCode.MDS_DAMAGE,
        "damaged ranks of file systems",
        ranks(
            map,
            state -> state == RankState.DAMAGED,
            ": repair it, then let a daemon take it (mds repaired)"));
  }

  private static List<String> ranks(ClusterMap map, Predicate<RankState> wanted, String remedy) {
    List<String> lines = new ArrayList<>();
    for (FileSystem system : map.files().systems().values()) {
      system
          .ranks()
          .forEach((number, rank) -> {
            if (wanted.test(rank.state())) {
              lines.add(line(map.files(), system, number, rank) + remedy);
            }
          });
    }
    return lines;
  }

  private static String line(FileMap files, FileSystem system, int number, Rank rank) {
    MdsIncarnation holder = rank.holder();
    MdsInfo daemon = holder == null ? null : files.daemons().get(holder);
    return "rank %d of %s is %s since epoch %d%s%s"
        .formatted(
            number,
            system,
            rank.state().label(),
            rank.sinceEpoch(),
            daemon == null ? "" : " (" + daemon.node() + ")",
            rank.damage().isEmpty() ? "" : ", " + rank.damage());
  }

  /** File systems for which fewer daemons stand by than their operators want. */
  static Optional<Check> withoutStandby(ClusterMap map) {
    long followers =
        map.files().systems().values().stream()
            .flatMap(system -> system.ranks().values().stream())
            .filter(rank -> rank.follower() != null)
            .count();
    long standbys = map.files().standbys().size() + followers;
    List<String> lacking =
        map.files().systems().values().stream()
            .filter(system -> system.settings().standbysWanted() > standbys)
            .map(system ->
                "%s wants %d, there are %d: start metadata servers, or want fewer (fs set %s standbys_wanted N)"
                    .formatted(system, system.settings().standbysWanted(), standbys, system.name()))
            .toList();
    return check(
        HealthCode.MDS_INSUFFICIENT_STANDBY, "fewer standby metadata servers than wanted", lacking);
  }

  /** Metadata servers whose beacons come so late that they may be replaced. */
  static Optional<Check> laggy(ClusterView view) {
    return check(
        HealthCode.MDS_LAGGY,
        "metadata servers whose beacons came late",
        view.daemons().mds().stream()
            .filter(MdsStats::isLaggy)
            .map(it ->
                "%s sent no beacon for %d ms, and is replaced after %d ms: look at the load of its machine"
                    .formatted(daemon(view.map(), it.daemon()), it.gapMillis(), it.graceMillis()))
            .toList());
  }

  private static String daemon(ClusterMap map, MdsIncarnation life) {
    MdsInfo known = map.files().daemons().get(life);
    return known == null ? life.toString() : known.node().toString();
  }

  /** Ranks whose clients have waited for long. */
  static Optional<Check> slowRequests(ClusterView view) {
    return check(
        HealthCode.MDS_SLOW_REQUEST,
        "ranks with slow requests",
        holders(
            view,
            it -> it.load().slowRequests() > 0,
            (it, system) ->
                "%d request%s waited for more than %d s, the oldest for %d s, for %s (fs requests %s)"
                    .formatted(
                        it.load().slowRequests(),
                        it.load().slowRequests() == 1 ? "" : "s",
                        RankLoad.SLOW_SECONDS,
                        it.load().oldestMillis() / 1_000,
                        it.load().waitsFor(),
                        system.name())));
  }

  /** Ranks whose journal is cut more slowly than it grows. */
  static Optional<Check> longJournals(ClusterView view) {
    return check(
        HealthCode.MDS_TRIM,
        "ranks with a long journal",
        holders(
            view,
            MdsStats::isTrimmedLate,
            (it, _) ->
                "the journal has %d MiB, and may have %d: look at the OSDs of the metadata pool"
                    .formatted(
                        it.load().journalBytes() >> 20, it.load().journalLimitBytes() >> 20)));
  }

  private static List<String> holders(
      ClusterView view, Predicate<MdsStats> wanted, BiFunction<MdsStats, FileSystem, String> line) {
    List<String> lines = new ArrayList<>();
    for (MdsStats server : view.daemons().mds()) {
      Optional<RankId> rank = view.map().files().heldBy(server.daemon());
      FileSystem system =
          rank.isEmpty() ? null : view.map().files().systems().get(rank.get().system());
      if (system != null && wanted.test(server)) {
        lines.add(
            "rank %d of %s (%s): %s"
                .formatted(
                    rank.get().rank(),
                    system,
                    daemon(view.map(), server.daemon()),
                    line.apply(server, system)));
      }
    }
    return lines;
  }

  private static Optional<Check> check(HealthCode code, String summary, List<String> details) {
    return details.isEmpty()
        ? Optional.empty()
        : Optional.of(new Check(code.name(), code.worst(), summary, details, details.size()));
  }
}
