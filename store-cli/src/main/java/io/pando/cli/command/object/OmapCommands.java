package io.pando.cli.command.object;

import io.pando.bytes.Payload;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.PoolChoice;
import io.pando.cli.command.UserError;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando omap …}: the key/value maps of objects. */
@Command(name = "omap", description = "get and set entries of an object's ordered key/value map")
public record OmapCommands(CommandContext context) {
  @Command(name = "get", description = "print the value of a key")
  int get(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(paramLabel = "KEY") String key) {
    return context.connected(cluster -> {
      Optional<Payload> found = pool.open(cluster).entries(object).get(key);
      Bytes.print(
          context,
          key,
          found.orElseThrow(
              () -> UserError.failed("object '" + object + "' has no key '" + key + "'")));
    });
  }

  @Command(name = "set", description = "set the value of a key")
  int set(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(paramLabel = "KEY") String key,
      @Parameters(paramLabel = "VALUE", description = "- for standard input") String value)
      throws IOException {
    byte[] bytes = Bytes.ofArgument(context.console(), value);
    return context.connected(cluster -> pool.open(cluster).entries(object).set(key, bytes));
  }

  @Command(name = "ls", description = "list the keys in order")
  int ls(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Option(names = "--prefix", defaultValue = "", description = "only keys with this prefix")
          String prefix) {
    return context.connected(
        cluster -> Bytes.print(context, pool.open(cluster).entries(object).all(prefix)));
  }

  @Command(name = "rm", description = "remove keys")
  int rm(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(arity = "1..*", paramLabel = "KEY") List<String> keys) {
    return context.connected(cluster -> pool.open(cluster).entries(object).remove(keys));
  }
}
