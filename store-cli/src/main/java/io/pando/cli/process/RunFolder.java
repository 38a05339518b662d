package io.pando.cli.process;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.DaemonException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Process numbers and start times of a cluster's processes on this machine: {@code NAME.pid} in the
 * folder {@code run} next to the configuration, or elsewhere if it says so; NAME is {@code up},
 * {@code mon.N} or {@code osd.N}.
 */
public record RunFolder(Path folder) {
  private static final Logger LOG = LoggerFactory.getLogger(RunFolder.class);

  /** The process that runs a whole cluster, or supervises its processes. */
  public static final String UP = "up";

  private static final String SUFFIX = ".pid";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The run folder of a cluster. */
  public static RunFolder of(ClusterConfig config) {
    return new RunFolder(config.run());
  }

  /**
   * Records that this process runs something; throws {@link DaemonException} if another process
   * does. Waits for the end of a process that was killed, since it may still have files and ports
   * open.
   */
  public void claim(String name) throws DaemonException, IOException, InterruptedException {
    Optional<RunningProcess> noted = noted(name);
    if (noted.isPresent() && noted.get().pid() != ProcessHandle.current().pid()) {
      RunningProcess other = noted.get();
      if (other.condition() == RunningProcess.Condition.RUNS) {
        throw new DaemonException(
            name + " is already running, as process " + other.pid() + ". Stop it with: pando down");
      }
      if (!other.awaitEnd(PATIENCE)) {
        throw new DaemonException(
            "process %s, which ran %s, was killed and has not ended within %s s; its disk may hang"
                .formatted(other.pid(), name, PATIENCE.toSeconds()));
      }
    }
    Files.createDirectories(folder);
    note(folder.resolve(name + SUFFIX), RunningProcess.current().note());
  }

  /**
   * Writes a note. On a full file system the note is the target of a symbolic link, which needs no
   * block.
   */
  private static void note(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    try {
      Files.writeString(file, text + "\n");
    } catch (IOException e) {
      LOG.warn("{} cannot be written and becomes a link: {}", file, e.getMessage());
      Files.deleteIfExists(file);
      Files.createSymbolicLink(file, Path.of(text));
    }
  }

  /** Removes the record of this process. */
  public void release(String name) throws IOException {
    Files.deleteIfExists(folder.resolve(name + SUFFIX));
  }

  /**
   * The process that runs something. A process that was killed does not count, even before its end.
   */
  public Optional<RunningProcess> running(String name) throws IOException {
    Optional<RunningProcess> noted = noted(name);
    return noted.isPresent() && noted.get().condition() == RunningProcess.Condition.RUNS
        ? noted
        : Optional.empty();
  }

  private Optional<RunningProcess> noted(String name) throws IOException {
    try {
      Path file = folder.resolve(name + SUFFIX);
      String text =
          Files.isSymbolicLink(file)
              ? Files.readSymbolicLink(file).toString()
              : Files.readString(file);
      return RunningProcess.parse(text);
    } catch (NoSuchFileException | NotDirectoryException none) {
      return Optional.empty();
    }
  }

  /** All running processes, by name. */
  public SortedMap<String, RunningProcess> all() throws IOException {
    SortedMap<String, RunningProcess> all = new TreeMap<>();
    if (!Files.isDirectory(folder)) {
      return all;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        String fileName = file.getFileName().toString();
        String name = fileName.substring(0, fileName.length() - SUFFIX.length());
        Optional<RunningProcess> process = running(name);
        process.ifPresent(found -> all.put(name, found));
      }
    }
    return all;
  }
}
