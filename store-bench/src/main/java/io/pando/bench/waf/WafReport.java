package io.pando.bench.waf;

import io.pando.bench.load.Amplification;
import io.pando.bench.load.Measured;
import io.pando.bench.trial.TrialPool;
import io.pando.cli.command.CommandContext;
import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Prints bytes written for each byte of clients: of a long run by purpose, of single writes in
 * total.
 */
record WafReport(CommandContext context, String store, TrialPool pool) {
  private static final String ALL = "all";

  void print(WafCommand.LongRun run, Measured measured, List<SingleWrites.Result> singles) {
    Amplification amplification = new Amplification(run.clientBytes(measured), measured.cost());
    if (context.json()) {
      context.printJson(json(run, measured, amplification, singles));
      return;
    }
    double seconds = measured.outcome().elapsedNanos() / 1e9;
    long writes = measured.outcome().latencies().getTotalCount();
    context.printf(
        "store %s, %d OSDs, %s: %d writes of 4 KiB at random places of an image of %s in"
            + " objects of 4 MiB, %d at a time, %.0f/s",
        store,
        pool.positions(),
        pool.label(),
        writes,
        ByteSize.format(run.imageBytes()),
        run.workers(),
        writes / seconds);
    Table table = new Table();
    List<Object> row = new ArrayList<>();
    amplification
        .byCategory()
        .forEach((category, share) -> {
          table.right(category.equals(ALL) ? "sum" : category.replace('_', ' '));
          row.add(figure(share));
        });
    table.right("disks", "disks, less sum");
    boolean disks = !measured.cost().diskBytes().isEmpty();
    row.add(disks ? figure(amplification.ofDisks()) : "-");
    row.add(disks ? figure(amplification.ofDisks() - amplification.ofAccount()) : "-");
    table.row(row.toArray());
    table.print(context.console().out());
    printRest(measured, amplification);
    if (!singles.isEmpty()) {
      context.print("");
      printSingles("single writes, as counted by the OSDs", singles, Amplification::ofAccount);
      if (disks) {
        context.print("");
        printSingles("single writes, by the disks", singles, Amplification::ofDisks);
      }
    }
  }

  private void printRest(Measured measured, Amplification amplification) {
    context.printf(
        "While the cluster was idle, %s/s were written to the disks %s: %.0f %% of the figure.",
        ByteSize.format((long) measured.restBytes()),
        measured.cost().diskBytes().keySet(),
        100 * measured.restShare(amplification.diskBytes()));
  }

  private void printSingles(
      String title, List<SingleWrites.Result> singles, ToDoubleFunction<Amplification> figure) {
    context.print(title);
    Table table = new Table().right("size");
    for (SingleWrites.Case which : SingleWrites.Case.values()) {
      table.right(which.label());
    }
    for (SingleWrites.Result result : singles) {
      List<Object> row = new ArrayList<>();
      row.add(ByteSize.format(result.sizeBytes()));
      result.cases().values().forEach(it -> row.add(figure(figure.applyAsDouble(it))));
      table.row(row.toArray());
    }
    table.print(context.console().out());
  }

  private Json json(
      WafCommand.LongRun run,
      Measured measured,
      Amplification amplification,
      List<SingleWrites.Result> singles) {
    List<Json> sizes = new ArrayList<>();
    for (SingleWrites.Result result : singles) {
      Json cases = new Json();
      result.cases().forEach((which, it) -> cases.put(which.label(), json(it)));
      sizes.add(new Json().put("size_bytes", result.sizeBytes()).put("writes", cases));
    }
    return new Json()
        .put("test", "waf")
        .put("store", store)
        .put("erasure", pool.erasure())
        .put("image_bytes", run.imageBytes())
        .put("concurrency", run.workers())
        .put("seconds", measured.outcome().elapsedNanos() / 1e9)
        .put("operations", measured.outcome().latencies().getTotalCount())
        .put("failures", measured.outcome().failures())
        .put("random_writes", json(amplification))
        .put("disk_bytes_per_second_at_rest", measured.restBytesPerSecond())
        .put("single_writes", sizes);
  }

  private static Json json(Amplification amplification) {
    return new Json()
        .put("client_bytes", amplification.clientBytes())
        .put("written_per_client_byte", amplification.byCategory())
        .put("disk_bytes", amplification.diskBytes())
        .put("disk_bytes_per_client_byte", amplification.ofDisks());
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
