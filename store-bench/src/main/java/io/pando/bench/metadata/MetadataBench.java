package io.pando.bench.metadata;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.sim.scale.BuildRun;
import io.pando.sim.scale.LookupRun;
import io.pando.sim.scale.ReplayRun;
import io.pando.sim.scale.SlowObjectsRun;
import io.pando.sim.scale.WalkRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando bench metadata …}. */
@Command(
    name = "metadata",
    description = {
      "count what one metadata server writes and keeps in memory under large loads",
      "",
      "It runs over a model of objects in simulated time, without a cluster: a call of an object",
      "takes 2 ms, and 32 are executed at a time. Counts do not depend on the machine; the times",
      "of replay do."
    })
public record MetadataBench(CommandContext context) {
  private static final int MOST_DIRECTORIES = 10_000;
  private static final long MOST_FILES = 100_000_000;

  /** The usual journal has room for the changes of as many. */
  private static final int MOST_REPLAYED_DIRECTORIES = 1_500;

  private static final double PERCENT = 100;
  private static final double MEGA = 1e6;

  @Command(name = "build", description = "the file operations of a large build in C")
  int build(
      @Option(
              names = "--directories",
              paramLabel = "N",
              description = "directories with source files (default: 400)",
              defaultValue = "400")
          int directories,
      @Option(
              names = "--jobs",
              paramLabel = "N",
              description = "compilations at a time, on 4 clients (default: 64)",
              defaultValue = "64")
          int jobs,
      @Option(
              names = "--seed",
              paramLabel = "N",
              description = "of the operations (default: 1)",
              defaultValue = "1")
          long seed) {
    UserError.checkRange("--directories", directories, 1, MOST_DIRECTORIES);
    UserError.checkRange("--jobs", jobs, 1, 1_000);
    BuildRun build = new BuildRun(directories, jobs, 4, seed);
    BuildRun.Result usual = build.run();
    SortedMap<String, BuildRun.Result> results = new TreeMap<>();
    results.put("usual", usual);
    results.put("1 s", build.run(1, usual));
    results.put("10 s", build.run(10, usual));
    Json all = new Json();
    results.forEach((journal, result) -> all.put(journal, json(result)));
    context.print(() -> all, () -> results.forEach(this::print));
    return ExitStatus.OK;
  }

  private static Json json(BuildRun.Result result) {
    return new Json()
        .put("seconds", result.seconds())
        .put("updates", result.updates())
        .put("stats", result.questions().stats())
        .put("lookups", result.questions().lookups())
        .put("records", result.counts().journal().records())
        .put("journal_bytes", result.counts().journal().bytes())
        .put("journal_seconds", result.journalSeconds())
        .put("most_journal_bytes", result.mostJournalBytes())
        .put("commits", result.counts().directories().commits())
        .put("committed_rows", result.counts().directories().rows())
        .put("pointers", result.counts().directories().pointers())
        .put("mentions", result.counts().journal().mentions())
        .put("mention_bytes", result.counts().journal().mentionBytes());
  }

  private void print(String journal, BuildRun.Result result) {
    context.printf(
        "journal of %s (%.1f s on average): %d updates in %.1f s, %.0f bytes of journal each;"
            + " commits of directories %.2f %%, back-pointers %.1f %% of updates;"
            + " mentions of ancestors %.3f %% of the bytes",
        journal,
        result.journalSeconds(),
        result.updates(),
        result.seconds(),
        (double) result.counts().journal().bytes() / result.updates(),
        PERCENT * result.commitShare(),
        PERCENT * result.counts().directories().pointers() / result.updates(),
        PERCENT * result.mentionShare());
  }

  @Command(
      name = "slow",
      description = "objects that take ten times as long for a while, under steady changes")
  int slow(
      @Option(
              names = "--seconds",
              paramLabel = "S",
              description = "simulated time for which they do (default: 600)",
              defaultValue = "600")
          int seconds,
      @Option(
              names = "--journal",
              paramLabel = "MIB",
              description = "limit of the journal (default: 256)",
              defaultValue = "256")
          int journalMib) {
    UserError.checkRange("--seconds", seconds, 1, 86_400);
    UserError.checkRange("--journal", journalMib, 2, 10_000);
    long limit = (long) journalMib << 20;
    SlowObjectsRun.Result result = SlowObjectsRun.withLimit(limit, seconds).run();
    context.print(
        () ->
            new Json()
                .put("limit_bytes", limit)
                .put("before", json(result.before()))
                .put("slow", json(result.slow()))
                .put("after", json(result.after())),
        () -> {
          context.printf("limit of the journal: %.1f MiB", mib(limit));
          print("before", result.before());
          print("slow", result.slow());
          print("after", result.after());
        });
    return ExitStatus.OK;
  }

  private static Json json(SlowObjectsRun.Period period) {
    return new Json()
        .put("updates_per_second", period.updatesPerSecond())
        .put("most_journal_bytes", period.mostJournalBytes());
  }

  private void print(String name, SlowObjectsRun.Period period) {
    context.printf(
        "%-6s  %.0f updates/s, journal of %.1f MiB at most",
        name, period.updatesPerSecond(), mib(period.mostJournalBytes()));
  }

  private static double mib(long bytes) {
    return (double) bytes / (1 << 20);
  }

