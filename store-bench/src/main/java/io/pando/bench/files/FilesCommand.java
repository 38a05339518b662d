package io.pando.bench.files;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.command.files.ServedSystem;
import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.client.file.PandoFileSystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando bench files}: operations on files a second, through the Java client. */
@Command(
    name = "files",
    description = "measure operations on files of the running cluster, through the Java client",
    footer = {
      "",
      "Each thread makes, stats, reads (if files have bytes), lists, renames and removes files in a",
      "directory of its own, below a new directory of the root that is removed at the end. If the",
      "command is killed, remove the directory pando-bench-... there.",
      "Rates are operations a second of all threads together; 'list' counts entries."
    })
public final class FilesCommand implements Callable<Integer> {
  private static final int MOST_FILES = 1_000_000;
  private static final int MOST_THREADS = 1_000;
  private static final int MOST_ROUNDS = 1_000;
  private static final long MOST_BYTES = 64L << 20;

  private final CommandContext context;

  @Parameters(paramLabel = "FS", description = "name of the file system")
  private String system = "";

  @Option(names = "--files", paramLabel = "N", description = "files of each thread (default: 2000)")
  private int files = 2000;

  @Option(
      names = {"-t", "--concurrency"},
      paramLabel = "N",
      description = "threads, with one operation at a time each (default: 1)")
  private int threads = 1;

  @Option(
      names = {"-b", "--size"},
      paramLabel = "SIZE",
      description = "bytes of each file (default: 0)")
  private String size = "0";

  @Option(
      names = "--fsync",
      description = "each file is durable before the next one is made; counts as 'create'")
  private boolean durable;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "rounds, of which the medians are printed (default: 5)")
  private int rounds = 5;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "rounds before, which do not count (default: 2)")
  private int warmUp = 2;

  /** The command of a program. */
  public FilesCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    UserError.checkRange("--files", files, 1, MOST_FILES);
    UserError.checkRange("--concurrency", threads, 1, MOST_THREADS);
    UserError.checkRange("--rounds", rounds, 1, MOST_ROUNDS);
    UserError.checkRange("--warm-up", warmUp, 0, MOST_ROUNDS);
    long bytes =
        ByteSize.parse(size).orElseThrow(() -> UserError.usage("not a size: '" + size + "'"));
    UserError.checkRange("--size", bytes, 0, MOST_BYTES);
    FileLoad.Shape shape = new FileLoad.Shape(threads, files, (int) bytes, durable);
    return context.<InterruptedException>connected(cluster -> {
      ServedSystem.require(cluster.admin().map(), system);
      try (PandoFileSystem opened = cluster.fileSystem(system, "pando bench files", _ -> {})) {
        print(measure(opened, shape));
      }
    });
  }

  private Map<String, List<Double>> measure(PandoFileSystem opened, FileLoad.Shape shape)
      throws InterruptedException {
    String folder = "/pando-bench-" + UUID.randomUUID();
    FileLoad load = new FileLoad(opened, folder, shape);
    load.begin();
    try {
      Map<String, List<Double>> all = new LinkedHashMap<>();
      for (int round = 0; round < warmUp + rounds; round++) {
        Map<String, Double> rates = load.round();
        if (round >= warmUp) {
          rates.forEach(
              (kind, rate) -> all.computeIfAbsent(kind, _ -> new ArrayList<>()).add(rate));
        }
      }
      return all;
    } finally {
      load.end();
    }
  }

  private void print(Map<String, List<Double>> all) {
    all.values().forEach(rates -> rates.sort(null));
    Table table = new Table().left("OPERATION").right("PER SECOND", "LEAST", "MOST");
    Json json = new Json();
    all.forEach((kind, rates) -> {
      double median = rates.get(rates.size() / 2);
      double least = rates.getFirst();
      double most = rates.getLast();
      table.row(kind, figure(median), figure(least), figure(most));
      json.put(
          kind,
          new Json()
              .put("per_second", median)
              .put("least_per_second", least)
              .put("most_per_second", most));
    });
    context.print(() -> json, () -> table.print(context.console().out()));
  }

  private static String figure(double rate) {
    return String.format(Locale.ROOT, "%.0f", rate);
  }
}
