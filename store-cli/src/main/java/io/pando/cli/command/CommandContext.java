package io.pando.cli.command;

import com.google.errorprone.annotations.FormatMethod;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigLocation;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.output.Console;
import io.pando.cli.output.Json;
import io.pando.client.ClientConfig;
import io.pando.client.Cluster;
import io.pando.client.Pando;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Context that all commands use: the console, the common options, the configuration. */
public final class CommandContext {
  private final Console console;
  private final ConfigLocation location;

  /** Output format of results. */
  public enum Format {
    plain,
    json
  }

  @Option(
      names = {"-c", "--conf"},
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description =
          "configuration of the cluster (default: PANDO_CONF, or that of the " + "last 'pando up')")
  private @Nullable Path conf;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      scope = ScopeType.INHERIT,
      description = "plain or json (default: plain)")
  private Format format = Format.plain;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "print the log, and stack traces of errors")
  private boolean debug;

  /** Creates the context of one run of the program. */
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

  /** Whether to print stack traces and the log. */
  public boolean debug() {
    return debug;
  }

  /** Whether results are printed as JSON. */
  public boolean json() {
    return format == Format.json;
  }

  /** Refuses {@code -f json} for a command without a JSON form. */
  public void refuseJson(String reason) {
    if (json()) {
      throw UserError.usage(reason + ", which has no JSON form: omit -f json");
    }
  }

  /** Reads the cluster's configuration. */
  public ClusterConfig config() {
    return ClusterConfig.read(location.find(conf));
  }

  /** Connects to the cluster of the configuration; the caller closes the connection. */
  public Cluster connect() {
    return connect(config());
  }

  /** Connects to a cluster; the caller closes the connection. */
  public static Cluster connect(ClusterConfig config) {
    return connect(config, patience(config));
  }

  /**
   * Connects to a cluster that may still be starting; the caller closes the connection.
   *
   * @param patience longest time until the monitors answer
   */
  public static Cluster connect(ClusterConfig config, Duration patience) {
    return Pando.connect(client(config, patience));
  }

  /** Work with a connection to the cluster. */
  public interface Work<E extends Exception> {
    /** Does the work; the connection is closed afterwards. */
    void with(Cluster cluster) throws E;
  }

  /** Connects to the cluster of the configuration and does some work; exit status: success. */
  public <E extends Exception> int connected(Work<E> work) throws E {
    try (Cluster cluster = connect()) {
      work.with(cluster);
    }
    return ExitStatus.OK;
  }

  /** Requests a change of the cluster map, and prints the outcome; returns the exit status. */
  public int change(Change change) {
    return connected(cluster -> {
      ChangeOutcome.Accepted accepted = cluster.admin().change(change);
      if (json()) {
        printJson(new Json().put("epoch", accepted.epoch()).put("note", accepted.note()));
      } else if (!accepted.note().isEmpty()) {
        print(accepted.note());
      }
    });
  }

  /** Client settings for a cluster. */
  public static ClientConfig client(ClusterConfig config) {
    return client(config, patience(config));
  }

  private static ClientConfig client(ClusterConfig config, Duration patience) {
    Duration timeout = Duration.ofSeconds(config.settings().client().timeoutSeconds());
    return ClientConfig.builder()
        .monitors(config.monitors().stream().map(MonitorEntry::address).toList())
        .cluster(config.cluster())
        .operationTimeout(timeout)
        .adminTimeout(patience)
        .carrier(config.settings().network().carrier())
        .build();
  }

  private static Duration patience(ClusterConfig config) {
    return Duration.ofSeconds(config.settings().client().timeoutSeconds() / 2 + 1);
  }

  /** The configuration file named on the command line. */
  public @Nullable Path givenConfig() {
    return conf;
  }

  /** Prints a line of results. */
  public void print(String line) {
    console.out().println(line);
  }

  /** Prints a line of results; numbers look the same in every locale. */
  @FormatMethod
  public void printf(String format, @Nullable Object... arguments) {
    console.out().printf(Locale.ROOT, format + "%n", arguments);
  }

  /** Prints results as JSON if that was requested, and for people otherwise. */
  public void print(Supplier<Object> json, Runnable plain) {
    if (json()) {
      printJson(json.get());
    } else {
      plain.run();
    }
  }

  /** Prints a JSON value. */
  public void printJson(Object value) {
    console.out().println(Json.text(value));
  }

  /** Prints a JSON value on one line, and lets a reader see it at once. */
  public void printJsonLine(Object value) {
    console.out().println(Json.line(value));
    console.out().flush();
  }
}
