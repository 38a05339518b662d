package io.pando.cli.command.status;

import io.pando.cli.command.CommandContext;
import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.report.space.SpaceUse;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code pando df}: the space of the cluster and of its pools. */
@Command(name = "df", description = "show the space that the cluster and its pools use")
record DfCommand(CommandContext context) implements Callable<Integer> {
  @Override
  public Integer call() {
    return context.connected(cluster -> {
      ClusterMap map = cluster.admin().map();
      SpaceUse space = cluster.admin().space();
      context.print(() -> json(map, space), () -> print(map, space));
    });
  }

  private void print(ClusterMap map, SpaceUse space) {
    PrintStream out = context.console().out();
    out.println("--- RAW STORAGE ---");
    new Table()
        .right("SIZE", "AVAIL", "USED", "%USED")
        .row(
            ByteSize.format(space.capacityBytes()),
            ByteSize.format(space.availableBytes()),
            ByteSize.format(space.usedBytes()),
            percent(space.usedShare()))
        .print(out);
    out.println();
    out.println("--- POOLS ---");
    Table table = new Table().left("POOL");
    table.right("ID", "PGS", "STORED", "OBJECTS", "USED", "%USED", "MAX AVAIL");
    space
        .pools()
        .forEach((id, use) -> {
          PoolInfo pool = map.pools().get(id);
          if (pool != null) {
            table.row(
                pool.name(),
                id.value(),
                pool.groupCount(),
                ByteSize.format(use.storedBytes()),
                use.objects(),
                ByteSize.format(use.usedBytes()),
                percent(use.usedShare()),
                ByteSize.format(use.maxAvailableBytes()));
          }
        });
    table.print(out);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f", 100 * share);
  }

  private static Json json(ClusterMap map, SpaceUse space) {
    List<Json> pools = new ArrayList<>();
    space
        .pools()
        .forEach((id, use) -> {
          PoolInfo pool = map.pools().get(id);
          if (pool != null) {
            pools.add(
                new Json()
                    .put("name", pool.name())
                    .put("id", id.value())
                    .put(
                        "stats",
                        new Json()
                            .put("stored", use.storedBytes())
                            .put("objects", use.objects())
                            .put("bytes_used", use.usedBytes())
                            .put("percent_used", use.usedShare())
                            .put("max_avail", use.maxAvailableBytes())));
          }
        });
    return new Json()
        .put(
            "stats",
            new Json()
                .put("total_bytes", space.capacityBytes())
                .put("total_avail_bytes", space.availableBytes())
                .put("total_used_bytes", space.usedBytes())
                .put("total_used_raw_ratio", space.usedShare()))
        .put("pools", pools);
  }
}
