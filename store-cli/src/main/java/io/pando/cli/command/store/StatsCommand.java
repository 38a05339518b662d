package io.pando.cli.command.store;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.disk.StoreException;
import io.pando.disk.StoreSpace;
import io.pando.disk.raw.OfflineStore;
import io.pando.disk.raw.check.StoreStats;
import io.pando.disk.raw.check.StoreStats.Content;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the contents of stores and their layout. */
@Command(
    name = "stats",
    description = "show the contents of an OSD's stores, and their layout on the device")
final class StatsCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "an OSD's directory, or a shard's store")
  private Path directory = Path.of("");

  @Option(names = "--collections", description = "also the contents of each collection")
  private boolean collections;

  StatsCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws StoreException {
    List<Object> results = new ArrayList<>();
    try (OpenStores open = OpenStores.open(directory)) {
      for (OfflineStore store : open.stores()) {
        StoreStats stats = store.stats();
        if (context.json()) {
          results.add(json(store, stats));
        } else {
          print(store, stats);
        }
      }
    }
    if (context.json()) {
      context.printJson(new Json().put("stores", results));
    }
    return ExitStatus.OK;
  }

  private static String blocks(long count) {
    return count + " (" + ByteSize.format(count * StoreSpace.BLOCK_BYTES) + ")";
  }

  private void print(OfflineStore store, StoreStats stats) {
    context.print(store.directory() + ": " + store.identity());
    Content total = stats.total();
    Table table = new Table().left("", "");
    table.row("objects", total.objects() + " of " + ByteSize.format(total.bytes()));
    table.row("collections", stats.collections().size());
    if (stats.damaged() > 0) {
      table.row("damaged records", stats.damaged());
    }
    table.row("blocks used", blocks(stats.blocks().owned()) + " of " + stats.blocks().capacity());
    table.row("blocks shared", blocks(stats.blocks().shared()));
    table.row("blocks free", blocks(stats.blocks().free()));
    if (stats.packed().units() > 0) {
      String places = blocks(stats.packed().blocks()) + " in " + blocks(stats.packed().places());
      table.row("blocks compressed", places + ", saved " + ByteSize.format(saved(stats)));
    }
    table.row(
        "pieces of objects",
        String.format(Locale.ROOT, "%d, %.1f blocks each", stats.runs().count(), runBlocks(stats)));
    table.row(
        "pieces free", stats.runs().free() + ", the longest " + blocks(stats.runs().largestFree()));
    stats
        .families()
        .forEach((family, size) -> {
          if (size.entries() > 0) {
            table.row(
                "metadata " + family.toString().toLowerCase(Locale.ROOT),
                size.entries() + " records of " + ByteSize.format(size.bytes()));
          }
        });
    table.print(context.console().out());
    if (collections) {
      Table each =
          new Table().left("COLLECTION").right("OBJECTS", "BYTES", "BLOCKS", "MAPS", "META");
      stats
          .collections()
          .forEach((id, content) ->
              each.row(
                  id,
                  content.objects(),
                  content.bytes(),
                  content.blocks(),
                  content.maps().entries(),
                  content.meta().entries()));
      each.print(context.console().out());
    }
  }

  /** Bytes that compression saves; 0 if parts overwritten since use more than it saved. */
  private static long saved(StoreStats stats) {
    return Math.max(0, stats.packed().blocks() - stats.packed().places()) * StoreSpace.BLOCK_BYTES;
  }

  private static double runBlocks(StoreStats stats) {
    return stats.runs().count() == 0 ? 0 : (double) stats.runs().blocks() / stats.runs().count();
  }

  private Json json(OfflineStore store, StoreStats stats) {
    Json families = new Json();
    stats
        .families()
        .forEach((family, size) ->
            families.put(
                family.toString().toLowerCase(Locale.ROOT),
                new Json().put("records", size.entries()).put("bytes", size.bytes())));
    Json json =
        new Json()
            .put("directory", store.directory().toString())
            .put("osd", store.identity().osd().value())
            .put("shard", store.identity().shard())
            .put("objects", stats.total().objects())
            .put("bytes", stats.total().bytes())
            .put("damaged", stats.damaged())
            .put("block_bytes", StoreSpace.BLOCK_BYTES)
            .put("blocks", stats.blocks().capacity())
            .put("blocks_used", stats.blocks().owned())
            .put("blocks_shared", stats.blocks().shared())
            .put("blocks_free", stats.blocks().free())
            .put("blocks_compressed", stats.packed().blocks())
            .put("blocks_compressed_into", stats.packed().places())
            .put("runs", stats.runs().count())
            .put("blocks_per_run", runBlocks(stats))
            .put("free_runs", stats.runs().free())
            .put("longest_free_run", stats.runs().largestFree())
            .put("metadata", families);
    if (collections) {
      json.put("collections", Json.of(stats.collections(), StatsCommand::json));
    }
    return json;
  }

  private static Json json(Content content) {
    return new Json()
        .put("objects", content.objects())
        .put("bytes", content.bytes())
        .put("blocks", content.blocks())
        .put("map_records", content.maps().entries())
        .put("map_bytes", content.maps().bytes())
        .put("meta_records", content.meta().entries())
        .put("meta_bytes", content.meta().bytes());
  }
}
