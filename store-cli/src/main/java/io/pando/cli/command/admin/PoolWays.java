package io.pando.cli.command.admin;

import io.pando.cli.command.UserError;
import io.pando.cluster.Compression;
import io.pando.cluster.Replication;
import picocli.CommandLine.Option;

/** Options of a new pool for the replication and compression of updates. */
final class PoolWays {
  @Option(
      names = "--replication",
      defaultValue = "primary",
      description = "primary, chain or splay (default: primary)")
  private String replication = "primary";

  @Option(
      names = "--compression",
      defaultValue = "none",
      description = "none, lz4 or zstd (default: none)")
  private String compression = "none";

  Replication replication() {
    return Replication.labelled(replication)
        .orElseThrow(() ->
            UserError.usage("--replication is primary, chain or splay, not '" + replication + "'"));
  }

  Compression compression() {
    return Compression.labelled(compression)
        .orElseThrow(
            () -> UserError.usage("--compression is none, lz4 or zstd, not '" + compression + "'"));
  }
}
