package io.pando.cli.command.status;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.command.status.LoadRates.Rate;
import io.pando.cli.output.Json;
import io.pando.cli.output.RepeatedBlock;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.client.Cluster;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.report.OsdStats;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando top}: what the cluster does now, by pool and by OSD. */
@Command(
    name = "top",
    description =
        "show reads, writes and recovery per second, by pool and by OSD, the busiest first")
public final class TopCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = {"-d", "--delay"},
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "time between two looks (default: 5)")
  private int delaySeconds;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "COUNT",
      description = "end after COUNT results (default: when interrupted)")
  private int count;

  public TopCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    UserError.checkRange("--delay", delaySeconds, 1, 3_600);
    UserError.checkRange("--count", count, 0, 1_000_000_000);
    return context.<InterruptedException>connected(cluster -> {
      Looks looks = new Looks(cluster);
      // The first look has nothing to compare with.
      new Repetition(context, Duration.ofSeconds(delaySeconds), count == 0 ? 0 : count + 1)
          .run(looks::next);
    });
  }

  private final class Looks {
    private final Cluster cluster;
    private final LoadRates rates = new LoadRates();
    private final RepeatedBlock block = new RepeatedBlock(context.console());
    private long lastNanos = System.nanoTime();
    private boolean compares;

    Looks(Cluster cluster) {
      this.cluster = cluster;
    }

    void next() {
      ClusterMap map = cluster.admin().map();
      List<OsdStats> up =
          cluster.admin().osds().stream().filter(osd -> map.isUp(osd.osd())).toList();
      long nowNanos = System.nanoTime();
      rates.look(up, (nowNanos - lastNanos) / 1_000_000);
      lastNanos = nowNanos;
      if (compares && context.json()) {
        context.printJsonLine(json(map));
      } else if (compares) {
        block.show(out -> print(map, out));
      }
      compares = true;
    }

    /** Every pool and every OSD that is up; the busiest first. */
    private <K extends Comparable<K>> List<Map.Entry<K, Rate>> sorted(SortedMap<K, Rate> of) {
      return of.entrySet().stream()
          .sorted(
              Comparator.comparingDouble((Map.Entry<K, Rate> it) -> -it.getValue().operations())
                  .thenComparing(Map.Entry::getKey))
          .toList();
    }

    private List<Map.Entry<PoolId, Rate>> pools(ClusterMap map) {
      NavigableMap<PoolId, Rate> all = new TreeMap<>();
      map.livePools().forEach(pool -> all.put(pool.id(), Rate.NOTHING));
      rates.byPool().forEach(all::replace);
      return sorted(all);
    }

    private void print(ClusterMap map, PrintStream out) {
      out.println(
          "%s  %s".formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS), line(rates.total())));
      out.println();
      Table pools = table("POOL");
      pools(map).forEach(it -> row(pools, name(map, it.getKey()), it.getValue(), false));
      pools.print(out);
      out.println();
      Table osds = table("OSD");
      sorted(rates.byOsd()).forEach(it -> row(osds, it.getKey().toString(), it.getValue(), true));
      osds.print(out);
    }

    private static String line(Rate rate) {
      return "%s reads/s, %s writes/s, %s/s read, %s/s written, recovery %s copies/s, %s/s"
          .formatted(
              number(rate.reads()),
              number(rate.writes()),
              bytes(rate.readBytes()),
              bytes(rate.writtenBytes()),
              number(rate.recovered()),
              bytes(rate.recoveredBytes()));
    }

    private static Table table(String title) {
      return new Table()
          .left(title)
          .right("READS/s", "WRITES/s", "READ B/s", "WRITTEN B/s", "RECOVERED/s", "RECOVERED B/s");
    }

    private static void row(Table table, String name, Rate rate, boolean recovers) {
      table.row(
          name,
          number(rate.reads()),
          number(rate.writes()),
          bytes(rate.readBytes()),
          bytes(rate.writtenBytes()),
          recovers ? number(rate.recovered()) : "-",
          recovers ? bytes(rate.recoveredBytes()) : "-");
    }

    private static String number(double rate) {
      return String.format(Locale.ROOT, rate >= 99.95 ? "%.0f" : "%.1f", rate);
    }

    private static String bytes(double rate) {
      return ByteSize.format(Math.round(rate));
    }

    private static String name(ClusterMap map, PoolId pool) {
      PoolInfo info = map.pools().get(pool);
      return info == null ? pool.toString() : info.name();
    }

    private Json json(ClusterMap map) {
      List<Json> pools = new ArrayList<>();
      pools(map)
          .forEach(it ->
              pools.add(clients(new Json().put("pool", name(map, it.getKey())), it.getValue())));
      List<Json> osds = new ArrayList<>();
      for (Map.Entry<OsdId, Rate> it : sorted(rates.byOsd())) {
        osds.add(all(new Json().put("osd", it.getKey().value()), it.getValue()));
      }
      return all(new Json().put("time", Instant.now().toString()), rates.total())
          .put("pools", pools)
          .put("osds", osds);
    }

    private static Json clients(Json json, Rate rate) {
      return json.put("reads_per_sec", rate.reads())
          .put("writes_per_sec", rate.writes())
          .put("read_bytes_per_sec", rate.readBytes())
          .put("written_bytes_per_sec", rate.writtenBytes());
    }

    private static Json all(Json json, Rate rate) {
      return clients(json, rate)
          .put("recovered_copies_per_sec", rate.recovered())
          .put("recovered_bytes_per_sec", rate.recoveredBytes());
    }
  }
}
