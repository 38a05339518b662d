package io.pando.cli.command.demo;

import io.pando.cli.command.UserError;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Compares the bytes of an object with those of a file as they are written to this stream. */
final class Comparing extends OutputStream {
  private final String name;
  private final InputStream expected;
  private long position;

  Comparing(String name, Path file) throws IOException {
    this.name = name;
    this.expected = new BufferedInputStream(Files.newInputStream(file));
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    byte[] there = expected.readNBytes(length);
    int differs = Arrays.mismatch(bytes, offset, offset + length, there, 0, there.length);
    if (differs >= 0) {
      throw wrong(position + differs);
    }
    position += length;
  }

  /** The object has ended; checks that the file has too. */
  void end() throws IOException {
    if (expected.read() >= 0) {
      throw wrong(position);
    }
  }

  private UserError wrong(long at) {
    return UserError.failed("object '" + name + "' differs from the stored bytes, from byte " + at);
  }

  @Override
  public void close() throws IOException {
    expected.close();
  }
}
