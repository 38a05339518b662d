package io.pando.cli.command.pool;

import io.pando.cli.command.UserError;
import io.pando.cluster.Change;
import io.pando.cluster.Compression;
import io.pando.cluster.Replication;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a new pool: its erasure code, replication, compression and fast reads. */
final class PoolOptions {
  @Option(
      names = "--erasure",
      paramLabel = "PROFILE|K+M",
      description = "erasure coded: by a profile (profile ls), or with k and m such as 4+2")
  private @Nullable String erasure;

  @Option(names = "--replication", description = "primary, chain or splay (default: primary)")
  private String replication = "primary";

  @Option(names = "--compression", description = "none, lz4 or zstd (default: none)")
  private String compression = "none";

  @Option(
      names = "--fast-read",
      description = "with --erasure: reads ask all fragments and take the first that suffice")
  private boolean fastRead;

  /** The change that creates an erasure-coded pool; empty if it is not to have a code. */
  Optional<Change> erasureCoded(
      String name, int groups, int size, int minSize, @Nullable String rule) {
    String code = erasure;
    if (code == null) {
      if (fastRead) {
        throw UserError.usage(
            "--fast-read is for erasure-coded pools: give --erasure too, or leave it out");
      }
      return Optional.empty();
    }
    if (size != 0) {
      throw UserError.usage(
          "--size is for pools of replicas: with --erasure, k and m say how many fragments there"
              + " are; leave it out");
    }
    if (replication() != Replication.PRIMARY) {
      throw UserError.usage(
          "--replication "
              + replication().label()
              + " is for pools of replicas: with --erasure it is primary; leave it out");
    }
    return Optional.of(
        new Change.CreateErasurePool(
            name,
            groups,
            minSize,
            code,
            rule,
            new Change.CreateErasurePool.Options(compression(), fastRead)));
  }

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
