package io.pando.fuse.memory;

import io.pando.fuse.FuseMount;
import io.pando.fuse.MountAccess;
import io.pando.fuse.MountOptions;
import io.pando.fuse.device.KernelMount;
import java.nio.file.Path;
import java.time.Duration;

/** A process that serves a file system on the heap until it is killed, for an hour at most. */
public final class MemoryServer {
  private MemoryServer() {}

  /** Mounts at the directory that the argument names, and says so. */
  public static void main(String[] arguments) throws Exception {
    MemoryFileSystem memory = new MemoryFileSystem(0, 0, 0);
    MountOptions options =
        MountOptions.usual("memory")
            .withAccess(new MountAccess(KernelMount.Method.AUTOMATIC, false, true, false));
    try (FuseMount mount = FuseMount.mount(Path.of(arguments[0]), options, memory)) {
      System.out.println("mounted");
      boolean _ = mount.awaitEnd(Duration.ofHours(1));
    }
  }
}
