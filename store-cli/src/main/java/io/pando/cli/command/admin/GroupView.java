package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.group.GroupInfo;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.report.group.CopyFault;
import io.pando.report.group.GroupRecovery;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupScrub;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.group.InconsistentObject;
import io.pando.report.group.MissingObject;
import io.pando.report.group.ReturnReport;
import io.pando.report.group.RolledBack;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints placement groups. */
record GroupView(CommandContext context, ClusterMap map) {
  /** Prints the placement of an object. */
  void object(String poolName, String name) {
    PoolInfo pool =
        map.poolNamed(poolName)
            .orElseThrow(() -> UserError.failed("there is no pool '" + poolName + "'"));
    ObjectId object = Placement.object(name);
    PgId group = Placement.group(pool, object);
    GroupMapping found = new Placement().locate(map, group);
    String raw = pool.id() + "." + Integer.toHexString(object.hash());
    context.print(
        () ->
            new Json()
                .put("epoch", map.epoch())
                .put("pool", poolName)
                .put("pool_id", pool.id().value())
                .put("objname", name)
                .put("raw_pgid", raw)
                .put("pgid", group.toString())
                .put("up", numbers(found.up()))
                .put("acting", numbers(found.acting())),
        () ->
            context.printf(
                "osdmap e%d pool '%s' (%s) object '%s' -> pg %s (%s) -> %s",
                map.epoch(), poolName, pool.id(), name, raw, group, sets(found)));
  }

  /** Prints the placement of a group. */
  void mapping(PgId group) {
    PoolInfo pool = map.pools().get(group.pool());
    if (pool == null || group.seed() >= pool.groupCount()) {
      throw UserError.failed("there is no placement group " + group + " in map " + map.epoch());
    }
    GroupMapping found = new Placement().locate(map, group);
    context.print(
        () ->
            new Json()
                .put("epoch", map.epoch())
                .put("pgid", group.toString())
                .put("up", numbers(found.up()))
                .put("acting", numbers(found.acting())),
        () -> context.printf("osdmap e%d pg %s -> %s", map.epoch(), group, sets(found)));
  }

  /** Prints all groups, or those of a pool. */
  void list(List<GroupStats> groups) {
    if (context.json()) {
      context.printJson(new Json().put("pg_stats", groups.stream().map(GroupView::json).toList()));
      return;
    }
    Table table =
        new Table()
            .left("PG")
            .right("OBJECTS", "DEGRADED", "UNFOUND", "LOST", "BYTES", "VERSION")
            .left("STATE", "UP", "ACTING");
    for (GroupStats group : groups) {
      table.row(
          group.group(),
          group.contents().objects(),
          group.degraded(),
          group.unfound(),
          group.lost(),
          ByteSize.format(group.contents().bytes()),
          group.contents().version(),
          state(group),
          set(group.mapping().up()),
          set(group.acting()));
    }
    table.print(context.console().out());
  }

  /** Prints the full report on a group. */
  void report(GroupReport report) {
    GroupReport.Replicas replicas = report.replicas();
    context.printJson(
        new Json()
            .put("stats", json(report.stats()))
            .put("phase", report.phase())
            .put("info", json(report.info()))
            .put("peers", Json.of(replicas.peers(), GroupView::json))
            .put("missing", Json.of(replicas.missing(), count -> count))
            .put("recovery", json(replicas.recovery()))
            .put("returns", Json.of(replicas.returns(), GroupView::json))
            .put(
                "missing_objects", replicas.missingObjects().stream().map(GroupView::json).toList())
            .put("scrub", json(report.scrub()))
            .put("past_intervals", report.pastIntervals()));
  }

  private static Json json(GroupStats group) {
    return new Json()
        .put("pgid", group.group().toString())
        .put("state", state(group))
        .put("up", numbers(group.mapping().up()))
        .put("acting", numbers(group.acting()))
        .put("reported_epoch", group.mapping().epoch())
        .put("version", group.contents().version().toString())
        .put("num_objects", group.contents().objects())
        .put("num_bytes", group.contents().bytes())
        .put("num_objects_degraded", group.degraded())
        .put("num_objects_misplaced", group.copies().misplaced())
        .put("num_objects_unfound", group.unfound())
        .put("num_objects_lost", group.lost())
        .put("num_objects_without_room", group.copies().noRoom())
        .put("waits_for", group.waitsFor())
        .put("diverged", Json.of(group.problems().diverged(), Version::toString))
        .put("rolled_back", group.problems().rolledBack().stream().map(GroupView::json).toList());
  }

  private static Json json(RolledBack it) {
    return new Json()
        .put("osd", it.member().osd().value())
        .put("member", it.member().toString())
        .put("had", it.had().toString())
        .put("has", it.has().toString());
  }

