package io.pando.cli.command.files;

import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.id.PoolId;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Output of file systems. */
record FsView(ClusterMap map) {
  /** The JSON form of all file systems, without their ranks. */
  List<Json> list() {
    return map.files().systems().values().stream().map(this::json).toList();
  }

  private Json json(FileSystem system) {
    FileSystem.Settings settings = system.settings();
    return new Json()
        .put("name", system.name())
        .put("id", system.id().value())
        .put("metadata_pool", name(system.pools().metadata()))
        .put("data_pools", system.pools().data().stream().map(this::name).toList())
        .put("max_ranks", settings.maxRanks())
        .put("standby_replay", settings.standbyReplay())
        .put("standbys_wanted", settings.standbysWanted())
        .put("joinable", settings.joinable());
  }

  private String name(PoolId pool) {
    return Optional.ofNullable(map.pools().get(pool)).map(PoolInfo::name).orElse(pool.toString());
  }

  void printList(PrintStream out) {
    Table table = new Table().left("NAME", "METADATA", "DATA");
    map.files()
        .systems()
        .values()
        .forEach(system ->
            table.row(
                system.name(),
                name(system.pools().metadata()),
                String.join(",", system.pools().data().stream().map(this::name).toList())));
    table.print(out);
  }

  /** The JSON form of one file system or all, with ranks and standbys. */
  Json status(@Nullable String name) {
    List<Json> systems = new ArrayList<>();
    for (FileSystem system : systems(name)) {
      List<Json> ranks = new ArrayList<>();
      system.ranks().forEach((number, rank) -> ranks.add(json(number, rank)));
      systems.add(json(system).put("ranks", ranks));
    }
    return new Json()
        .put("file_systems", systems)
        .put("standbys", map.files().standbys().stream().map(it -> it.node().toString()).toList());
  }

  private List<FileSystem> systems(@Nullable String name) {
    return map.files().systems().values().stream()
        .filter(system -> name == null || system.name().equals(name))
        .toList();
  }

  private Json json(int number, Rank rank) {
    return new Json()
        .put("rank", number)
        .put("state", rank.state().label())
        .put("since_epoch", rank.sinceEpoch())
        .put("holder", daemon(rank.holder()))
        .put("follower", daemon(rank.follower()))
        .put("damage", rank.damage().isEmpty() ? null : rank.damage());
  }

  private @Nullable String daemon(@Nullable MdsIncarnation life) {
    MdsInfo daemon = life == null ? null : map.files().daemons().get(life);
    return daemon == null ? null : daemon.node().toString();
  }

  void printStatus(@Nullable String name, PrintStream out) {
    Table table = new Table().left("NAME", "RANK", "STATE", "HELD BY", "FOLLOWED BY", "DAMAGE");
    for (FileSystem system : systems(name)) {
      system
          .ranks()
          .forEach((number, rank) ->
              table.row(
                  system.name(),
                  number,
                  rank.state().label(),
                  Optional.ofNullable(daemon(rank.holder())).orElse("-"),
                  Optional.ofNullable(daemon(rank.follower())).orElse("-"),
                  rank.damage()));
    }
    table.print(out);
    List<String> standbys =
        map.files().standbys().stream().map(daemon -> daemon.node().toString()).toList();
    out.println("standbys: " + (standbys.isEmpty() ? "none" : String.join(", ", standbys)));
  }
}
