package io.pando.cli.command.object;

import io.pando.bytes.Payload;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.PoolChoice;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ConfigException;
import io.pando.cli.output.Json;
import io.pando.cli.output.PrintableNames;
import io.pando.client.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando omap …}: the key/value maps of objects. */
@Command(name = "omap", description = "get and set entries of an object's ordered key/value map")
public final class OmapCommands {
  private final CommandContext context;

  /** Creates the commands for one run of the program. */
  public OmapCommands(CommandContext context) {
    this.context = context;
  }

  @Command(name = "get", description = "print the value of a key")
  int get(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(paramLabel = "KEY") String key)
      throws ConfigException {
    try (Cluster cluster = context.connect()) {
      Optional<Payload> found = pool.open(cluster).entries(object).get(key);
      Payload value =
          found.orElseThrow(
              () -> UserError.failed("object '" + object + "' has no key '" + key + "'"));
      if (context.json()) {
        context.printJson(Bytes.json(key, value));
      } else {
        Bytes.print(context.console(), value);
      }
    }
    return ExitStatus.OK;
  }

  @Command(name = "set", description = "set the value of a key")
  int set(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(paramLabel = "KEY") String key,
      @Parameters(paramLabel = "VALUE", description = "- for standard input") String value)
      throws ConfigException, IOException {
    byte[] bytes = Bytes.ofArgument(context.console(), value);
    try (Cluster cluster = context.connect()) {
      pool.open(cluster).entries(object).set(key, bytes);
    }
    return ExitStatus.OK;
  }

  @Command(name = "ls", description = "list the keys in order")
  int ls(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Option(names = "--prefix", defaultValue = "", description = "only keys with this prefix")
          String prefix)
      throws ConfigException {
    try (Cluster cluster = context.connect()) {
      List<Json> values = new ArrayList<>();
      for (Map.Entry<String, Payload> entry : pool.open(cluster).entries(object).all(prefix)) {
        if (context.json()) {
          values.add(Bytes.json(entry.getKey(), entry.getValue()));
        } else {
          context.print(PrintableNames.name(entry.getKey()));
        }
      }
      if (context.json()) {
        context.printJson(values);
      }
    }
    return ExitStatus.OK;
  }

  @Command(name = "rm", description = "remove keys")
  int rm(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(arity = "1..*", paramLabel = "KEY") List<String> keys)
      throws ConfigException {
    try (Cluster cluster = context.connect()) {
      pool.open(cluster).entries(object).remove(keys);
    }
    return ExitStatus.OK;
  }
}
