package io.pando.cli.socket;

import io.pando.cli.config.ClusterConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/**
 * Where the sockets of a cluster's daemons are: in the folder {@code sockets} of the run folder,
 * which only the daemons' user may enter. The system limits the length of a socket's path, so below
 * a long path they are in a folder of the system's temporary folder.
 */
final class SocketPath {
  private static final int MOST_BYTES = 100;
  private static final String OWNER_ONLY = "rwx------";

  private SocketPath() {}

  /** The socket of a daemon. */
  static Path of(ClusterConfig config, String daemon) {
    Path usual = config.run().resolve("sockets").resolve(daemon);
    if (usual.toString().getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES) {
      return usual;
    }
    byte[] place = usual.resolveSibling("").toString().getBytes(StandardCharsets.UTF_8);
    return Path.of(System.getProperty("java.io.tmpdir", "/tmp"))
        .resolve("pando-" + UUID.nameUUIDFromBytes(place))
        .resolve(daemon);
  }

  /** Makes the folder of a socket, if it is missing. */
  static void makeFolder(Path socket) throws IOException {
    Path folder = socket.resolveSibling("");
    Files.createDirectories(folder.resolveSibling(""));
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
    }
    if (!Files.getOwner(folder).getName().equals(System.getProperty("user.name"))
        && !Files.isWritable(folder)) {
      throw new IOException(folder + " belongs to another user");
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(OWNER_ONLY));
  }
}
