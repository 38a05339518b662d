package io.pando.cli.command.status;

import io.pando.cli.output.Json;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.Rank;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The file systems of a cluster in its status: their ranks, and metadata servers. */
record FilesSummary(FileMap files) {
  /** Prints lines about services; none if there are neither file systems nor metadata servers. */
  void print(PrintStream out) {
    if (!files.daemons().isEmpty() || !files.systems().isEmpty()) {
      out.println(
          "    mds: %s: %d on standby"
              .formatted(
                  StatusView.counted(files.daemons().size(), "daemon"), files.standbys().size()));
    }
    for (FileSystem system : files.systems().values()) {
      List<String> ranks = new ArrayList<>();
      system.ranks().forEach((number, rank) -> ranks.add(describe(number, rank)));
      out.println("    fs:  %s: %s".formatted(system.name(), String.join(", ", ranks)));
    }
  }

  private static String describe(int number, Rank rank) {
    return "rank %d is %s".formatted(number, rank.state().label());
  }

  /** The JSON form. */
  Json json() {
    List<Json> systems = new ArrayList<>();
    for (FileSystem system : files.systems().values()) {
      List<Json> ranks = new ArrayList<>();
      system
          .ranks()
          .forEach((number, rank) ->
              ranks.add(new Json().put("rank", number).put("state", rank.state().label())));
      systems.add(new Json().put("name", system.name()).put("ranks", ranks));
    }
    return new Json()
        .put("num_mds", files.daemons().size())
        .put("num_standby_mds", files.standbys().size())
        .put("file_systems", systems);
  }
}
