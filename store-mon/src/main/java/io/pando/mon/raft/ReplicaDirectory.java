package io.pando.mon.raft;

import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The directory of a replica: {@code owner}, one line that names its owner, and {@code raft} with
 * the files of Ratis.
 */
final class ReplicaDirectory {
  private ReplicaDirectory() {}

  /** Where Ratis keeps its logs. */
  static Path logs(Path directory) {
    return directory.resolve("raft");
  }

  /** Makes the directory this replica's, or throws if another replica owns it. */
  static Path claim(Path directory, ClusterId cluster, NodeId self) throws LogOpenException {
    Path owner = directory.resolve("owner");
    String ours = "cluster " + cluster + " monitor " + self;
    try {
      Files.createDirectories(directory.resolve("raft"));
      if (Files.notExists(owner)) {
        write(owner, ours + "\n");
      }
      String found = Files.readString(owner).strip();
      if (!found.equals(ours)) {
        throw new LogOpenException(
            LogOpenException.Problem.NOT_OURS,
            "%s belongs to %s, not to %s: choose another directory, or correct the configuration"
                .formatted(directory, found, ours),
            null);
      }
      return directory.resolve("raft");
    } catch (LogOpenException e) {
      throw e;
    } catch (IOException e) {
      if (DiskLimits.isCause(e)) {
        throw new LogOpenException(
            LogOpenException.Problem.FULL,
            "the file system of the monitor's directory " + directory + " is full: free some space",
            e);
      }
      throw new LogOpenException(
          LogOpenException.Problem.UNUSABLE,
          "the monitor's directory " + directory + " cannot be used: " + e,
          e);
    }
  }

  /** Writes a file atomically: after a crash it is there completely or not at all. */
  static void write(Path file, String text) throws IOException {
    write(file, StandardCharsets.UTF_8.encode(text));
  }

  /** Writes a file atomically: after a crash it is there completely or not at all. */
  static void write(Path file, ByteBuffer bytes) throws IOException {
    Path half = file.resolveSibling(file.getFileName() + ".half");
    try {
      writeHalf(half, bytes);
    } catch (IOException e) {
      Files.deleteIfExists(half);
      throw e;
    }
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel parent = FileChannel.open(file.resolveSibling("."))) {
      parent.force(true);
    }
  }

  private static void writeHalf(Path half, ByteBuffer bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            half,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }
}
