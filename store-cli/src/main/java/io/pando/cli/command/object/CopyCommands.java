package io.pando.cli.command.object;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.PoolChoice;
import io.pando.cli.output.Progress;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Commands that copy bytes between files and objects; {@code -} is standard input or output. */
public record CopyCommands(CommandContext context) {
  private static final Path STANDARD = Path.of("-");
  private static final int APPEND_BYTES = 4 << 20;

  /** All of these commands. */
  public List<Object> all() {
    return List.of(new Put(), new Get(), new Append());
  }

  @Command(name = "put", description = "store a file as an object")
  private final class Put implements Callable<Integer> {
    @Mixin private final PoolChoice pool = new PoolChoice();

    @Parameters(index = "0", paramLabel = "OBJECT")
    private String object = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "- for standard input")
    private Path file = STANDARD;

    @Override
    public Integer call() throws IOException {
      long size = file.equals(STANDARD) ? 0 : Files.size(file);
      try (InputStream stream = open(file);
          Cluster cluster = context.connect();
          Progress progress = new Progress(context.console(), object, size)) {
        pool.open(cluster).upload(object, stream, progress::reached);
      }
      return ExitStatus.OK;
    }
  }

  @Command(name = "append", description = "append a file to an object")
  private final class Append implements Callable<Integer> {
    @Mixin private final PoolChoice pool = new PoolChoice();

    @Parameters(index = "0", paramLabel = "OBJECT")
    private String object = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "- for standard input")
    private Path file = STANDARD;

    @Override
    public Integer call() throws IOException {
      try (InputStream stream = open(file);
          Cluster cluster = context.connect()) {
        Pool to = pool.open(cluster);
        byte[] piece = stream.readNBytes(APPEND_BYTES);
        do {
          to.append(object, ByteBuffer.wrap(piece));
          piece = stream.readNBytes(APPEND_BYTES);
        } while (piece.length > 0);
      }
      return ExitStatus.OK;
    }
  }

  @Command(name = "get", description = "fetch an object into a file")
  private final class Get implements Callable<Integer> {
    @Mixin private final PoolChoice pool = new PoolChoice();

    @Parameters(index = "0", paramLabel = "OBJECT")
    private String object = "";

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "FILE",
        description = "- for standard output (default)")
    private Path file = STANDARD;

    @Override
    public Integer call() throws IOException {
      return context.connected(cluster -> {
        Pool from = pool.open(cluster);
        long size = from.stat(object).sizeBytes();
        try (Progress progress = new Progress(context.console(), object, size)) {
          if (file.equals(STANDARD)) {
            from.download(object, context.console().out(), progress::reached);
          } else {
            download(from, progress);
          }
        }
      });
    }

    /** Downloads an object. A regular file gets its name only when it is complete. */
    private void download(Pool from, Progress progress) throws IOException {
      boolean special = Files.exists(file) && !Files.isRegularFile(file);
      Path part = special ? file : file.resolveSibling(file.getFileName() + ".part");
      try {
        try (OutputStream stream = Files.newOutputStream(part)) {
          from.download(object, stream, progress::reached);
        }
        if (!special) {
          Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (Throwable failure) {
        try {
          if (!special) {
            Files.deleteIfExists(part);
          }
        } catch (IOException second) {
          failure.addSuppressed(second);
        }
        throw failure;
      }
    }
  }

  private InputStream open(Path file) throws IOException {
    return file.equals(STANDARD)
        ? new Borrowed(context.console().in())
        : Files.newInputStream(file);
  }

  /** Standard input; closing this stream does not close it. */
  private static final class Borrowed extends FilterInputStream {
    Borrowed(InputStream stream) {
      super(stream);
    }

    @Override
    public void close() {}
  }
}
