package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where the processes of a cluster on this machine leave their numbers: {@code run/NAME.pid} beside
 * the configuration; NAME is {@code up}, {@code mon.N} or {@code osd.N}.
 */
public record RunFolder(Path folder) {
  /** The process that runs a whole cluster, or watches over those that do. */
  public static final String UP = "up";

  private static final String SUFFIX = ".pid";

  /** That of a cluster. */
  public static RunFolder of(ClusterConfig config) {
    return new RunFolder(config.file().resolveSibling("run"));
  }

  /** Notes that this process runs something; {@link DaemonException} if another does. */
  public void claim(String name) throws DaemonException, IOException {
    Optional<ProcessHandle> other = running(name);
    if (other.isPresent() && other.get().pid() != ProcessHandle.current().pid()) {
      throw new DaemonException(
          name + " runs already, as process " + other.get().pid() + ". Stop it with: pando down");
    }
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(name + SUFFIX), ProcessHandle.current().pid() + "\n");
  }

  /** Notes that this process runs something no longer. */
  public void release(String name) throws IOException {
    Files.deleteIfExists(folder.resolve(name + SUFFIX));
  }

  /** The process that runs something. */
  public Optional<ProcessHandle> running(String name) throws IOException {
    String text;
    try {
      text = Files.readString(folder.resolve(name + SUFFIX)).strip();
    } catch (NoSuchFileException | NotDirectoryException none) {
      return Optional.empty();
    }
    return text.matches("[0-9]{1,18}")
        ? ProcessHandle.of(Long.parseLong(text)).filter(RunFolder::isOurs)
        : Optional.empty();
  }

  /** Everything that runs, by name. */
  public SortedMap<String, ProcessHandle> all() throws IOException {
    SortedMap<String, ProcessHandle> all = new TreeMap<>();
    if (!Files.isDirectory(folder)) {
      return all;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        String fileName = file.getFileName().toString();
        String name = fileName.substring(0, fileName.length() - SUFFIX.length());
        Optional<ProcessHandle> process = running(name);
        process.ifPresent(handle -> all.put(name, handle));
      }
    }
    return all;
  }

  /** A number may have gone to another program since; only a living JVM counts. */
  private static boolean isOurs(ProcessHandle process) {
    return process.isAlive()
        && process.info().command().map(command -> command.endsWith("java")).orElse(true);
  }
}
