package io.pando.cli.command;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.cli.config.ConfigLocation;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.output.Console;
import io.pando.cli.output.Json;
import io.pando.client.ClientConfig;
import io.pando.client.Cluster;
import io.pando.client.Pando;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What every command uses: the console, the common options, the configuration. */
public final class CommandContext {
  private final Console console;
  private final ConfigLocation location;

  /** How results are printed. */
  public enum Format {
    plain,
    json
  }

  @Option(
      names = {"-c", "--conf"},
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "configuration of the cluster (else PANDO_CONF, else of the last 'pando up')")
  private @Nullable Path conf;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      scope = ScopeType.INHERIT,
      description = "plain or json")
  private Format format = Format.plain;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "log what happens, and show where an error comes from")
  private boolean debug;

  /** The surroundings of one run of the program. */
  public CommandContext(Console console, ConfigLocation location) {
    this.console = console;
    this.location = location;
  }

  public Console console() {
    return console;
  }

  public ConfigLocation location() {
    return location;
  }

  /** Whether the user wants to see the inside. */
  public boolean debug() {
    return debug;
  }

  /** Whether results are for a program. */
  public boolean json() {
    return format == Format.json;
  }

  /** Refuses {@code -f json} where there is nothing for a program to read. */
  public void refuseJson(String reason) {
    if (json()) {
      throw UserError.usage(reason + ", so there is no JSON of it: leave -f json out");
    }
  }

  /** The cluster's configuration. */
  public ClusterConfig config() throws ConfigException {
    return ClusterConfig.read(location.find(conf));
  }

  /** A connection to the cluster of the configuration; the caller closes it. */
  public Cluster connect() throws ConfigException {
    return connect(config());
  }

  /** A connection to a cluster; the caller closes it. */
  public static Cluster connect(ClusterConfig config) {
    return connect(config, patience(config));
  }

  /**
   * A connection to a cluster that may be starting; the caller closes it.
   *
   * @param patience how long the monitors may take to answer
   */
  public static Cluster connect(ClusterConfig config, Duration patience) {
    return Pando.connect(client(config, patience));
  }

  /** Settings of a client of a cluster. */
  public static ClientConfig client(ClusterConfig config) {
    return client(config, patience(config));
  }

  private static ClientConfig client(ClusterConfig config, Duration patience) {
    Duration timeout = Duration.ofSeconds(config.client().timeoutSeconds());
    return ClientConfig.builder()
        .monitors(config.monitors().stream().map(MonitorEntry::address).toList())
        .cluster(config.cluster())
        .operationTimeout(timeout)
        .adminTimeout(patience)
        .carrier(config.network().carrier())
        .build();
  }

  private static Duration patience(ClusterConfig config) {
    return Duration.ofSeconds(config.client().timeoutSeconds() / 2 + 1);
  }

  /** The configuration file named on the command line. */
  public @Nullable Path givenConfig() {
    return conf;
  }

  /** Prints a line of results. */
  public void print(String line) {
    console.out().println(line);
  }

  /** Prints a JSON value. */
  public void printJson(Object value) {
    console.out().println(Json.text(value));
  }
}
