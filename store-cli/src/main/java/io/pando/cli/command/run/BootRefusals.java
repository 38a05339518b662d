package io.pando.cli.command.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reasons why the monitors refuse OSDs' boots, as the OSDs write them to a log file. Earlier
 * contents of the file do not count.
 */
record BootRefusals(Path log, long from) {
  private static final int MOST_BYTES = 1 << 20;

  /** Reads lines written to a file from now on. */
  static BootRefusals since(Path log) throws IOException {
    return new BootRefusals(log, Files.exists(log) ? Files.size(log) : 0);
  }

  /** The newest reason for an OSD. */
  Optional<String> of(int osd) {
    String mark = "osd." + osd + " cannot boot yet: ";
    String text = read();
    int at = text.lastIndexOf(mark);
    return at < 0
        ? Optional.empty()
        : Optional.of(text.substring(at).lines().findFirst().orElse(mark).strip());
  }

  private String read() {
    if (!Files.exists(log)) {
      return "";
    }
    try (SeekableByteChannel channel = Files.newByteChannel(log)) {
      // A file that has become shorter was rotated.
      channel.position(channel.size() < from ? 0 : from);
      byte[] bytes = new byte[(int) Math.min(MOST_BYTES, channel.size() - channel.position())];
      int read = channel.read(ByteBuffer.wrap(bytes));
      return new String(bytes, 0, Math.max(0, read), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
