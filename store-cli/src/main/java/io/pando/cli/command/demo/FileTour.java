package io.pando.cli.command.demo;

import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.EmbeddedCluster;
import io.pando.cli.output.Console;
import io.pando.client.Cluster;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import io.pando.fs.call.OpenMode;
import io.pando.id.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The part of the tour about files: a file system, files that a program writes to it, and a
 * metadata server that is killed meanwhile.
 */
record FileTour(ClusterConfig config, Console console, EmbeddedCluster cluster, Cluster client) {
  /** Number of its steps. */
  static final int STEPS = 3;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String NAME = "home";
  private static final int GROUPS = 8;
  private static final int FILES = 50;
  private static final int DIRECTORIES = 5;
  private static final int MOST_BYTES = 100;

  void run(StepLog tell) throws DaemonException, IOException, InterruptedException {
    tell.step("Starting 2 metadata servers, and making the file system '" + NAME + "'", this::make);
    Path point = Files.createDirectory(config.file().resolveSibling(NAME));
    try (FileDirectory directory = FileDirectory.open(config, NAME, point, console.err())) {
      tell.step(
          "Writing " + FILES + " files " + directory.how(),
          () -> {
            write(directory.root(), 0);
            return "in %d directories, as any program does".formatted(DIRECTORIES);
          });
      NodeId serves = active(client.admin().map()).orElseThrow();
      tell.step(
          "Killing %s, and writing on".formatted(serves),
          () -> {
            cluster.killMetadataServer(serves);
            long longestNanos = write(directory.root(), FILES);
            compare();
            NodeId next = active(client.admin().map()).orElseThrow();
            return String.format(
                Locale.ROOT,
                "%s took over. The longest write waited %.1f s for it; another client read %d files,"
                    + " every byte equal",
                next,
                longestNanos / 1e9,
                2 * FILES);
          });
    }
  }

  private String make() throws DaemonException {
    for (DaemonException failure : cluster.startMetadataServers().values()) {
      throw failure;
    }
    String names = NAME + ".names";
    String bytes = NAME + ".bytes";
    for (String pool : List.of(names, bytes)) {
      client.admin().change(new Change.CreatePool(pool, GROUPS, 3, 2, null));
    }
    client.admin().change(new Change.CreateFileSystem(NAME, names, List.of(bytes)));
    client
        .admin()
        .awaitMap(map -> active(map).isPresent() && map.files().standbys().size() == 1, PATIENCE);
    ClusterMap map = client.admin().map();
    return "%s serves it, and %s stands by"
        .formatted(active(map).orElseThrow(), map.files().standbys().getFirst().node());
  }

  /** The metadata server that serves the file system; empty if none does. */
  private static Optional<NodeId> active(ClusterMap map) {
    Optional<Rank> rank = map.files().named(NAME).map(FileSystem::ranks).map(it -> it.get(0));
    return rank.filter(it -> it.state() == RankState.ACTIVE)
        .map(Rank::holder)
        .flatMap(holder -> Optional.ofNullable(map.files().daemons().get(holder)))
        .map(MdsInfo::node);
  }

  /** Writes files; returns how long the slowest took. */
  private static long write(Path root, int first) throws IOException {
    long longestNanos = 0;
    for (int i = first; i < first + FILES; i++) {
      long beganNanos = System.nanoTime();
      Path file = root.resolve(name(i));
      Files.createDirectories(file.getParent());
      Files.writeString(file, text(i));
      longestNanos = Math.max(longestNanos, System.nanoTime() - beganNanos);
    }
    return longestNanos;
  }

  /** Reads all files as a client that wrote none of them. */
  private void compare() {
    try (PandoFileSystem files = client.fileSystem(NAME)) {
      for (int i = 0; i < 2 * FILES; i++) {
        try (PandoFile file = files.open("/" + name(i), OpenMode.READ)) {
          String found = file.read(0, MOST_BYTES).toUtf8();
          if (!found.equals(text(i))) {
            throw UserError.failed(
                "the file /%s has '%s', and not '%s'".formatted(name(i), found, text(i)));
          }
        }
      }
    }
  }

  private static String name(int number) {
    return "directory-%d/file-%d".formatted(number % DIRECTORIES, number);
  }

  private static String text(int number) {
    return "file " + number + " of the demo";
  }
}
