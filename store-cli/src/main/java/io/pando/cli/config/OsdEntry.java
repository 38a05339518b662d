package io.pando.cli.config;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An OSD of the cluster.
 *
 * @param host where it listens
 * @param port 0 takes a free one at each start
 * @param data its folder
 * @param device on which its store has the data; null: a file in {@code data}
 * @param log folder for the operation log of its store; null: in {@code data}, or where it is
 * @param location where CRUSH gets it when it is new: {@code type=name} pairs
 * @param cores where its threads run
 */
public record OsdEntry(
    int id,
    String host,
    int port,
    Path data,
    @Nullable Path device,
    @Nullable Path log,
    List<String> location,
    OsdCores cores) {
  public OsdEntry {
    location = List.copyOf(location);
  }

  /** One whose threads run anywhere. */
  public OsdEntry(int id, String host, int port, Path data, List<String> location) {
    this(id, host, port, data, null, null, location, OsdCores.ANY);
  }
}
