package io.pando.cli.command.store;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.output.Json;
import io.pando.cli.text.ByteSize;
import io.pando.disk.StoreException;
import io.pando.disk.raw.OfflineStore;
import io.pando.disk.raw.check.StoreCheck;
import io.pando.disk.raw.check.StoreFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks stores. */
@Command(
    name = "fsck",
    description = {
      "check all records and hash trees of an OSD's stores, and with --deep all bytes",
      "Exit status 1 if anything is wrong."
    })
final class FsckCommand implements Callable<Integer> {
  /** Most faults of a store that the JSON output lists. */
  private static final int MAX_LISTED = 10_000;

  private static final String INTERRUPTED =
      "an import was interrupted: its partial result must be removed";

  private final CommandContext context;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "an OSD's directory, or a shard's store")
  private Path directory = Path.of("");

  @Option(names = "--deep", description = "read every block and compare it with its checksum")
  private boolean deep;

  FsckCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws StoreException {
    boolean clean = true;
    List<Object> results = new ArrayList<>();
    try (OpenStores open = OpenStores.open(directory)) {
      TreeRun trees = new TreeRun(open);
      for (OfflineStore store : open.stores()) {
        clean &= context.json() ? checkJson(store, trees, results) : checkPlain(store, trees);
      }
    }
    if (context.json()) {
      context.printJson(new Json().put("clean", clean).put("stores", results));
    }
    return clean ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private boolean checkPlain(OfflineStore store, TreeRun trees) throws StoreException {
    boolean interrupted = !store.interruptedImport().isEmpty();
    if (interrupted) {
      context.print(store.directory() + ": " + INTERRUPTED);
    }
    CheckRun.Result result =
        new CheckRun(context.console())
            .check(store, deep, fault -> context.print(store.directory() + ": " + fault));
    TreeRun.Result seen = trees.check(store);
    seen.sentences().forEach(it -> context.print(store.directory() + ": " + it));
    context.print(summary(store, result, seen));
    return result.faults() == 0 && seen.faults() == 0 && !interrupted;
  }

  private String summary(OfflineStore store, CheckRun.Result result, TreeRun.Result seen) {
    StoreCheck.Census census = result.census();
    long wrong = result.faults() + seen.faults();
    return String.format(
        "%s: %s, %d objects in %d blocks, %d hash trees%s: %s",
        store.directory(),
        store.identity().osd() + " shard " + store.identity().shard(),
        census.objects(),
        census.owned().count(),
        seen.trees().size(),
        deep ? ", " + ByteSize.format(census.bytesRead()) + " read" : "",
        wrong == 0 ? "no problems" : wrong + " problems");
  }

  private boolean checkJson(OfflineStore store, TreeRun trees, List<Object> results)
      throws StoreException {
    List<Object> faults = new ArrayList<>();
    boolean interrupted = !store.interruptedImport().isEmpty();
    if (interrupted) {
      faults.add(json(new StoreFault(StoreFault.Kind.ORPHAN, null, null, INTERRUPTED, List.of())));
    }
    CheckRun.Result result =
        new CheckRun(context.console())
            .check(
                store,
                deep,
                fault -> {
                  if (faults.size() < MAX_LISTED) {
                    faults.add(json(fault));
                  }
                });
    TreeRun.Result seen = trees.check(store);
    results.add(
        new Json()
            .put("directory", store.directory().toString())
            .put("osd", store.identity().osd().value())
            .put("shard", store.identity().shard())
            .put("objects", result.census().objects())
            .put("blocks", result.census().owned().count())
            .put("bytes_read", result.census().bytesRead())
            .put("trees", seen.trees().size())
            .put("unsure_leaves", seen.unsureLeaves())
            .put("fault_count", result.faults() + (interrupted ? 1 : 0))
            .put("faults", faults)
            .put("tree_faults", seen.faultSentences())
            .put("notes", seen.remarks()));
    return result.faults() == 0 && seen.faults() == 0 && !interrupted;
  }

  private static Json json(StoreFault fault) {
    return new Json()
        .put("kind", fault.kind().toString().toLowerCase(Locale.ROOT))
        .put("collection", fault.collection() == null ? null : fault.collection().toString())
        .put("object", fault.object() == null ? null : fault.object().name())
        .put("what", fault.what())
        .put("repairable", !fault.remedies().isEmpty());
  }
}
