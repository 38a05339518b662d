package io.pando.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * Bytes of structures on disk, which must stay readable permanently: files in {@code
 * src/test/resources/golden} with a part in hexadecimal and its meaning on each line. They were
 * made from {@code docs/formats.md}, not by the code.
 */
public final class GoldenBytes {
  private GoldenBytes() {}

  /** The parts of a structure. */
  public static List<byte[]> parts(String name) throws IOException {
    return Files.readAllLines(Path.of("src/test/resources/golden", name + ".txt")).stream()
        .map(line -> HexFormat.of().parseHex(line.substring(0, line.indexOf('#')).strip()))
        .toList();
  }

  /** The bytes of a structure. */
  public static byte[] of(String name) throws IOException {
    List<byte[]> parts = parts(name);
    ByteBuffer bytes = ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
    parts.forEach(bytes::put);
    return bytes.array();
  }

  /** The bytes of a structure, and zeros to a length of {@code size} bytes. */
  public static ByteBuffer padded(String name, int size) throws IOException {
    return ByteBuffer.allocate(size).put(of(name)).clear();
  }
}