  @Command(
      name = "memory",
      description = "one client that lists files and keeps a capability for each")
  int memory(
      @Option(
              names = "--files",
              paramLabel = "N",
              description = "files, in directories of 1,000 (default: 1000000)",
              defaultValue = "1000000")
          long files) {
    UserError.checkRange("--files", files, 2 * WalkRun.USUAL_FILES, MOST_FILES);
    long[] first = new long[2];
    long[] last = new long[2];
    WalkRun.Result result =
        WalkRun.usual(files)
            .fill((walk, listed) -> {
              if (listed == WalkRun.USUAL_FILES) {
                first[0] = usedBytes();
                first[1] = walk.held();
              } else if (listed >= files / WalkRun.USUAL_FILES * WalkRun.USUAL_FILES) {
                last[0] = usedBytes();
                last[1] = walk.held();
              }
            });
    long bytes = (last[0] - first[0]) / Math.max(1, last[1] - first[1]);
    context.print(
        () ->
            json(result)
                .put("bytes_per_inode", bytes)
                .put("heap_bytes", last[0])
                .put("heap_limit_bytes", Runtime.getRuntime().maxMemory()),
        () ->
            context.printf(
                "%d inodes with a capability each: %d bytes each, %.0f MiB of a heap of %.0f MiB",
                last[1], bytes, mib(last[0]), mib(Runtime.getRuntime().maxMemory())));
    return ExitStatus.OK;
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static Json json(WalkRun.Result result) {
    return new Json()
        .put("listed", result.listed())
        .put("held", result.held())
        .put("most_held", result.mostHeld())
        .put("most_rows", result.mostRows())
        .put("recalls", result.recalls());
  }

  @Command(
      name = "walk",
      description = "clients that list files and give nothing back, then one that does")
  int walk(
      @Option(
              names = "--files",
              paramLabel = "N",
              description = "files, in directories of 1,000 (default: 5000000)",
              defaultValue = "5000000")
          long files,
      @Option(
              names = "--keepers",
              paramLabel = "N",
              description = "clients that give nothing back; each lists a part (default: 1)",
              defaultValue = "1")
          int keepers) {
    UserError.checkRange("--files", files, WalkRun.USUAL_FILES, MOST_FILES);
    UserError.checkRange("--keepers", keepers, 0, 1_000);
    WalkRun.Result result = WalkRun.usual(files).run(keepers, (_, _) -> {});
    context.print(
        () -> json(result).put("heap_limit_bytes", Runtime.getRuntime().maxMemory()),
        () ->
            context.printf(
                "%d files listed; at most %d capabilities of inodes and %d rows; %d recalls",
                result.listed(), result.mostHeld(), result.mostRows(), result.recalls()));
    return ExitStatus.OK;
  }

  @Command(
      name = "replay",
      description = {
        "the time in which a successor reads and applies the journal of a large build",
        "",
        "In processes with the options of a metadata server: one that has just started, one that",
        "has rehearsed as a standby does, and a later time of the first one."
      })
  int replay(
      @Option(
              names = "--directories",
              paramLabel = "N",
              description = "directories with source files of the build (default: 200)",
              defaultValue = "200")
          int directories,
      @Option(
              names = "--rounds",
              paramLabel = "N",
              description =
                  "how often one process reads it; the first time is shown apart (default: 10)",
              defaultValue = "10")
          int rounds)
      throws IOException, InterruptedException {
    UserError.checkRange("--directories", directories, 1, MOST_REPLAYED_DIRECTORIES);
    UserError.checkRange("--rounds", rounds, 2, 1_000);
    ReplayRun run = new ReplayRun(directories, 1);
    Path file = Files.createTempFile("pando-journal-", "");
    try {
      ReplayProcess.write(run.journal(), file);
      ReplayTimes fresh = ReplayProcess.run(file, false, rounds);
      ReplayTimes rehearsed = ReplayProcess.run(file, true, 2);
      context.print(
          () ->
              new Json()
                  .put("journal_bytes", run.bytes())
                  .put("updates", run.updates())
                  .put("rows", fresh.rows())
                  .put("fresh", json(fresh.first()))
                  .put("rehearsed", json(rehearsed.first()))
                  .put("median", json(fresh.median())),
          () -> {
            context.printf(
                "journal of %.1f MB with %d updates; %d rows",
                run.bytes() / MEGA, run.updates(), fresh.rows());
            print("just started", run.bytes(), fresh.first());
            print("a standby", run.bytes(), rehearsed.first());
            print("later", run.bytes(), fresh.median());
          });
    } finally {
      Files.delete(file);
    }
    return ExitStatus.OK;
  }

  private static Json json(ReplayTimes.Times times) {
    return new Json()
        .put("seconds", times.seconds())
        .put("thread_seconds", times.threadSeconds())
        .put("process_seconds", times.processSeconds());
  }

  private void print(String which, long bytes, ReplayTimes.Times times) {
    context.printf(
        "%-12s  %.2f s; processor time of its thread %.2f s, %.0f MB/s; of the process %.2f s",
        which,
        times.seconds(),
        times.threadSeconds(),
        bytes / times.threadSeconds() / MEGA,
        times.processSeconds());
  }

  @Command(name = "lookups", description = "cold lookups of random names in one directory")
  int lookups(
      @Option(
              names = "--files",
              paramLabel = "N",
              description = "files in the directory (default: 100000)",
              defaultValue = "100000")
          int files,
      @Option(
              names = "--lookups",
              paramLabel = "N",
              description = "names that are looked up, 64 at a time (default: 20000)",
              defaultValue = "20000")
          int lookups) {
    UserError.checkRange("--files", files, 1, 10_000_000);
    UserError.checkRange("--lookups", lookups, 1, MOST_FILES);
    LookupRun.Result result = new LookupRun(files, lookups, 1).run();
    context.print(
        () ->
            new Json()
                .put("lookups", lookups)
                .put("reads", result.reads())
                .put("rows", result.rows())
                .put("seconds", result.seconds()),
        () ->
            context.printf(
                "%d lookups: %d reads of rows, %d rows in memory, %.0f/s in simulated time",
                lookups, result.reads(), result.rows(), lookups / result.seconds()));
    return ExitStatus.OK;
  }
}
