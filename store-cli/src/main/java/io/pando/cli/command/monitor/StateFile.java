package io.pando.cli.command.monitor;

import io.pando.cli.command.UserError;
import io.pando.id.ClusterId;
import io.pando.mon.MonitorRecords;
import io.pando.mon.state.MonitorState;
import io.pando.proto.FormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A backup of the monitors' state: 8 bytes {@code PANDOMON}, a CRC32C of what follows (4 bytes, big
 * endian), and the state as in a snapshot.
 */
final class StateFile {
  private static final byte[] MAGIC = "PANDOMON".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER_BYTES = MAGIC.length + Integer.BYTES;

  private StateFile() {}

  static void write(Path file, MonitorState state) throws IOException {
    byte[] body = MonitorRecords.STATE.toBytes(state);
    byte[] all =
        ByteBuffer.allocate(HEADER_BYTES + body.length)
            .put(MAGIC)
            .putInt(checksum(body))
            .put(body)
            .array();
    Path half = file.resolveSibling(file.getFileName() + ".half");
    Files.write(half, all);
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  static MonitorState read(Path file, ClusterId cluster) throws IOException {
    byte[] all;
    try {
      all = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw UserError.failed(file + " does not exist");
    }
    byte[] body = Arrays.copyOfRange(all, Math.min(HEADER_BYTES, all.length), all.length);
    if (all.length < HEADER_BYTES
        || !Arrays.equals(MAGIC, Arrays.copyOf(all, MAGIC.length))
        || ByteBuffer.wrap(all).getInt(MAGIC.length) != checksum(body)) {
      throw UserError.failed(
          file + " is no complete backup of monitors: make one with pando mon export");
    }
    MonitorState state;
    try {
      state = MonitorRecords.STATE.decode(body);
    } catch (FormatException e) {
      throw UserError.failed(file + " is of another release: " + e.getMessage());
    }
    if (!state.map().cluster().equals(cluster)) {
      throw UserError.failed(
          "%s is of cluster %s, the configuration of %s: name the right configuration (-c)"
              .formatted(file, state.map().cluster(), cluster));
    }
    return state;
  }

  private static int checksum(byte[] body) {
    CRC32C checksum = new CRC32C();
    checksum.update(body);
    return (int) checksum.getValue();
  }
}
