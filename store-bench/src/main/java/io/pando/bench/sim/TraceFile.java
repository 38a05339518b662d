package io.pando.bench.sim;

import io.pando.cli.command.UserError;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of a run to a file as they happen; none of them stays in memory. A write error
 * does not fail the run; it is reported when the file is closed.
 */
final class TraceFile implements Consumer<String>, AutoCloseable {
  private final Path path;
  private final BufferedWriter writer;
  private @Nullable IOException failure;

  private TraceFile(Path path, BufferedWriter writer) {
    this.path = path;
    this.writer = writer;
  }

  /** Creates a file, or overwrites an existing one. */
  static TraceFile create(Path path) {
    try {
      return new TraceFile(path, Files.newBufferedWriter(path));
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  @Override
  public void accept(String line) {
    try {
      if (failure == null) {
        writer.write(line);
        writer.newLine();
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void close() {
    try (writer) {
      if (failure != null) {
        throw failure;
      }
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  private static UserError failed(Path path, IOException why) {
    return UserError.failed("cannot write " + path + ": " + why);
  }
}
