package io.pando.cli.command.mount;

import io.pando.cli.config.ClusterConfig;
import io.pando.fs.NameHash;
import io.pando.port.FileCalls;

/** Where mounts get the client of a file system from. */
public interface MountSource {
  /** A client of one file system. */
  interface Opened extends AutoCloseable {
    /** Its calls, to which no cache is attached. */
    FileCalls calls();

    /** The hash of the names of the file system. */
    NameHash hash();

    /** Ends the client, when all writes are durable. Closing it again does nothing. */
    @Override
    void close();
  }

  /**
   * Begins a client.
   *
   * @param fileSystem its name
   * @throws io.pando.cli.command.UserError if there is no such file system
   */
  Opened open(ClusterConfig config, String fileSystem);
}
