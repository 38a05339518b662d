package io.pando.fuse.memory;

import io.pando.fuse.FuseMount;
import io.pando.fuse.MountOptions;
import java.nio.file.Path;
import java.time.Duration;

/** A process that serves a file system on the heap until it is killed, for an hour at most. */
public final class MemoryServer {
  private MemoryServer() {}

  /** Mounts at the directory that the argument names, and says so. */
  public static void main(String[] arguments) throws Exception {
    MemoryFileSystem memory = new MemoryFileSystem(0, 0, 0);
    try (FuseMount mount =
        FuseMount.mount(Path.of(arguments[0]), MountOptions.usual("memory"), memory)) {
      System.out.println("mounted");
      boolean _ = mount.awaitEnd(Duration.ofHours(1));
    }
  }
}
