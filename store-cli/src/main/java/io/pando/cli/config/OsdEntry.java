package io.pando.cli.config;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An OSD in the configuration.
 *
 * @param host host on which it listens
 * @param port port on which it listens; 0 takes a free one at each start
 * @param places folders and device of its store
 * @param location CRUSH location of a new OSD: {@code type=name} pairs
 * @param cores cores of its threads
 */
public record OsdEntry(
    int id, String host, int port, Places places, List<String> location, OsdCores cores) {
  /**
   * Folders and device of an OSD.
   *
   * @param data data folder
   * @param device device for the data of its store; null: a file in {@code data}
   * @param log folder for the operation log of its store; null: in {@code data}, or where it
   *     already is
   */
  public record Places(Path data, @Nullable Path device, @Nullable Path log) {}

  public OsdEntry {
    location = List.copyOf(location);
  }

  /** Data folder. */
  public Path data() {
    return places.data;
  }
}
