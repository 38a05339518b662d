package io.pando.cli.command.demo;

import io.pando.cli.command.UserError;
import io.pando.cli.output.Console;
import io.pando.cli.output.Progress;
import io.pando.cli.text.ByteSize;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The files of a folder, stored as objects named by their paths, and compared with them afterwards.
 * Files are left out that are together larger than the demo stores: its cluster has three copies of
 * each byte on this machine. A hole counts as bytes, as it is stored as zeros.
 */
final class FolderCopy {
  private static final int AT_A_TIME = 16;

  /** Most bytes of all files. */
  static final long MOST_BYTES = 1L << 30;

  private static final List<String> SKIPPED = List.of(".git", "target", ".pando");

  private final Console console;
  private final Path folder;
  private final SortedMap<String, Path> files = new TreeMap<>();
  private long totalBytes;
  private int omitted;
  private long omittedBytes;

  private FolderCopy(Console console, Path folder) throws IOException {
    this.console = console;
    this.folder = folder;
    collect();
    limit();
  }

  /** The regular files below a folder, without the folders of version control and of builds. */
  static FolderCopy of(Console console, Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw UserError.failed(folder + ": is not a directory");
    }
    FolderCopy copy = new FolderCopy(console, folder);
    if (copy.files.isEmpty()) {
      throw UserError.failed(
          folder
              + ": contains no files to store"
              + copy.omission().map(omission -> ". " + omission).orElse(""));
    }
    return copy;
  }

  private void collect() throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            boolean skipped =
                !dir.equals(folder) && SKIPPED.contains(String.valueOf(dir.getFileName()));
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && Files.isReadable(file)) {
              files.put(ObjectNameOf.file(folder, file), file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Leaves out each file, in order, that exceeds the limit together with those before. */
  private void limit() throws IOException {
    for (Map.Entry<String, Path> each : List.copyOf(files.entrySet())) {
      long bytes = Files.size(each.getValue());
      if (bytes <= MOST_BYTES - totalBytes) {
        totalBytes += bytes;
      } else {
        files.remove(each.getKey());
        omitted++;
        omittedBytes += bytes;
      }
    }
  }

  /** A sentence about the files that are left out; empty if there are none. */
  Optional<String> omission() {
    return omitted == 0
        ? Optional.empty()
        : Optional.of(
            "Left out: %d of the files (%s). The demo stores at most %s; holes in files count."
                .formatted(omitted, ByteSize.format(omittedBytes), ByteSize.format(MOST_BYTES)));
  }

  /** The names of the objects, in order. */
  List<String> names() {
    return List.copyOf(files.keySet());
  }

  int count() {
    return files.size();
  }

  long totalBytes() {
    return totalBytes;
  }

  /** Stores every file. */
  void store(Pool pool) throws InterruptedException {
    each(
        "storing",
        (name, file, progress) -> {
          try (InputStream stream = Files.newInputStream(file)) {
            pool.upload(name, stream, bytes -> {});
          }
          progress.add(Files.size(file));
        });
  }

  /** Fetches every object and compares it with its file, byte by byte. */
  void compare(Pool pool) throws InterruptedException {
    each(
        "reading",
        (name, file, progress) -> {
          try (Comparing comparing = new Comparing(name, file)) {
            pool.download(name, comparing, bytes -> {});
            comparing.end();
          }
          progress.add(Files.size(file));
        });
  }

  private interface Action {
    void run(String name, Path file, Progress progress) throws IOException;
  }

  private void each(String what, Action action) throws InterruptedException {
    List<Future<?>> tasks = new ArrayList<>();
    try (Progress progress = new Progress(console, "      " + what, totalBytes);
        ExecutorService workers = Executors.newFixedThreadPool(AT_A_TIME)) {
      files.forEach((name, file) ->
          tasks.add(
              workers.submit(() -> {
                action.run(name, file, progress);
                return name;
              })));
      for (Future<?> task : tasks) {
        await(task);
      }
    }
  }

  private static void await(Future<?> task) throws InterruptedException {
    try {
      task.get();
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case PandoException failure -> throw failure;
        case UserError failure -> throw failure;
        case IOException failure -> throw new UncheckedIOException(failure);
        case null, default -> throw new IllegalStateException(failed);
      }
    }
  }
}
