package io.pando.cli.command.pool;

import io.pando.cli.command.UserError;
import io.pando.cluster.Compression;
import io.pando.cluster.Replication;
import picocli.CommandLine.Option;

/** Options of a new pool for the replication and compression of updates. */
final class PoolOptions {
  @Option(names = "--replication", description = "primary, chain or splay (default: primary)")
  private String replication = "primary";

  @Option(names = "--compression", description = "none, lz4 or zstd (default: none)")
  private String compression = "none";

  Replication replication() {
    return Replication.labelled(replication)
        .orElseThrow(() ->
            UserError.usage(
                "--replication must be primary, chain or splay, is '" + replication + "'"));
  }

  Compression compression() {
    return Compression.labelled(compression)
        .orElseThrow(() ->
            UserError.usage("--compression must be none, lz4 or zstd, is '" + compression + "'"));
  }
}
