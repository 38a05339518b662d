package io.pando.cli.command.trial;

import io.pando.cli.command.Patience;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.daemon.ProcessCluster;
import io.pando.cli.daemon.Provision;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.cluster.Change;
import io.pando.report.ClusterStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of processes of its own, made in a temporary folder for something to be tried out on
 * it, with one pool. At the end it is stopped, and removed unless it is to be kept. Its processes
 * may be killed and stopped by {@link #processes}.
 */
public final class TrialCluster implements AutoCloseable {
  /** The name of its pool. */
  public static final String POOL = "trial";

  private static final String PREFIX = "pando-trial-";

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path folder;
  private final @Nullable Path logs;
  private final ClusterConfig config;
  private final String plainText;
  private final ProcessCluster processes;
  private final Function<ClusterConfig, Cluster> connect;
  private final Thread whenInterrupted;
  private boolean kept;

  private TrialCluster(
      Path folder,
      @Nullable Path logs,
      ClusterConfig config,
      String plainText,
      ProcessCluster processes,
      Function<ClusterConfig, Cluster> connect) {
    this.folder = folder;
    this.logs = logs;
    this.config = config;
    this.plainText = plainText;
    this.processes = processes;
    this.connect = connect;
    this.whenInterrupted = new Thread(processes::abandon, "abandon");
  }

  /**
   * How large it is.
   *
   * @param groups of its pool, which has three replicas, two of which must be there
   */
  public record Shape(int monitors, int osds, int groups) {}

  /**
   * Where it is, and what is said in its configuration beside its daemons.
   *
   * @param parent in which it gets its folder; null: that for temporary files
   * @param logs in which the operation logs get a folder; null: they are beside the data
   * @param settings lines of YAML
   */
  public record Site(@Nullable Path parent, @Nullable Path logs, String settings) {
    /** There, with usual settings. */
    public static Site in(@Nullable Path parent) {
      return new Site(parent, null, "");
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

  /**
   * Starts one, and waits until all groups are clean.
   *
   * @param connect makes a connection to it, patiently
   */
  public static TrialCluster start(
      Shape shape, Function<ClusterConfig, Cluster> connect, PrintStream err)
      throws IOException, DaemonException, ConfigException, InterruptedException {
    return start(shape, Site.in(null), connect, err);
  }

  /** The same at a place of choice. */
  public static TrialCluster start(
      Shape shape, Site site, Function<ClusterConfig, Cluster> connect, PrintStream err)
      throws IOException, DaemonException, ConfigException, InterruptedException {
    Path folder = site.makeFolder();
    Path logs = site.makeLogFolder();
    ClusterConfig config = configure(folder, logs, shape, site.settings());
    String text = Files.readString(config.file());
    TrialCluster trial =
        new TrialCluster(
            folder,
            logs,
            config,
            text.substring(0, text.length() - site.settings().length()),
            new ProcessCluster(config, err),
            connect);
    Runtime.getRuntime().addShutdownHook(trial.whenInterrupted);
    boolean started = false;
    try {
      trial.form(shape.groups());
      started = true;
    } finally {
      if (!started) {
        trial.close();
      }
    }
    return trial;
  }

  private static ClusterConfig configure(
      Path folder, @Nullable Path logs, Shape shape, String settings)
      throws IOException, DaemonException, ConfigException {
    Path file = NewCluster.write(folder, shape.monitors(), shape.osds(), 0, logs);
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
   * Says something else in the configuration, instead of what was said beside the daemons. It holds
   * for those that are started from now on.
   *
   * @param settings lines of YAML
   */
  public void configure(String settings) throws IOException {
    Files.writeString(config.file(), plainText + settings);
  }

  private void form(int groups) throws IOException, InterruptedException {
    processes.startMonitors();
    try (Cluster client = connect()) {
      Provision.createOsds(client, config);
      processes.startOsds();
      Provision.awaitOsds(client, config, PATIENCE);
      client.admin().change(new Change.CreatePool(POOL, groups, 3, 2, null));
      awaitClean(client, PATIENCE);
    }
  }

  public ClusterConfig config() {
    return config;
  }

  public ProcessCluster processes() {
    return processes;
  }

  /** Where its configuration, logs and data are. */
  public Path folder() {
    return folder;
  }

  /** A connection to it; the caller closes it. */
  public Cluster connect() {
    return connect.apply(config);
  }

  /** Waits until all daemons are there and all groups active and clean; whether that came to be. */
  public boolean awaitClean(Cluster client, Duration patience) throws InterruptedException {
    return Patience.until(patience, () -> isClean(client));
  }

  private boolean isClean(Cluster client) {
    try {
      ClusterStatus status = client.admin().status();
      long epoch = client.admin().map().epoch();
      return status.osdsUp() == config.osds().size()
          && client.admin().monitors().quorum().size() == config.monitors().size()
          && !status.groups().isEmpty()
          && status.groups().keySet().stream().allMatch("active+clean"::equals)
          && client.admin().groups().stream().allMatch(group -> group.epoch() >= epoch);
    } catch (PandoException notNow) {
      // The monitors may be electing; asked again until the time is over.
      return false;
    }
  }

  /** Leaves its folder at the end. */
  public void keep() {
    kept = true;
  }

  @Override
  public void close() throws IOException {
    processes.close();
    Runtime.getRuntime().removeShutdownHook(whenInterrupted);
    if (!kept) {
      remove(folder);
      if (logs != null) {
        remove(logs);
      }
    }
  }

  private static void remove(Path tree) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(tree)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
