package io.pando.cli.command.object;

import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.PoolChoice;
import io.pando.cli.command.Surroundings;
import io.pando.cli.config.ConfigException;
import io.pando.cli.output.Json;
import io.pando.cli.output.Progress;
import io.pando.client.Cluster;
import io.pando.client.ObjectStat;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Whole objects; the commands stand directly below {@code pando}. */
@Command
public final class ObjectCommands {
  private static final Path STANDARD = Path.of("-");
  private static final int APPEND_BYTES = 4 << 20;

  private final Surroundings surroundings;

  /** Commands in these surroundings. */
  public ObjectCommands(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(name = "put", description = "store a file as an object")
  int put(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(paramLabel = "FILE", description = "- for standard input") Path file)
      throws ConfigException, IOException {
    boolean standard = file.equals(STANDARD);
    long size = standard ? 0 : Files.size(file);
    try (InputStream stream = standard ? open(surroundings) : Files.newInputStream(file);
        Cluster cluster = surroundings.connect();
        Progress progress = new Progress(surroundings.console(), object, size)) {
      pool.open(cluster).upload(object, stream, progress::reached);
    }
    return ExitStatus.OK;
  }

  @Command(name = "get", description = "fetch an object into a file")
  int get(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(paramLabel = "FILE", defaultValue = "-", description = "- for standard output")
          Path file)
      throws ConfigException, IOException {
    try (Cluster cluster = surroundings.connect()) {
      Pool from = pool.open(cluster);
      long size = from.stat(object).sizeBytes();
      try (Progress progress = new Progress(surroundings.console(), object, size)) {
        if (file.equals(STANDARD)) {
          from.download(object, surroundings.console().out(), progress::reached);
        } else {
          download(from, object, file, progress);
        }
      }
    }
    return ExitStatus.OK;
  }

  /** The file appears under its name when it is whole. */
  private static void download(Pool pool, String object, Path file, Progress progress)
      throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
      try (OutputStream stream = Files.newOutputStream(file)) {
        pool.download(object, stream, progress::reached);
      }
      return;
    }
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      try (OutputStream stream = Files.newOutputStream(part)) {
        pool.download(object, stream, progress::reached);
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  @Command(name = "ls", description = "the names of all objects of a pool")
  int ls(
      @Mixin PoolChoice pool,
      @Option(
              names = {"-0", "--null"},
              description = "end names with a zero byte, as names may hold newlines")
          boolean zero)
      throws ConfigException {
    PrintStream out = surroundings.console().out();
    try (Cluster cluster = surroundings.connect()) {
      String before = surroundings.json() ? "[\n  " : "";
      for (String name : pool.open(cluster).list()) {
        if (surroundings.json()) {
          out.print(before + Json.text(name));
          before = ",\n  ";
        } else {
          out.print(name);
          out.print(zero ? "\0" : "\n");
        }
      }
      if (surroundings.json()) {
        out.println(before.startsWith("[") ? "[]" : "\n]");
      }
    }
    return ExitStatus.OK;
  }

  @Command(name = "stat", description = "size, version and time of an object")
  int stat(@Mixin PoolChoice pool, @Parameters(paramLabel = "OBJECT") String object)
      throws ConfigException {
    try (Cluster cluster = surroundings.connect()) {
      Pool in = pool.open(cluster);
      ObjectStat stat = in.stat(object);
      if (surroundings.json()) {
        surroundings.printJson(
            new Json()
                .put("pool", in.name())
                .put("object", object)
                .put("size", stat.sizeBytes())
                .put("mtime", stat.modified().toString())
                .put("version", stat.version().toString())
                .map());
      } else {
        surroundings.print(
            in.name()
                + "/"
                + object
                + " mtime "
                + stat.modified()
                + ", size "
                + stat.sizeBytes()
                + ", version "
                + stat.version());
      }
    }
    return ExitStatus.OK;
  }

  @Command(name = "rm", description = "remove objects")
  int rm(
      @Mixin PoolChoice pool,
      @Parameters(arity = "1..*", paramLabel = "OBJECT") List<String> objects)
      throws ConfigException {
    int status = ExitStatus.OK;
    try (Cluster cluster = surroundings.connect()) {
      Pool from = pool.open(cluster);
      for (String object : objects) {
        try {
          from.remove(object);
        } catch (PandoException.NotFound none) {
          surroundings.console().err().println("pando: " + none.getMessage());
          status = ExitStatus.FAILED;
        }
      }
    }
    return status;
  }

  @Command(name = "append", description = "write the bytes of a file at the end of an object")
  int append(
      @Mixin PoolChoice pool,
      @Parameters(paramLabel = "OBJECT") String object,
      @Parameters(paramLabel = "FILE", description = "- for standard input") Path file)
      throws ConfigException, IOException {
    boolean standard = file.equals(STANDARD);
    try (InputStream stream = standard ? open(surroundings) : Files.newInputStream(file);
        Cluster cluster = surroundings.connect()) {
      Pool to = pool.open(cluster);
      byte[] piece = stream.readNBytes(APPEND_BYTES);
      do {
        to.append(object, ByteBuffer.wrap(piece));
        piece = stream.readNBytes(APPEND_BYTES);
      } while (piece.length > 0);
    }
    return ExitStatus.OK;
  }

  /** Standard input, which closing leaves open. */
  private static InputStream open(Surroundings surroundings) {
    return new FilterInputStream(surroundings.console().in()) {
      @Override
      public void close() {}
    };
  }
}
