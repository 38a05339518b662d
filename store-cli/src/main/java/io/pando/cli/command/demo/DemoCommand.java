package io.pando.cli.command.demo;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.command.admin.OsdTree;
import io.pando.cli.command.status.StatusView;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigText;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.EmbeddedCluster;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.daemon.ProcessLog;
import io.pando.cli.daemon.Provision;
import io.pando.cli.daemon.UntilStopped;
import io.pando.cli.output.Console;
import io.pando.cli.output.LogSetup;
import io.pando.cli.process.RunFolder;
import io.pando.cli.text.ByteSize;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.report.ClusterStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando demo}. */
@Command(
    name = "demo",
    description =
        "a tour: start a cluster, store files, stop and restart an OSD, mount a file system,"
            + " kill its metadata server, check every byte")
public final class DemoCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String POOL = "demo";
  private static final int GROUPS = 16;
  private static final int VICTIM = 2;
  private static final int METADATA_SERVERS = 2;
  private static final int STEPS = 9;

  private final CommandContext context;
  private final Console console;

  @Option(names = "--keep", description = "leave the cluster running at the end, until Ctrl-C")
  private boolean keep;

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "directory of files to store (default: Pando's own files)")
  private @Nullable Path folder;

  public DemoCommand(CommandContext context) {
    this.context = context;
    this.console = context.console();
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    context.refuseJson("the demo prints a report for people");
    Path source = folder != null ? folder : Path.of(System.getProperty("pando.home", "."));
    FolderCopy files = FolderCopy.of(console, source.toAbsolutePath().normalize());
    files.omission().ifPresent(console.out()::println);
    Path place = Files.createTempDirectory("pando-demo-");
    console.out().println("A cluster in " + place + ", with real sockets and real files.");
    ClusterConfig config =
        ClusterConfig.read(
            NewCluster.write(place, 3, new ConfigText.Osds(3, 1, null), METADATA_SERVERS, 0));
    LogSetup.daemon(place.resolve("demo.log"), config.settings().log());
    EmbeddedCluster cluster = EmbeddedCluster.open(config, new ProcessLog(console.err()));
    boolean kept = false;
    try {
      tour(config, cluster, files);
      kept = keep;
    } finally {
      if (!kept) {
        cluster.close();
        NewCluster.remove(place);
      }
    }
    return kept ? stay(config, cluster) : ExitStatus.OK;
  }

  private void tour(ClusterConfig config, EmbeddedCluster cluster, FolderCopy files)
      throws DaemonException, IOException, InterruptedException {
    StepLog tell = new StepLog(console, STEPS + FileTour.STEPS);
    tell.step(
        "Starting 3 monitors, which elect a leader",
        () -> {
          cluster.startMonitors();
          try (Cluster client = CommandContext.connect(config, PATIENCE)) {
            Provision.createOsds(client, config);
            return "leader: " + client.admin().monitors().leader();
          }
        });
    tell.step(
        "Starting 3 OSDs, each with a RocksDB and a raw data file",
        () -> {
          cluster.startOsds();
          try (Cluster client = CommandContext.connect(config, PATIENCE)) {
            Provision.awaitOsds(client, config, PATIENCE);
            return "all are up; the cluster map is at epoch " + client.admin().map().epoch();
          }
        });
    try (Cluster client = CommandContext.connect(config, PATIENCE)) {
      store(tell, client, files);
      lose(tell, client, cluster, files);
      comeBack(tell, client, cluster, files);
      new FileTour(config, console, cluster, client).run(tell);
    }
    context.printf("All is as it should be. The whole tour took %.1f s.", tell.seconds());
  }

  private void store(StepLog tell, Cluster client, FolderCopy files)
      throws DaemonException, IOException, InterruptedException {
    tell.step(
        "Making the pool '" + POOL + "': 3 replicas, " + GROUPS + " placement groups",
        () -> {
          client.admin().change(new Change.CreatePool(POOL, GROUPS, 3, 2, null));
          await(client, "the pool to be clean", DemoCommand::isClean);
          return "all placement groups are active+clean";
        });
    Pool pool = client.pool(POOL);
    String amount = files.count() + " files (" + ByteSize.format(files.totalBytes()) + ")";
    tell.step(
        "Storing " + amount,
        () -> {
          files.store(pool);
          return "every one acknowledged by 3 OSDs, durably";
        });
    tell.step(
        "Listing them, reading them back, comparing every byte",
        () -> {
          List<String> listed = new ArrayList<>();
          pool.list().forEach(listed::add);
          listed.sort(null);
          if (!listed.equals(files.names())) {
            throw UserError.failed(
                "the listing has %s names, not the %s stored"
                    .formatted(listed.size(), files.count()));
          }
          files.compare(pool);
          return listed.size() + " names listed, every byte equal";
        });
    tell.step(
        "The cluster at a glance, and its OSDs",
        () -> {
          await(client, "the statistics", status -> objects(status) >= files.count());
          return status(client) + "\n" + tree(client);
        });
  }

  private void lose(StepLog tell, Cluster client, EmbeddedCluster cluster, FolderCopy files)
      throws DaemonException, IOException, InterruptedException {
    Pool pool = client.pool(POOL);
    tell.step(
        "Stopping osd." + VICTIM + "; writing and reading go on",
        () -> {
          cluster.stopOsd(VICTIM);
          client.admin().awaitMap(map -> !map.isUp(new OsdId(VICTIM)), PATIENCE);
          pool.writeFull("written while degraded", "still here".getBytes(StandardCharsets.UTF_8));
          files.store(pool);
          files.compare(pool);
          await(
              client,
              "the status to say so",
              status -> status.osds().osdsUp() == 2 && !isClean(status));
          return "everything was written again and read back with two OSDs\n\n" + status(client);
        });
  }

  private void comeBack(StepLog tell, Cluster client, EmbeddedCluster cluster, FolderCopy files)
      throws DaemonException, IOException, InterruptedException {
    tell.step(
        "Starting osd." + VICTIM + " again; it fetches what it missed",
        () -> {
          cluster.startOsd(VICTIM);
          client.admin().awaitMap(map -> map.isUp(new OsdId(VICTIM)), PATIENCE);
          await(client, "the cluster to be clean", DemoCommand::isClean);
          return status(client);
        });
    Pool pool = client.pool(POOL);
    tell.step(
        "Comparing everything once more",
        () -> {
          files.compare(pool);
          String text = pool.read("written while degraded").toUtf8();
          if (!text.equals("still here")) {
            throw UserError.failed("the object written while degraded reads '" + text + "'");
          }
          return "every byte equal";
        });
  }

  private static long objects(ClusterStatus status) {
    return status.data().usage().values().stream()
        .mapToLong(ClusterStatus.PoolUsage::objects)
        .sum();
  }

  private static boolean isClean(ClusterStatus status) {
    return status.osds().osdsUp() == 3
        && !status.groups().isEmpty()
        && status.groups().keySet().stream().allMatch(state -> state.equals("active+clean"));
  }

  private static void await(Cluster client, String what, Predicate<ClusterStatus> condition)
      throws InterruptedException {
    if (!BoundedWait.until(PATIENCE, () -> condition.test(client.admin().status()))) {
      throw UserError.failed(
          "no success after waiting %s s for %s:\n%s"
              .formatted(PATIENCE.toSeconds(), what, status(client)));
    }
  }

  private static String status(Cluster client) {
    ClusterStatus status = client.admin().status();
    return printed(out -> StatusView.print(status, client.admin().map(), out));
  }

  private static String tree(Cluster client) {
    return printed(out -> OsdTree.of(client.admin().map()).print(out));
  }

  private static String printed(Consumer<PrintStream> printing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      printing.accept(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private int stay(ClusterConfig config, EmbeddedCluster cluster)
      throws DaemonException, IOException, InterruptedException {
    RunFolder run = RunFolder.of(config);
    run.claim(RunFolder.UP);
    UntilStopped.Ending ending =
        UntilStopped.whenStopped(
            console.err(),
            () -> {
              cluster.close();
              run.release(RunFolder.UP);
            });
    try {
      context.location().remember(config.file());
      tellThatItStays(config);
    } catch (Throwable failure) {
      ending.failed();
      throw failure;
    }
    UntilStopped.await();
    return ExitStatus.OK;
  }

  private void tellThatItStays(ClusterConfig config) {
    context.print("The cluster stays up until Ctrl-C or 'pando down'. Try 'pando status',");
    context.print("'pando ls', 'pando get NAME', 'pando mount home DIRECTORY'.");
    context.print("Its folder is " + config.file().getParent());
    console.out().flush();
  }
}
