package io.pando.cli.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Meters of file systems as the map has them, which the leading monitor shows. */
final class FileMeters {
  private static final String STATE = "state";

  private final MultiGauge servers;
  private final MultiGauge ranks;

  FileMeters(MeterRegistry registry) {
    this.servers =
        MultiGauge.builder("pando.cluster.metadata.servers")
            .description("Metadata servers of the map, and those of them that stand by")
            .register(registry);
    this.ranks =
        MultiGauge.builder("pando.cluster.rank")
            .description("State of a rank of a file system; always 1")
            .register(registry);
  }

  /** Shows file systems, or nothing. */
  void show(Optional<FileMap> files) {
    List<Row<?>> daemons = new ArrayList<>();
    List<Row<?>> held = new ArrayList<>();
    files.ifPresent(map -> {
      daemons.add(Row.of(Tags.of(STATE, "all"), map.daemons().size()));
      daemons.add(Row.of(Tags.of(STATE, "standby"), map.standbys().size()));
      for (FileSystem system : map.systems().values()) {
        system
            .ranks()
            .forEach((number, rank) ->
                held.add(
                    Row.of(
                        Tags.of("system", system.name())
                            .and("rank", Integer.toString(number))
                            .and(STATE, rank.state().label()),
                        1)));
      }
    });
    servers.register(daemons, true);
    ranks.register(held, true);
  }
}
