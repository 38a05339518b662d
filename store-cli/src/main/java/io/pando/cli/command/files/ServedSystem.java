package io.pando.cli.command.files;

import io.pando.cli.command.UserError;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;

/** File systems that commands may use: calls wait without a limit for a metadata server. */
public final class ServedSystem {
  private ServedSystem() {}

  /**
   * Checks that a file system exists, and that a metadata server holds its rank.
   *
   * @throws UserError otherwise, with the way out
   */
  public static void require(ClusterMap map, String name) {
    FileSystem system =
        map.files()
            .named(name)
            .orElseThrow(() ->
                UserError.failed(
                    "file system '%s' does not exist ('fs ls' shows all)".formatted(name)));
    if (system.ranks().values().stream().noneMatch(rank -> rank.state().isHeld())) {
      throw UserError.failed(
          "no metadata server serves file system '%s' ('fs status' shows why)".formatted(name));
    }
  }
}
