package io.pando.cli.command.mount;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;

/** Clients of the file systems of a cluster. */
public final class ClusterMountSource implements MountSource {
  @Override
  public Opened open(ClusterConfig config, String fileSystem) {
    try (Cluster cluster = CommandContext.connect(config)) {
      if (cluster.admin().map().files().named(fileSystem).isEmpty()) {
        throw UserError.failed(
            "file system '%s' does not exist ('pando fs ls' shows all)".formatted(fileSystem));
      }
    }
    throw UserError.failed(
        "this release mounts no file systems: metadata servers serve no clients");
  }
}
