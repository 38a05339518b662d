package io.pando.bench.trial;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.cli.config.ConfigText;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.daemon.Provision;
import io.pando.cli.process.ProcessCluster;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A temporary cluster of separate processes with one pool, created in a temporary folder for a
 * trial. At the end it is stopped, and removed unless it is to be kept. Its processes may be killed
 * and paused through {@link #processes}.
 */
public final class TrialCluster implements AutoCloseable {
  /** Name of its pool. */
  public static final String POOL = "trial";

  private static final String PREFIX = "pando-trial-";

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path folder;
  private final @Nullable Path logs;
  private final ClusterConfig config;
  private final String plainText;
  private final ProcessCluster processes;
  private final Thread whenInterrupted;
  private boolean kept;

  private TrialCluster(
      Path folder,
      @Nullable Path logs,
      ClusterConfig config,
      String plainText,
      ProcessCluster processes) {
    this.folder = folder;
    this.logs = logs;
    this.config = config;
    this.plainText = plainText;
    this.processes = processes;

    this.whenInterrupted = new Thread(processes::abandon, "abandon");
  }

  /**
   * Size of the cluster.
   *
   * @param groups placement groups of its pool, which has size 3 and min_size 2
   */
  public record Shape(int monitors, int osds, int groups) {
    private Layout layout() {
      return new Layout(
          monitors, osds, 1, List.of(new Change.CreatePool(POOL, groups, 3, 2, null)));
    }
  }

  /**
   * Size of a cluster, and how its pool is made.
   *
   * @param osdsPerHost OSDs that CRUSH takes to be on one host
   * @param metadataServers number of metadata servers
   * @param pool changes of the map, the last of which creates the pool {@link #POOL}
   */
  public record Layout(
      int monitors, int osds, int osdsPerHost, int metadataServers, List<Change> pool) {
    public Layout {
      pool = List.copyOf(pool);
    }

    /** A cluster without metadata servers. */
    public Layout(int monitors, int osds, int osdsPerHost, List<Change> pool) {
      this(monitors, osds, osdsPerHost, 0, pool);
    }

    private Duration patience() {
      return PATIENCE.plusSeconds(10L * osds);
    }
  }

  /**
   * Place of the cluster, and its configuration besides the daemons.
   *
   * @param parent folder in which its folder is created; null: the folder for temporary files
   * @param logs folder in which the operation logs get a folder; null: they are next to the data
   * @param settings lines of YAML
   */
  public record Site(@Nullable Path parent, @Nullable Path logs, String settings) {
    /** Lines of YAML that set these keys of a section. */
    public static String lines(Map<String, String> settings) {
      StringBuilder lines = new StringBuilder();
      settings.forEach(
          (key, value) -> lines.append("  ").append(key).append(": ").append(value).append('\n'));
      return lines.toString();
    }

    private Path makeFolder() throws IOException {
      return parent == null
          ? Files.createTempDirectory(PREFIX)
          : Files.createTempDirectory(Files.createDirectories(parent), PREFIX);
    }

    private @Nullable Path makeLogFolder() throws IOException {
      return logs == null
          ? null
          : Files.createTempDirectory(Files.createDirectories(logs), PREFIX).toAbsolutePath();
    }
  }

  /** Starts a cluster, and waits until all groups are clean. */
  static TrialCluster start(Shape shape, PrintStream err)
      throws IOException, DaemonException, InterruptedException {
    return start(shape, new Site(null, null, ""), err);
  }

  /** Starts a cluster with any pool, and waits until all groups are clean. */
  static TrialCluster start(Layout layout, PrintStream err)
      throws IOException, DaemonException, InterruptedException {
    return start(layout, new Site(null, null, ""), err);
  }

  /** Starts a cluster at a given place, and waits until all groups are clean. */
  public static TrialCluster start(Shape shape, Site site, PrintStream err)
      throws IOException, DaemonException, InterruptedException {
    return start(shape.layout(), site, err);
  }

  /** Starts a cluster with any pool, and waits until all groups are clean. */
  public static TrialCluster start(Layout layout, Site site, PrintStream err)
      throws IOException, DaemonException, InterruptedException {
    Path folder = site.makeFolder();
    Path logs = site.makeLogFolder();
    ClusterConfig config = configure(folder, logs, layout, site.settings());
    String text = Files.readString(config.file());
    TrialCluster trial =
        new TrialCluster(
            folder,
            logs,
            config,
            text.substring(0, text.length() - site.settings().length()),
            new ProcessCluster(config, err));
    Runtime.getRuntime().addShutdownHook(trial.whenInterrupted);
    try {
      trial.form(layout);
      return trial;
    } catch (Throwable failure) {
      trial.close();
      throw failure;
    }
  }

  private static ClusterConfig configure(
      Path folder, @Nullable Path logs, Layout layout, String settings)
      throws IOException, DaemonException {
    Path file =
        NewCluster.write(
            folder,
            layout.monitors(),
            new ConfigText.Osds(layout.osds(), layout.osdsPerHost(), logs),
            layout.metadataServers(),
            0);
    Files.writeString(file, settings, StandardOpenOption.APPEND);
    try {
      return ClusterConfig.read(file);
    } catch (ConfigException refused) {
      Files.delete(file);
      Files.delete(folder);
      if (logs != null) {
        Files.delete(logs);
      }
      throw refused;
    }
  }

  /**
   * Replaces the configuration besides the daemons. It applies to daemons that are started from now
   * on.
   *
   * @param settings lines of YAML
   */
  public void configure(String settings) throws IOException {
    Files.writeString(config.file(), plainText + settings);
  }

  private void form(Layout layout) throws IOException, InterruptedException {
    processes.startMonitors();
    try (Cluster client = connect()) {
      Provision.createOsds(client, config);
      processes.startOsds();
      Provision.awaitOsds(client, config, layout.patience());
      layout.pool().forEach(client.admin()::change);
      awaitClean(client, layout.patience());
      processes.startMetadataServers();
    }
  }

  public ClusterConfig config() {
    return config;
  }

  public ProcessCluster processes() {
    return processes;
  }

  /** Folder of its configuration, logs and data. */
  public Path folder() {
    return folder;
  }

  /** Connects to the cluster, which may still be starting; the caller closes the connection. */
  public Cluster connect() {
    return CommandContext.connect(config, PATIENCE);
  }

  /**
   * Waits until all daemons are up and all groups active and clean; returns whether that happened
   * in time.
   */
  public boolean awaitClean(Cluster client, Duration patience) throws InterruptedException {
    return BoundedWait.until(patience, () -> Provision.isClean(client, config));
  }

  /** Keeps its folder at the end. */
  public void keep() {
    kept = true;
  }

  @Override
  public void close() throws IOException {
    processes.close();
    Runtime.getRuntime().removeShutdownHook(whenInterrupted);
    if (!kept) {
      NewCluster.remove(folder);
      if (logs != null) {
        NewCluster.remove(logs);
      }
    }
  }
}
