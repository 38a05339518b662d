package io.pando.cli;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigLocation;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.DaemonLog;
import io.pando.cli.daemon.EmbeddedCluster;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.daemon.Provision;
import io.pando.cli.output.Console;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Runs once what most commands and daemons do, on a small temporary cluster, so that the launcher
 * can record the classes that they load.
 */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int RETURNS = 3;
  private static final int OBJECTS = 2_000;
  private static final int OBJECT_BYTES = 4096;
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("pool", "create", "p", "1", "--size", "1"),
          List.of("put", "o", "-"),
          List.of("get", "o"),
          List.of("ls"),
          List.of("stat", "o"),
          List.of("status"),
          List.of("status", "-f", "json"),
          List.of("osd", "tree"),
          List.of("pool", "create", "--help"));

  @Override
  public Integer call() throws IOException, DaemonException, InterruptedException {
    Path folder = Files.createTempDirectory("pando-warm-up-");
    Path file = NewCluster.write(folder, 1, 2, 0);
    Files.writeString(file, "osd:\n  log_entries: 1\n", StandardOpenOption.APPEND);
    ClusterConfig config = ClusterConfig.read(file);
    EmbeddedCluster daemons = EmbeddedCluster.open(config, new Deaf());
    try {
      daemons.startMonitors();
      try (Cluster client = CommandContext.connect(config)) {
        Provision.createOsds(client, config);
        daemons.startOsds();
        Provision.awaitOsds(client, config, PATIENCE);
        comeBack(client, daemons, config);
      }
      COMMANDS.forEach(command -> run(config, command));
    } finally {
      daemons.close();
      NewCluster.remove(folder);
    }
    return ExitStatus.OK;
  }

  /**
   * Stops a replica, changes objects, and starts the replica again; a few times, so that the record
   * shows which methods are worth compiling early.
   */
  private static void comeBack(Cluster client, EmbeddedCluster daemons, ClusterConfig config)
      throws DaemonException, InterruptedException {
    client.admin().change(new Change.CreatePool("q", 1, 2, 1, null));
    Pool pool = client.pool("q");
    write(pool);
    awaitClean(client, config);
    for (int i = 0; i < RETURNS; i++) {
      OsdId replica = client.admin().groups().getFirst().acting().osds().getLast();
      daemons.stopOsd(replica.value());
      client.admin().change(new Change.MarkDown(List.of(replica)));
      write(pool);
      daemons.startOsd(replica.value());
      awaitClean(client, config);
    }
  }

  private static void write(Pool pool) {
    for (int i = 0; i < OBJECTS; i++) {
      pool.writeFull("o" + i, ByteBuffer.wrap(new byte[OBJECT_BYTES]));
    }
  }

  private static void awaitClean(Cluster client, ClusterConfig config) throws InterruptedException {
    if (!BoundedWait.until(PATIENCE, () -> Provision.isClean(client, config))) {
      throw new IllegalStateException("groups are not clean: " + client.admin().status().groups());
    }
  }

  private static void run(ClusterConfig config, List<String> command) {
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      byte[] input = command.toString().getBytes(StandardCharsets.UTF_8);
      Console console = new Console(new ByteArrayInputStream(input), nowhere, nowhere, false);
      ConfigLocation location =
          new ConfigLocation(config.file().resolveSibling("last"), config.file().toString());
      new Program(new CommandContext(console, location), List.of())
          .run(command.toArray(String[]::new));
    }
  }

  private record Deaf() implements DaemonLog {
    @Override
    public void note(String daemon, String what) {}

    @Override
    public void fatal(String daemon, String why) {
      throw new IllegalStateException(daemon + ": " + why);
    }
  }
}
