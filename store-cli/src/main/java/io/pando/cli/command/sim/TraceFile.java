package io.pando.cli.command.sim;

import io.pando.cli.command.UserError;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file that gets the events of a run as they happen; none of them stays in memory. That it cannot
 * be written is no fault of the run, and is told when it is closed.
 */
final class TraceFile implements Consumer<String>, AutoCloseable {
  private final Path path;
  private final BufferedWriter writer;
  private @Nullable IOException failure;

  private TraceFile(Path path, BufferedWriter writer) {
    this.path = path;
    this.writer = writer;
  }

  /** A new file, or an old one that is overwritten. */
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
