package io.pando.mon.raft;

import io.pando.cluster.MonitorInfo;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the folder of a monitor says about the monitor, beside its log: the file {@code member} has
 * the monitor as the cluster map had it when it began, and the monitors with which the cluster
 * began if it was one of them. The file {@code left} says why the monitor's life is over.
 *
 * <pre>
 *   member   self 1 10.0.0.1 6789 6790 LIFE QUORUM
 *            founder 0 10.0.0.9 6789 6790 0 0
 * </pre>
 */
public record MonitorFolder(Path directory) {
  private static final String MEMBER = "member";
  private static final String LEFT = "left";
  private static final String EARLIER = "earlier-life";

  /**
   * A monitor's own entry in the cluster map.
   *
   * @param founders monitors with which the log began, if it began with this one
   */
  public record Membership(MonitorInfo self, List<MonitorInfo> founders) {
    public Membership {
      founders = List.copyOf(founders);
    }

    /** Options to open its log. */
    public RaftOptions.Peers peers(ClusterId cluster) {
      return new RaftOptions.Peers(cluster, self, founders);
    }
  }

  /** The folder of a monitor; {@link LogOpenException} if it belongs to another. */
  public static MonitorFolder claim(Path directory, ClusterId cluster, NodeId self)
      throws LogOpenException {
    Path _ = ReplicaDirectory.claim(directory, cluster, self);
    return new MonitorFolder(directory);
  }

  /** Whether there is a log, possibly of an older release, which wrote no {@code member}. */
  public boolean holdsLog() throws IOException {
    Path logs = ReplicaDirectory.logs(directory);
    if (!Files.isDirectory(logs)) {
      return false;
    }
    try (Stream<Path> found = Files.list(logs)) {
      return found.anyMatch(Files::isDirectory);
    }
  }

  /** What the folder says; empty if it never held a monitor of this release. */
  public Optional<Membership> membership() throws IOException {
    Path file = directory.resolve(MEMBER);
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    @Nullable MonitorInfo self = null;
    List<MonitorInfo> founders = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ", -1);
      if (words.length != 7) {
        throw unreadable(file, line, null);
      }
      try {
        if (words[0].equals("self")) {
          self = parse(words);
        } else {
          founders.add(parse(words));
        }
      } catch (NumberFormatException e) {
        throw unreadable(file, line, e);
      }
    }
    if (self == null) {
      throw unreadable(file, "no line 'self'", null);
    }
    return Optional.of(new Membership(self, founders));
  }

  private IOException unreadable(Path file, String line, @Nullable Throwable cause) {
    return new IOException(
        ("%s cannot be read (%s): while more than half of the monitors run, move %s away and start"
                + " the monitor again")
            .formatted(file, line, directory),
        cause);
  }

  private static MonitorInfo parse(String[] words) {
    return new MonitorInfo(
        new NodeId(NodeId.Role.MON, Long.parseUnsignedLong(words[1])),
        words[2],
        Integer.parseInt(words[3]),
        Integer.parseInt(words[4]),
        Long.parseLong(words[5]),
        Long.parseLong(words[6]));
  }

  /** Writes what the folder says, before the log is opened. */
  public void write(Membership membership) throws IOException {
    StringBuilder text = new StringBuilder(line("self", membership.self()));
    membership.founders().forEach(founder -> text.append(line("founder", founder)));
    ReplicaDirectory.write(directory.resolve(MEMBER), text.toString());
  }

  private static String line(String kind, MonitorInfo monitor) {
    return "%s %s %s %d %d %d %d\n"
        .formatted(
            kind,
            Long.toUnsignedString(monitor.node().number()),
            monitor.host(),
            monitor.port(),
            monitor.raftPort(),
            monitor.life(),
            monitor.quorum());
  }

  /** Records that the monitor was removed or begins again, so that its log is of no use. */
  public void leave(String reason) throws IOException {
    ReplicaDirectory.write(directory.resolve(LEFT), reason + "\n");
  }

  /** Whether the monitor's life is over. */
  public boolean hasLeft() {
    return Files.exists(directory.resolve(LEFT));
  }

  /**
   * Moves everything into a folder below, which replaces the content of the life before.
   *
   * @return the folder below
   */
  public Path setAside() throws IOException {
    Path earlier = directory.resolve(EARLIER);
    remove(earlier);
    Files.createDirectories(earlier);
    List<Path> all;
    try (Stream<Path> found = Files.list(directory)) {
      all = found.filter(path -> !path.equals(earlier)).sorted().toList();
    }
    for (Path path : all) {
      Files.move(path, earlier.resolve(path.getFileName()));
    }
    return earlier;
  }

  private static void remove(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
