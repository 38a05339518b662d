package io.pando.client.nio;

import io.pando.client.ClientConfig;
import io.pando.client.file.PandoFileSystem;

/** Connects to a cluster for a file system that is opened by its URI. */
@FunctionalInterface
interface FileSystemConnector {
  /**
   * Opens a file system.
   *
   * @return the file system; closing it closes the connection
   * @throws io.pando.client.PandoException if the cluster cannot be reached, or has no such file
   *     system
   */
  PandoFileSystem connect(ClientConfig config, String name);
}
