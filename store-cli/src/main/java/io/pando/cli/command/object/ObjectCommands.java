package io.pando.cli.command.object;

import io.pando.bytes.Payload;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.PoolChoice;
import io.pando.cli.output.Json;
import io.pando.cli.output.PrintableNames;
import io.pando.client.Cluster;
import io.pando.client.Handle;
import io.pando.client.ObjectOperation;
import io.pando.client.ObjectStat;
import io.pando.client.OperationResult;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands on whole objects. */
public record ObjectCommands(CommandContext context) {
  /** All of these commands. */
  public List<Object> all() {
    return List.of(new Ls(), new Stat(), new Rm());
  }

  @Command(name = "ls", description = "list the objects of a pool")
  private final class Ls implements Callable<Integer> {
    @Mixin private final PoolChoice pool = new PoolChoice();

    @Option(
        names = {"-0", "--null"},
        description = "print unescaped names, each with a zero byte at its end; for scripts")
    private boolean zero;

    @Option(names = "--raw", description = "print unescaped names, with their control characters")
    private boolean raw;

    @Override
    public Integer call() {
      return context.connected(cluster -> {
        Pool in = pool.open(cluster);
        PrintStream out = context.console().out();
        if (context.json()) {
          printJson(in, out);
        } else {
          String end = zero ? "\0" : "\n";
          boolean asIs = zero || raw;
          in.list().forEach(name -> out.print((asIs ? name : PrintableNames.name(name)) + end));
        }
      });
    }

    /** Prints one name at a time, since there may be millions. */
    private static void printJson(Pool pool, PrintStream out) {
      String before = "[\n  ";
      for (String name : pool.list()) {
        out.print(before + Json.text(name));
        before = ",\n  ";
      }
      out.println(before.startsWith("[") ? "[ ]" : "\n]");
    }
  }

  @Command(name = "stat", description = "show size, version and time of an object")
  private final class Stat implements Callable<Integer> {
    @Mixin private final PoolChoice pool = new PoolChoice();

    @Parameters(index = "0", paramLabel = "OBJECT")
    private String object = "";

    @Override
    public Integer call() {
      return context.connected(cluster -> {
        Pool in = pool.open(cluster);
        Handle<ObjectStat> found = Handle.stat();
        Handle<SortedMap<String, Payload>> attributes = Handle.attributes();
        ObjectOperation look =
            ObjectOperation.builder().stat(found).listAttributes(attributes).build();
        OperationResult result = in.operate(object, look);
        ObjectStat stat = result.get(found);
        boolean incomplete = result.get(attributes).containsKey(Pool.UPLOAD_ATTRIBUTE);
        context.print(
            () ->
                new Json()
                    .put("pool", in.name())
                    .put("object", object)
                    .put("size", stat.sizeBytes())
                    .put("mtime", stat.modified().toString())
                    .put("version", stat.version().toString())
                    .put("incomplete", incomplete),
            () ->
                context.printf(
                    "%s/%s mtime %s, size %d, version %s%s",
                    in.name(),
                    PrintableNames.name(object),
                    stat.modified(),
                    stat.sizeBytes(),
                    stat.version(),
                    incomplete ? ", incomplete: its put was interrupted or is still running" : ""));
      });
    }
  }

  @Command(name = "rm", description = "remove objects")
  private final class Rm implements Callable<Integer> {
    @Mixin private final PoolChoice pool = new PoolChoice();

    @Parameters(index = "0", arity = "1..*", paramLabel = "OBJECT")
    private List<String> objects = new ArrayList<>();

    @Override
    public Integer call() {
      int status = ExitStatus.OK;
      try (Cluster cluster = context.connect()) {
        Pool from = pool.open(cluster);
        for (String object : objects) {
          try {
            from.remove(object);
          } catch (PandoException.NotFound none) {
            String what = "object '" + object + "' in pool '" + from.name() + "': no such object";
            context.console().err().println("pando: " + what);
            status = ExitStatus.FAILED;
          }
        }
      }
      return status;
    }
  }
}
