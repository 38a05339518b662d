package io.pando.mon.raft;

import io.pando.bytes.Payload;
import io.pando.id.ClusterId;
import io.pando.port.ReplicatedLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;

/**
 * A replica as stored in its folder, which is only read, whether its monitor runs or not. Commands
 * at the end of the log count even if the replica does not know whether a majority has them: each
 * of them may have been acknowledged.
 */
public final class StoredMonitorLog {
  private static final int ATTEMPTS = 5;
  private static final Pattern SNAPSHOT = Pattern.compile("snapshot\\.([0-9]+)_([0-9]+)");

  private final Path log;

  private record Command(long stampMillis, Payload bytes) {}

  private StoredMonitorLog(Path log) {
    this.log = log;
  }

  /** The log of a monitor's folder that has this quorum. */
  public static StoredMonitorLog of(Path folder, ClusterId cluster, long quorum) {
    return new StoredMonitorLog(
        ReplicaDirectory.logs(folder)
            .resolve(RatisSettings.groupId(cluster, quorum).getUuid().toString()));
  }

  /** Whether a process has the log open. */
  public boolean isInUse() throws IOException {
    Path file = log.resolve("in_use.lock");
    if (Files.notExists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  /**
   * Restores the newest snapshot into a state machine and applies the commands after it.
   *
   * @return index of the last command; -1 if there is neither a snapshot nor a command
   */
  public long replay(ReplicatedLog.StateMachine machine) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return replayOnce(machine);
      } catch (NoSuchFileException e) {
        // A running monitor has removed a file that a newer snapshot replaces.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private long replayOnce(ReplicatedLog.StateMachine machine) throws IOException {
    long last = -1;
    Path snapshot = null;
    for (Path file : files(log.resolve("sm"))) {
      Matcher matcher = SNAPSHOT.matcher(String.valueOf(file.getFileName()));
      if (matcher.matches() && Long.parseLong(matcher.group(2)) > last) {
        last = Long.parseLong(matcher.group(2));
        snapshot = file;
      }
    }
    NavigableMap<Long, Command> commands = commands();
    if (snapshot != null) {
      machine.restore(Payload.wrap(Files.readAllBytes(snapshot)));
    }
    for (var command : commands.tailMap(last, false).entrySet()) {
      last = command.getKey();
      Payload _ = machine.apply(last, command.getValue().stampMillis(), command.getValue().bytes());
    }
    return last;
  }

  private NavigableMap<Long, Command> commands() throws IOException {
    NavigableMap<Long, Command> commands = new TreeMap<>();
    for (Path file : files(log.resolve("current"))) {
      if (String.valueOf(file.getFileName()).startsWith("log_")) {
        for (ByteBuffer bytes : TornTail.entries(ByteBuffer.wrap(Files.readAllBytes(file)))) {
          LogEntryProto entry = LogEntryProto.parseFrom(bytes);
          if (entry.hasStateMachineLogEntry()) {
            ByteBuffer data = entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer();
            long stampMillis = data.getLong();
            commands.put(entry.getIndex(), new Command(stampMillis, Payload.wrap(data)));
          }
        }
      }
    }
    return commands;
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }
}
