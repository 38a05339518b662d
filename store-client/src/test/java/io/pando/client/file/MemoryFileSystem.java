package io.pando.client.file;

import io.pando.client.FileCompletions;
import io.pando.client.file.path.PathFileSystem;

/** A file system by path over {@link MemoryFiles}. */
public final class MemoryFileSystem {
  private MemoryFileSystem() {}

  /** Opens it; its end ends the file system in memory. */
  public static PandoFileSystem over(MemoryFiles files) {
    return PathFileSystem.open(
        "test",
        files,
        MemoryFiles.HASH,
        FileCompletions.on(Thread::startVirtualThread),
        files::close);
  }
}
