package io.pando.cli.command.run;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigText;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando init}: the configuration of a new cluster on several hosts. */
@Command(
    name = "init",
    description = "write the configuration of a new cluster on several hosts, and start nothing")
public final class InitCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = "--mon",
      paramLabel = "HOST",
      split = ",",
      required = true,
      description = "IP addresses of the hosts with a monitor, an odd number, separated by commas")
  private List<String> monitors = List.of();

  @Option(
      names = "--osd",
      paramLabel = "HOST",
      split = ",",
      required = true,
      description = "IP addresses of the hosts with an OSD; name a host once for each of its OSDs")
  private List<String> osds = List.of();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "port of the monitors; the next one is for their consensus (default: 6789)")
  private int port = NewCluster.USUAL_PORT;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "file to write (default: pando.yaml in the current directory)")
  private Path file = Path.of(NewCluster.FILE);

  public InitCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    UserError.checkRange("--port", port, 1, 65_534);
    for (String host : List.copyOf(monitors)) {
      refuseNoHost("--mon", host);
    }
    for (String host : List.copyOf(osds)) {
      refuseNoHost("--osd", host);
    }
    if (new LinkedHashSet<>(monitors).size() < monitors.size()) {
      throw UserError.usage(
          "--mon names a host twice: two monitors on one host fail together with it");
    }
    if (monitors.size() % 2 == 0) {
      throw UserError.usage(
          ("--mon must name an odd number of hosts, names %s: a majority of them survives no more"
                  + " failures than one of %s")
              .formatted(monitors.size(), monitors.size() - 1));
    }
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    String text = ConfigText.ofHosts(UUID.randomUUID(), monitors, port, osds);
    Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    ClusterConfig config = ClusterConfig.read(file);
    context.print(
        () ->
            new Json()
                .put("cluster", config.cluster().toString())
                .put("configuration", config.file().toString()),
        () -> print(config));
    return ExitStatus.OK;
  }

  private static void refuseNoHost(String option, String host) {
    if (!host.matches("[A-Za-z0-9][A-Za-z0-9.-]*")) {
      throw UserError.usage(
          option + " must be IPv4 addresses or names of hosts, is '" + host + "'");
    }
  }

  private void print(ClusterConfig config) {
    context.print("Cluster " + config.cluster() + " is described in " + config.file() + ".");
    context.print("Copy the file to every host, and start the daemons of each host there:");
    LinkedHashSet<String> hosts = new LinkedHashSet<>(monitors);
    hosts.addAll(osds);
    hosts.forEach(
        host -> context.print("  pando up --detach -c " + config.file() + " --host " + host));
  }
}
