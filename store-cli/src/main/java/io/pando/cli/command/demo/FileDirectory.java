package io.pando.cli.command.demo;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.mount.ClusterMountSource;
import io.pando.cli.command.mount.MountSource;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.file.PandoFileSystem;
import io.pando.fuse.FuseMount;
import io.pando.fuse.device.MountException;
import io.pando.fuse.files.MountedFiles;
import io.pando.fuse.files.ProcessGroups;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The root directory of a file system, as programs use it: at a mount, or where this machine allows
 * none, through {@code java.nio.file}.
 *
 * @param root the directory
 * @param how how it is reached, as a clause
 * @param closing ends the client, and the mount
 */
record FileDirectory(Path root, String how, Closing closing) implements AutoCloseable {
  /** What ends with the directory. */
  interface Closing {
    void close() throws IOException;
  }

  /**
   * Mounts a file system; if that is not possible, opens it without a mount.
   *
   * @param point an empty directory
   */
  static FileDirectory open(ClusterConfig config, String name, Path point, PrintStream err)
      throws IOException {
    MountSource.Opened client = new ClusterMountSource().open(config, name);
    try {
      MountedFiles files = new MountedFiles(client.calls(), client.hash(), ProcessGroups.OF_SYSTEM);
      files.choose("/");
      FuseMount mount = FuseMount.mount(point, MountedFiles.options(name, false, false), files);
      return mounted(mount, client, err);
    } catch (MountException impossible) {
      client.close();
      return unmounted(config, name, String.valueOf(impossible.getMessage()));
    }
  }

  /** A mount without its process hangs around, so it is also ended when the demo is interrupted. */
  private static FileDirectory mounted(
      FuseMount mount, MountSource.Opened client, PrintStream err) {
    Thread interrupted =
        new Thread(
            () -> {
              try {
                mount.close();
              } catch (MountException failure) {
                err.println("pando: " + failure.getMessage());
              }
            },
            "unmount");
    Runtime.getRuntime().addShutdownHook(interrupted);
    return new FileDirectory(
        mount.point(),
        "through a mount at " + mount.point(),
        () -> {
          boolean _ = Runtime.getRuntime().removeShutdownHook(interrupted);
          mount.close();
          client.close();
        });
  }

  private static FileDirectory unmounted(ClusterConfig config, String name, String why)
      throws IOException {
    Cluster cluster = CommandContext.connect(config, Duration.ofSeconds(30));
    PandoFileSystem files = cluster.fileSystem(name);
    FileSystem system =
        FileSystems.newFileSystem(URI.create("pando:///" + name), Map.of("fileSystem", files));
    return new FileDirectory(
        system.getPath("/"),
        "through java.nio.file: no mount is possible here, since " + why,
        () -> {
          system.close();
          files.close();
          cluster.close();
        });
  }

  @Override
  public void close() throws IOException {
    closing.close();
  }
}
