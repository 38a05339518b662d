package io.pando.cli.command.object;

import io.pando.bytes.Payload;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.PoolChoice;
import io.pando.cli.config.ConfigException;
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
public final class ObjectCommands {
  private ObjectCommands() {}

  /** {@code pando ls}. */
  @Command(name = "ls", description = "list the objects of a pool")
  public static final class Ls implements Callable<Integer> {
    private final CommandContext context;

    @Mixin private final PoolChoice pool = new PoolChoice();

    @Option(
        names = {"-0", "--null"},
        description = "print unescaped names, each with a zero byte at its end; for scripts")
    private boolean zero;

    @Option(names = "--raw", description = "print unescaped names, with their control characters")
    private boolean raw;

    /** Creates the command for one run of the program. */
    public Ls(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws ConfigException {
      try (Cluster cluster = context.connect()) {
        Pool in = pool.open(cluster);
        PrintStream out = context.console().out();
        if (context.json()) {
          printJson(in, out);
        } else {
          String end = zero ? "\0" : "\n";
          boolean asIs = zero || raw;
          in.list().forEach(name -> out.print((asIs ? name : PrintableNames.name(name)) + end));
        }
      }
      return ExitStatus.OK;
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

  /** {@code pando stat}. */
  @Command(name = "stat", description = "show size, version and time of an object")
  public static final class Stat implements Callable<Integer> {
    private final CommandContext context;

    @Mixin private final PoolChoice pool = new PoolChoice();

    @Parameters(index = "0", paramLabel = "OBJECT")
    private String object = "";

    /** Creates the command for one run of the program. */
    public Stat(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws ConfigException {
      try (Cluster cluster = context.connect()) {
        Pool in = pool.open(cluster);
        Handle<ObjectStat> found = Handle.stat();
        Handle<SortedMap<String, Payload>> attributes = Handle.attributes();
        ObjectOperation look =
            ObjectOperation.builder().stat(found).listAttributes(attributes).build();
        OperationResult result = in.operate(object, look);
        ObjectStat stat = result.get(found);
        boolean incomplete = result.get(attributes).containsKey(Pool.UPLOAD_ATTRIBUTE);
        if (context.json()) {
          context.printJson(
              new Json()
                  .put("pool", in.name())
                  .put("object", object)
                  .put("size", stat.sizeBytes())
                  .put("mtime", stat.modified().toString())
                  .put("version", stat.version().toString())
                  .put("incomplete", incomplete));
        } else {
          context.print(
              in.name()
                  + "/"
                  + PrintableNames.name(object)
                  + " mtime "
                  + stat.modified()
                  + ", size "
                  + stat.sizeBytes()
                  + ", version "
                  + stat.version()
                  + (incomplete
                      ? ", incomplete: its put was interrupted or is still " + "running"
                      : ""));
        }
      }
      return ExitStatus.OK;
    }
  }

  /** {@code pando rm}. */
  @Command(name = "rm", description = "remove objects")
  public static final class Rm implements Callable<Integer> {
    private final CommandContext context;

    @Mixin private final PoolChoice pool = new PoolChoice();

    @Parameters(index = "0", arity = "1..*", paramLabel = "OBJECT")
    private List<String> objects = new ArrayList<>();

    /** Creates the command for one run of the program. */
    public Rm(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws ConfigException {
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
