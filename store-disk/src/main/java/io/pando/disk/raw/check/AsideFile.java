package io.pando.disk.raw.check;

import io.pando.disk.metadata.Family;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A file for records that were removed because they are unusable. Each line holds the family, the
 * key and the value in hexadecimal, and the reason for the removal.
 */
final class AsideFile implements AutoCloseable {
  private final FileChannel file;

  AsideFile(Path path) throws IOException {
    this.file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
  }

  void add(Family family, byte[] key, byte[] value, String why) throws IOException {
    HexFormat hex = HexFormat.of();
    String line =
        String.join(
            "\t",
            family.toString().toLowerCase(Locale.ROOT),
            hex.formatHex(key),
            hex.formatHex(value),
            why.replaceAll("\\s+", " "));
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  /** Makes the added records durable. */
  void flush() throws IOException {
    file.force(true);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
