package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.cli.config.ConfigText;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.DaemonLog;
import io.pando.cli.daemon.EmbeddedCluster;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.daemon.Provision;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.client.file.PandoFileSystem;
import io.pando.cluster.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Three monitors, three OSDs, any metadata servers in this process, and a client. */
public record TestCluster(
    EmbeddedCluster daemons, Cluster client, List<String> fatal, List<String> notes)
    implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Writes the configuration of a new cluster, with some settings. */
  public static ClusterConfig layOut(Path folder, String... settings)
      throws IOException, DaemonException, ConfigException {
    return layOut(folder, 0, settings);
  }

  /** Writes the configuration of a new cluster with metadata servers, and with some settings. */
  public static ClusterConfig layOut(Path folder, int metadataServers, String... settings)
      throws IOException, DaemonException, ConfigException {
    Path file = NewCluster.write(folder, 3, new ConfigText.Osds(3, 1, null), metadataServers, 0);
    for (String setting : settings) {
      Files.writeString(file, setting + "\n", StandardOpenOption.APPEND);
    }
    return ClusterConfig.read(file);
  }

  /** Starts all daemons; if one does not start, stops those that did. */
  public static TestCluster start(ClusterConfig config) throws DaemonException {
    List<String> fatal = new CopyOnWriteArrayList<>();
    List<String> notes = new CopyOnWriteArrayList<>();
    EmbeddedCluster daemons = EmbeddedCluster.open(config, new Ear(fatal, notes));
    boolean started = false;
    try {
      daemons.startMonitors();
      Cluster client = CommandContext.connect(config, PATIENCE);
      try {
        Provision.createOsds(client, config);
        daemons.startOsds();
        Provision.awaitOsds(client, config, PATIENCE);
        assertThat(daemons.startMetadataServers()).isEmpty();
        started = true;
      } finally {
        if (!started) {
          client.close();
        }
      }
      return new TestCluster(daemons, client, fatal, notes);
    } finally {
      if (!started) {
        daemons.close();
      }
    }
  }

  /** Creates a pool of size 3. */
  public void createPool(String name, int groups) {
    client.admin().change(new Change.CreatePool(name, groups, 3, 2, null));
  }

  /** Creates two pools and a file system on them, and waits until it is served. */
  public PandoFileSystem createFileSystem(String name, int groups) {
    createPool(name + ".names", groups);
    createPool(name + ".bytes", groups);
    client
        .admin()
        .change(new Change.CreateFileSystem(name, name + ".names", List.of(name + ".bytes")));
    return client.fileSystem(name);
  }

  public Pool pool(String name) {
    return client.pool(name);
  }

  @Override
  public void close() throws DaemonException {
    client.close();
    daemons.close();
    assertThat(fatal).isEmpty();
  }

  private record Ear(List<String> fatal, List<String> notes) implements DaemonLog {
    @Override
    public void note(String daemon, String what) {
      notes.add(daemon + ": " + what);
    }

    @Override
    public void fatal(String daemon, String why) {
      fatal.add(daemon + ": " + why);
    }
  }
}
