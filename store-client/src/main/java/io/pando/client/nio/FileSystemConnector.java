package io.pando.client.nio;

import io.pando.client.ClientConfig;
import io.pando.client.file.PandoFileSystem;

/** Connects to a cluster for a file system that is opened by its URI. */
@FunctionalInterface
interface FileSystemConnector {
  /**
   * A file system with the connection that was made for it.
   *
   * @param close closes both
   */
  record Connected(PandoFileSystem files, Runnable close) {}

  /**
   * Opens a file system.
   *
   * @throws io.pando.client.PandoException if the cluster cannot be reached, or has no such file
   *     system
   */
  Connected connect(ClientConfig config, String name);
}
