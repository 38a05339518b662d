package io.pando.cli.command.object;

import io.pando.bytes.Payload;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.PoolChoice;
import io.pando.cli.command.UserError;
import io.pando.client.ObjectAttributes;
import io.pando.client.PandoException;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pando attr …}: the attributes of objects. */
@Command(name = "attr", description = "get and set attributes of an object")
public record AttrCommands(CommandContext context) {
  @Command(name = "get", description = "print an attribute")
  int get(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(paramLabel = "NAME") String name) {
    return context.connected(cluster ->
        Bytes.print(context, name, get(pool.open(cluster).attributes(object), object, name)));
  }

  private static Payload get(ObjectAttributes attributes, String object, String name) {
    try {
      return attributes.get(name);
    } catch (PandoException.NoAttribute none) {
      throw UserError.failed("object '" + object + "' has no attribute '" + name + "'");
    }
  }

  @Command(name = "set", description = "set an attribute")
  int set(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "VALUE", description = "- for standard input") String value)
      throws IOException {
    byte[] bytes = Bytes.ofArgument(context.console(), value);
    return context.connected(cluster -> pool.open(cluster).attributes(object).set(name, bytes));
  }

  @Command(name = "ls", description = "list the names of all attributes")
  int ls(@Mixin PoolChoice pool, @Parameters(paramLabel = "OBJECT") String object) {
    return context.connected(
        cluster -> Bytes.print(context, pool.open(cluster).attributes(object).list().entrySet()));
  }

  @Command(name = "rm", description = "remove an attribute")
  int rm(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(paramLabel = "NAME") String name) {
    return context.connected(cluster -> pool.open(cluster).attributes(object).remove(name));
  }
}