  private static Json json(GroupRecovery recovery) {
    return new Json()
        .put("reserved", recovery.reserved())
        .put("priority", recovery.priority())
        .put("objects_under_way", recovery.underWay())
        .put("objects_waiting", recovery.waiting())
        .put("objects_set_aside", recovery.setAside());
  }

  private static Json json(ReturnReport each) {
    return new Json()
        .put("way", each.way())
        .put("rounds", each.cost().rounds())
        .put("comparison_bytes", each.cost().bytes())
        .put("digests", each.cost().digests())
        .put("objects_listed", each.cost().listed())
        .put("objects_lacking", each.lacking())
        .put("objects_copied", each.copies().copied())
        .put("bytes_copied", each.copies().copiedBytes())
        .put("bytes_spared", each.copies().sparedBytes())
        .put("discovery_ms", each.times().discoveryNanos() / 1e6)
        .put("known_ms", each.times().knownNanos() / 1e6)
        .put("whole_ms", each.times().wholeNanos() / 1e6);
  }

  private static Json json(GroupScrub scrub) {
    ScrubRecord record = scrub.record();
    return new Json()
        .put("last_scrub", time(record.past().lightMillis()))
        .put("last_deep_scrub", time(record.past().deepMillis()))
        .put("last_compared", time(record.comparedMillis()))
        .put("finished", record.finished())
        .put("ordered", record.ordered().label())
        .put("running", record.running().label())
        .put("mark", String.format("%08x", record.progress().mark()))
        .put("done_percent", scrub.doneThousandths() / 10.0)
        .put("waits_for", scrub.waitsFor())
        .put("last_found", scrub.lastFound())
        .put("num_inconsistent", record.found().inconsistent())
        .put("num_not_provable", record.found().unprovable())
        .put("num_wrong_leaves", record.found().wrongLeaves())
        .put(
            "session",
            new Json()
                .put("rounds", scrub.session().rounds())
                .put("comparison_bytes", scrub.session().bytes())
                .put("parts", scrub.session().parts())
                .put("objects_listed", scrub.session().listed()))
        .put("inconsistent", scrub.inconsistent().stream().map(GroupView::json).toList());
  }

  static Json json(InconsistentObject object) {
    return new Json()
        .put("object", object.object().name())
        .put("version", object.version().toString())
        .put("provable", object.provable())
        .put(
            "copies",
            object.bad().stream()
                .map(copy ->
                    json(copy.member())
                        .put("faults", copy.faults().stream().map(CopyFault::label).toList())
                        .put("detail", copy.detail()))
                .toList());
  }

  /** A member: its OSD, and its position if it has one. */
  private static Json json(MemberId member) {
    Json json = new Json().put("osd", member.osd().value());
    return member.hasPosition() ? json.put("position", member.position()) : json;
  }

  private static @Nullable String time(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis).toString();
  }

  static Json json(MissingObject missing) {
    Json json =
        new Json()
            .put("object", missing.object().name())
            .put("version", missing.version().toString())
            .put("state", missing.state().label());
    put(json, "lacked_by", missing.lackedBy());
    put(json, "asked_in_vain", missing.askedInVain());
    return json.put("may_be_on", missing.search().awaited().stream().map(OsdId::value).toList())
        .put("older_version", missing.search().older().toString())
        .put("damaged", missing.damaged());
  }

  /** The OSDs of members, and if they have positions also these, in the same order. */
  private static void put(Json json, String name, SortedSet<MemberId> members) {
    json.put(name, members.stream().map(member -> member.osd().value()).toList());
    if (members.stream().anyMatch(MemberId::hasPosition)) {
      json.put(name + "_positions", members.stream().map(MemberId::position).toList());
    }
  }

  private static Json json(GroupInfo info) {
    return new Json()
        .put("last_update", info.lastUpdate().toString())
        .put("last_complete", info.log().lastComplete().toString())
        .put("log_tail", info.logTail().toString())
        .put("last_epoch_started", info.lastEpochStarted())
        .put("backfilled", info.backfilledTo() == null)
        .put("num_objects", info.objects())
        .put("num_bytes", info.bytes());
  }

  private static String state(GroupStats group) {
    return group.states().isEmpty()
        ? "unknown"
        : group.states().stream().map(GroupState::label).collect(Collectors.joining("+"));
  }

  private static String sets(GroupMapping found) {
    return "up " + set(found.up()) + " acting " + set(found.acting());
  }

  /** The OSD numbers by position; null for a hole. */
  static List<@Nullable Integer> numbers(MemberList members) {
    List<@Nullable Integer> numbers = new ArrayList<>();
    members.positions().forEach(osd -> numbers.add(osd.map(OsdId::value).orElse(null)));
    return numbers;
  }

  private static String set(MemberList members) {
    return members.positions().stream()
        .map(osd -> osd.map(it -> String.valueOf(it.value())).orElse("NONE"))
        .collect(Collectors.joining(",", "[", "]"));
  }
}
