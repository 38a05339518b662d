package io.pando.cli.command.store;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Console;
import io.pando.cli.output.Json;
import io.pando.disk.StoreException;
import io.pando.disk.raw.OfflineStore;
import io.pando.disk.raw.check.Remedy;
import io.pando.disk.raw.check.StoreFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Repairs stores as far as possible. */
@Command(
    name = "repair",
    description = {
      "repair what fsck finds, as far as possible; asks first",
      "Data that cannot be trusted is marked as damaged, and the cluster recovers other copies."
    })
final class StoreRepairCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "an OSD's directory, or a shard's store")
  private Path directory = Path.of("");

  @Option(names = "--yes", description = "do not ask")
  private boolean yes;

  StoreRepairCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, StoreException {
    boolean mended = true;
    List<Object> results = new ArrayList<>();
    try (OpenStores open = OpenStores.open(directory)) {
      TreeRun trees = new TreeRun(open);
      for (OfflineStore store : open.stores()) {
        Outcome outcome = repair(store, trees);
        mended &= outcome.left() == 0;
        results.add(
            new Json()
                .put("directory", store.directory().toString())
                .put("steps", outcome.steps())
                .put("known_damage", outcome.known())
                .put("left", outcome.left()));
        say(store.directory() + ": " + outcome.sentence());
      }
    }
    if (context.json()) {
      context.printJson(new Json().put("stores", results));
    }
    return mended ? ExitStatus.OK : ExitStatus.FAILED;
  }

  /**
   * Result for one store.
   *
   * @param known objects and places that are now marked as damaged
   * @param left faults that remain
   */
  private record Outcome(int steps, long known, long left) {
    String sentence() {
      return (steps == 0 ? "nothing had to be repaired" : steps + " steps were taken")
          + (known == 0 ? "" : "; " + known + " marks of damage, to be recovered from other OSDs")
          + (left == 0 ? "" : "; " + left + " problems remain");
    }
  }

  private Outcome repair(OfflineStore store, TreeRun trees) throws IOException, StoreException {
    CheckRun check = new CheckRun(context.console());
    List<Remedy> remedies = new ArrayList<>();
    CheckRun.Result result =
        check.check(
            store,
            false,
            fault -> {
              say(store.directory() + ": " + fault);
              fault.remedies().forEach(remedy -> say("    " + remedy.what()));
              remedies.addAll(fault.remedies());
            });
    boolean interrupted = !store.interruptedImport().isEmpty();
    if (interrupted) {
      say(store.directory() + ": an import was interrupted");
      say("    remove the partial import: " + store.interruptedImport());
    }
    if (!remedies.isEmpty() || interrupted) {
      mustAgree(store, "nothing was changed");
    }
    int steps = remedies.isEmpty() ? 0 : store.repair(result.census(), remedies);
    if (interrupted) {
      store.abandonImport();
      steps++;
    }
    steps += mend(store, trees);
    long[] found = new long[2];
    check.check(store, false, fault -> found[fault.kind() == StoreFault.Kind.KNOWN ? 0 : 1]++);
    return new Outcome(steps, found[0], found[1] + trees.check(store).faults());
  }

  /** Repairs a store; hash trees are checked after everything else. */
  private int mend(OfflineStore store, TreeRun trees) throws IOException, StoreException {
    TreeRun.Result seen = trees.check(store);
    seen.faultSentences().forEach(it -> say(store.directory() + ": " + it));
    boolean mendable = false;
    for (CheckedTree tree : seen.trees()) {
      if (!tree.mend().isEmpty()) {
        say("    write the hash tree of " + tree.copy() + " from its objects");
        mendable = true;
      }
    }
    if (mendable) {
      mustAgree(store, "its hash trees were not changed");
    }
    return trees.mend(store, seen);
  }

  private void mustAgree(OfflineStore store, String otherwise) throws IOException {
    if (!yes && !agreed(store)) {
      throw UserError.failed(store.directory() + ": " + otherwise);
    }
  }

  private boolean agreed(OfflineStore store) throws IOException {
    Console console = context.console();
    console.err().print(store.directory() + ": do that? [y/N] ");
    console.err().flush();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
    String answer = in.readLine();
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
  }

  /** Prints a line for people; JSON output comes at the end. */
  private void say(String line) {
    if (context.json()) {
      context.console().err().println(line);
    } else {
      context.print(line);
    }
  }
}
