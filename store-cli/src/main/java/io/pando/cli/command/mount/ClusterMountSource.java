package io.pando.cli.command.mount;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.file.PandoFileSystem;
import io.pando.client.file.path.PathFileSystem;
import io.pando.fs.NameHash;
import io.pando.port.FileCalls;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Clients of the file systems of a cluster, each with a connection of its own. */
public final class ClusterMountSource implements MountSource {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterMountSource.class);

  @Override
  public Opened open(ClusterConfig config, String fileSystem) {
    Cluster cluster = CommandContext.connect(config);
    boolean opened = false;
    try {
      if (cluster.admin().map().files().named(fileSystem).isEmpty()) {
        throw UserError.failed(
            "file system '%s' does not exist ('pando fs ls' shows all)".formatted(fileSystem));
      }
      PandoFileSystem files = cluster.fileSystem(fileSystem, "mount", LOG::info);
      opened = true;
      return new ConnectedFiles(cluster, (PathFileSystem) files, new AtomicBoolean());
    } finally {
      if (!opened) {
        cluster.close();
      }
    }
  }

  private record ConnectedFiles(Cluster cluster, PathFileSystem files, AtomicBoolean closed)
      implements Opened {
    @Override
    public FileCalls calls() {
      return files.client();
    }

    @Override
    public NameHash hash() {
      return files.hash();
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        files.close();
        cluster.close();
      }
    }
  }
}
