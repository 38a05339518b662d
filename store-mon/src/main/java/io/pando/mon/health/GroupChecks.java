package io.pando.mon.health;

import static io.pando.mon.health.HealthChecks.count;

import io.pando.cluster.PoolInfo;
import io.pando.id.OsdId;
import io.pando.report.Health.Check;
import io.pando.report.Health.Severity;
import io.pando.report.HealthCode;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Health checks of placement groups. */
final class GroupChecks {
  private static final List<GroupState> UNAVAILABLE =
      List.of(
          GroupState.CREATING,
          GroupState.PEERING,
          GroupState.DOWN,
          GroupState.INCOMPLETE,
          GroupState.LOST,
          GroupState.STALE,
          GroupState.UNKNOWN);

  /** States that do not end without a change of the cluster. */
  private static final List<GroupState> STUCK =
      List.of(GroupState.DOWN, GroupState.INCOMPLETE, GroupState.LOST, GroupState.STALE);

  private GroupChecks() {}

  /** Groups that cannot serve clients. */
  static Optional<Check> availability(ClusterView view) {
    List<GroupStats> inactive =
        view.groups().stream()
            .filter(group ->
                !group.states().contains(GroupState.ACTIVE)
                    || group.states().contains(GroupState.STALE))
            .toList();
    Map<GroupState, Integer> counts = new EnumMap<>(GroupState.class);
    for (GroupStats group : inactive) {
      group.states().stream()
          .filter(UNAVAILABLE::contains)
          .forEach(state -> counts.merge(state, 1, Integer::sum));
    }
    String summary =
        "Reduced data availability: "
            + count(inactive.size(), "pg")
            + " inactive"
            + counts.entrySet().stream()
                .map(entry -> ", " + count(entry.getValue(), "pg") + " " + entry.getKey().label())
                .collect(Collectors.joining());
    boolean stuck = STUCK.stream().anyMatch(counts::containsKey);
    return HealthChecks.check(
        stuck ? Severity.ERROR : Severity.WARNING,
        HealthCode.PG_AVAILABILITY,
        summary,
        inactive,
        group -> line(view, group));
  }

  /** Groups that need data which operators gave up. */
  static Optional<Check> lost(ClusterView view) {
    List<GroupStats> lost =
        view.groups().stream().filter(group -> group.states().contains(GroupState.LOST)).toList();
    return HealthChecks.error(
        HealthCode.PG_DATA_LOST,
        count(lost.size(), "pg") + " may have lost updates in data that were given up",
        lost,
        group -> line(view, group));
  }

  /** Objects that no OSD that is up has, and that others may have. */
  static Optional<Check> unfound(ClusterView view) {
    return objects(
        view,
        GroupStats::unfound,
        new Trouble(
            HealthCode.OBJECT_UNFOUND, "not on any OSD that is up", "no OSD that is up has"));
  }

  /** Objects that no OSD has. */
  static Optional<Check> lostObjects(ClusterView view) {
    return objects(
        view, GroupStats::lost, new Trouble(HealthCode.OBJECT_LOST, "lost", "no OSD has"));
  }

  /** Objects that do not fit on the OSDs that lack them. */
  static Optional<Check> withoutRoom(ClusterView view) {
    return objects(
        view,
        group -> group.copies().noRoom(),
        new Trouble(HealthCode.PG_RECOVERY_FULL, "waiting for space", "a device has no room for"));
  }

  /**
   * A reason why objects are not recovered.
   *
   * @param summary end of the sentence "2 objects in 1 pg are"
   * @param clause beginning of a clause about the objects
   */
  private record Trouble(HealthCode code, String summary, String clause) {}

  private static Optional<Check> objects(
      ClusterView view, ToLongFunction<GroupStats> number, Trouble trouble) {
    List<GroupStats> lacking =
        view.groups().stream().filter(group -> number.applyAsLong(group) > 0).toList();
    long objects = lacking.stream().mapToLong(number).sum();
    return HealthChecks.error(
        trouble.code(),
        "%s in %s %s %s"
            .formatted(
                count(objects, "object"),
                count(lacking.size(), "pg"),
                objects == 1 ? "is" : "are",
                trouble.summary()),
        lacking,
        group ->
            "pg %s has %s that %s%s"
                .formatted(
                    group.group(),
                    count(number.applyAsLong(group), "object"),
                    trouble.clause(),
                    group.waitsFor().isEmpty() ? "" : ", waits for " + group.waitsFor()));
  }

