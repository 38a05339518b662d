package io.pando.cli.output;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Standard input of the process. If it was closed at the start, the JVM opens another file with its
 * number, whose bytes are not input. The launcher prevents that; this class detects it for a
 * program that was started without the launcher, as far as {@code /proc} tells.
 */
final class StandardInput {
  private static final Path DESCRIPTOR = Path.of("/proc/self/fd/0");

  private StandardInput() {}

  static InputStream open() {
    return isTaken()
        ? new Closed()
        : new BufferedInputStream(new FileInputStream(FileDescriptor.in));
  }

  private static boolean isTaken() {
    if (!Files.isSymbolicLink(DESCRIPTOR)) {
      return false;
    }
    try {
      Path target = Files.readSymbolicLink(DESCRIPTOR);
      return target.startsWith(Path.of(System.getProperty("java.home", "/")).toRealPath())
          || List.of(System.getProperty("java.class.path", "").split(File.pathSeparator))
              .contains(target.toString());
    } catch (IOException unreadable) {
      // Nothing is known, so it is taken for standard input.
      return false;
    }
  }

  private static final class Closed extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("standard input is closed");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return read();
    }
  }
}
