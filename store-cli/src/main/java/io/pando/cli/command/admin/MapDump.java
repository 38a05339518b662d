package io.pando.cli.command.admin;

import io.pando.cli.command.pool.PoolView;
import io.pando.cli.command.pool.ProfileView;
import io.pando.cli.command.pool.RemovedPools;
import io.pando.cli.output.Json;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.LostStore;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.fence.Fences;
import io.pando.cluster.fullness.FullRatio;
import io.pando.cluster.fullness.FullRatios;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.cluster.release.Release;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The whole map of the OSDs, in the layout of {@code ceph osd dump}. */
record MapDump(ClusterMap map) {
  /** Prints it for people. */
  void print(PrintStream out) {
    out.println("epoch " + map.epoch());
    out.println("fsid " + map.cluster());
    out.println("modified " + Instant.ofEpochMilli(map.stamp().modifiedMillis()));
    out.println("flags " + String.join(",", flags()));
    out.println("require_release " + Release.describe(map.releases().required()));
    for (FullRatio ratio : FullRatio.values()) {
      out.println(ratio.label() + "_ratio " + FullRatios.text(map.fullness().ratios().of(ratio)));
    }
    map.profiles()
        .forEach((name, profile) ->
            out.println(
                "profile %s %s"
                    .formatted(
                        name,
                        profile.settings().entrySet().stream()
                            .map(setting -> setting.getKey() + "=" + setting.getValue())
                            .collect(Collectors.joining(" ")))));
    map.livePools().forEach(pool -> out.println(PoolView.line(map, pool)));
    map.removedPools().forEach(pool -> out.println("removed " + RemovedPools.line(pool)));
    out.println("max_osd " + maxOsd());
    map.osds().values().forEach(osd -> out.println(line(osd)));
    map.actingOverrides()
        .forEach((group, acting) -> out.println("pg_temp " + group + " " + acting));
    map.losses().gone().forEach(store -> out.println(line(store)));
    map.losses()
        .acceptedLosses()
        .forEach((group, until) -> out.println("accepted_loss " + group + " until " + until));
    map.fences()
        .bySession()
        .forEach((session, fence) ->
            out.println(
                "fence %s until %s%s"
                    .formatted(
                        Fences.nameOf(session),
                        FenceCommands.until(fence),
                        fence.reason().isEmpty() ? "" : " " + fence.reason())));
  }

  private List<String> flags() {
    return map.flags().stream().map(ClusterFlag::label).toList();
  }

  private int maxOsd() {
    return map.osds().isEmpty() ? 0 : map.osds().lastKey().value() + 1;
  }

  private String line(OsdInfo osd) {
    FullnessLevel level = map.fullness().levels().get(osd.id());
    return "%s %s %s weight %s up_from %d up_thru %d down_at %d %s %s%s"
        .formatted(
            osd.id(),
            osd.up() ? "up" : "down",
            osd.in() ? "in" : "out",
            OsdTree.fixed(osd.weight().reweight()),
            osd.upFrom(),
            osd.upThru(),
            osd.downAt(),
            osd.address() == null ? "-" : osd.address(),
            osd.identity() == null ? "-" : osd.identity(),
            level == null ? "" : " " + level.label());
  }

  private static String line(LostStore store) {
    return "gone %s %s at %d".formatted(store.osd(), store.identity(), store.goneAt());
  }

  /** The JSON form. */
  Json json() {
    FullRatios ratios = map.fullness().ratios();
    return new Json()
        .put("epoch", map.epoch())
        .put("fsid", map.cluster().toString())
        .put("modified", Instant.ofEpochMilli(map.stamp().modifiedMillis()).toString())
        .put("flags", String.join(",", flags()))
        .put("flags_set", flags())
        .put("require_release", Release.describe(map.releases().required()))
        .put("nearfull_ratio", ratios.nearfull() / 1000.0)
        .put("backfillfull_ratio", ratios.backfillfull() / 1000.0)
        .put("full_ratio", ratios.full() / 1000.0)
        .put("failsafe_ratio", ratios.failsafe() / 1000.0)
        .put("pools", map.livePools().stream().map(pool -> PoolView.json(map, pool)).toList())
        .put("removed_pools", map.removedPools().stream().map(RemovedPools::json).toList())
        .put("erasure_code_profiles", ProfileView.json(map))
        .put("max_osd", maxOsd())
        .put("osds", map.osds().values().stream().map(this::json).toList())
        .put("pg_temp", overrides())
        .put("gone", map.losses().gone().stream().map(MapDump::json).toList())
        .put("accepted_losses", accepted())
        .put("fences", FenceCommands.json(map));
  }

  private List<Json> overrides() {
    List<Json> overrides = new ArrayList<>();
    map.actingOverrides()
        .forEach((group, acting) ->
            overrides.add(
                new Json().put("pgid", group.toString()).put("osds", GroupView.numbers(acting))));
    return overrides;
  }

  private List<Json> accepted() {
    List<Json> accepted = new ArrayList<>();
    map.losses()
        .acceptedLosses()
        .forEach((group, until) ->
            accepted.add(new Json().put("pgid", group.toString()).put("until", until)));
    return accepted;
  }

  private Json json(OsdInfo osd) {
    FullnessLevel level = map.fullness().levels().get(osd.id());
    return new Json()
        .put("osd", osd.id().value())
        .put("uuid", osd.identity() == null ? null : osd.identity().toString())
        .put("up", osd.up() ? 1 : 0)
        .put("in", osd.in() ? 1 : 0)
        .put("weight", osd.weight().reweight() / 65536.0)
        .put("up_from", osd.upFrom())
        .put("up_thru", osd.upThru())
        .put("down_at", osd.downAt())
        .put("public_addr", osd.address() == null ? null : osd.address().toString())
        .put("shards", osd.endpoint().shards())
        .put("fullness", level == null ? null : level.label());
  }

  private static Json json(LostStore store) {
    return new Json()
        .put("osd", store.osd().value())
        .put("uuid", store.identity().toString())
        .put("gone_at", store.goneAt());
  }
}