  /** Groups that have fewer copies than they should. */
  static Optional<Check> degraded(ClusterView view) {
    List<GroupStats> poor =
        view.groups().stream()
            .filter(group ->
                group.degraded() > 0
                    || group.states().contains(GroupState.DEGRADED)
                    || group.states().contains(GroupState.UNDERSIZED))
            .toList();
    long copies = degradedCopies(view);
    long total = totalCopies(view);
    StringBuilder summary = new StringBuilder("Degraded data redundancy: ");
    if (copies > 0) {
      summary.append(
          String.format(
              "%d/%d object copies degraded (%s%%), ", copies, total, permille(copies, total)));
    }
    summary.append(count(with(poor, GroupState.DEGRADED), "pg")).append(" degraded, ");
    summary.append(count(with(poor, GroupState.UNDERSIZED), "pg")).append(" undersized");
    return HealthChecks.warning(
        HealthCode.PG_DEGRADED, summary.toString(), poor, group -> line(view, group));
  }

  /** Groups in which scrubs found objects whose copies differ. */
  static Optional<Check> inconsistent(ClusterView view) {
    List<GroupStats> bad =
        view.groups().stream()
            .filter(group -> group.problems().wrong().inconsistent() > 0)
            .toList();
    String summary = count(bad.size(), "pg") + " with objects whose copies differ";
    boolean unprovable = bad.stream().anyMatch(it -> it.problems().wrong().unprovable() > 0);
    return HealthChecks.check(
        unprovable ? Severity.ERROR : Severity.WARNING,
        HealthCode.PG_INCONSISTENT,
        summary,
        bad,
        GroupChecks::differing);
  }

  private static String differing(GroupStats group) {
    long unprovable = group.problems().wrong().unprovable();
    String what =
        "pg %s has %s: "
            .formatted(
                group.group(),
                count(group.problems().wrong().inconsistent(), "inconsistent object"));
    return unprovable == 0
        ? what + "have them repaired (pg repair %s)".formatted(group.group())
        : what
            + "for %d it cannot be determined which copy is good: list them (pg query %s), and write or remove them"
                .formatted(unprovable, group.group());
  }

  /** Groups whose hash trees did not match the contents of the stores. */
  static Optional<Check> wrongTrees(ClusterView view) {
    List<GroupStats> wrong =
        view.groups().stream().filter(group -> group.problems().wrong().wrongLeaves() > 0).toList();
    long leaves = wrong.stream().mapToLong(group -> group.problems().wrong().wrongLeaves()).sum();
    return HealthChecks.warning(
        HealthCode.TREE_WRONG,
        "%s of hash trees in %s differed from the stores"
            .formatted(leaves(leaves), count(wrong.size(), "pg")),
        wrong,
        group ->
            "pg %s had %s wrong, rebuilt since: cleared by the next clean scrub (pg scrub %s)"
                .formatted(
                    group.group(), leaves(group.problems().wrong().wrongLeaves()), group.group()));
  }

  private static String leaves(long number) {
    return number == 1 ? "1 leaf" : number + " leaves";
  }

  static long degradedCopies(ClusterView view) {
    return view.groups().stream().mapToLong(GroupStats::degraded).sum();
  }

  static long totalCopies(ClusterView view) {
    long copies = 0;
    for (GroupStats group : view.groups()) {
      PoolInfo pool = view.map().pools().get(group.group().pool());
      copies += pool == null ? 0 : group.contents().objects() * pool.size();
    }
    return copies;
  }

  /** Names of the states, joined with "+". */
  static String words(GroupStats group) {
    return group.states().stream().map(GroupState::label).collect(Collectors.joining("+"));
  }

  private static String line(ClusterView view, GroupStats group) {
    String waits = group.waitsFor().isEmpty() ? "" : ", waits for " + group.waitsFor();
    return "pg %s is %s, acting %s%s%s"
        .formatted(group.group(), words(group), group.acting(), missing(view, group), waits);
  }

  /** The positions of fragments that no OSD serves; empty for replicas, which are alike. */
  private static String missing(ClusterView view, GroupStats group) {
    PoolInfo pool = view.map().pools().get(group.group().pool());
    if (pool == null || !pool.isErasureCoded() || group.acting().isEmpty()) {
      return "";
    }
    List<Optional<OsdId>> acting = group.acting().positions();
    List<String> missing =
        IntStream.range(0, pool.size())
            .filter(position -> position >= acting.size() || acting.get(position).isEmpty())
            .mapToObj(Integer::toString)
            .toList();
    return missing.isEmpty()
        ? ""
        : ", without position%s %s"
            .formatted(missing.size() == 1 ? "" : "s", String.join(", ", missing));
  }

  private static long with(List<GroupStats> groups, GroupState state) {
    return groups.stream().filter(group -> group.states().contains(state)).count();
  }

  private static String permille(long part, long whole) {
    long permille = whole == 0 ? 1_000 : part * 1_000 / whole;
    return permille / 10 + "." + permille % 10;
  }
}
