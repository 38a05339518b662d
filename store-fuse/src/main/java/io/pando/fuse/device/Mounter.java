package io.pando.fuse.device;

import java.nio.file.Path;

/** A way to mount and unmount. */
sealed interface Mounter permits SystemMounter, FusermountMounter {
  /** Mounts a file system; the device's descriptor is open then, and the session begins. */
  DeviceChannel mount(Path point, MountSpec spec) throws MountException;

  /**
   * Unmounts.
   *
   * @param lazily the mount point is free at once; open files stay usable until they are closed
   * @throws MountException with the reason {@code BUSY} if files are open and it is not lazy
   */
  void unmount(Path point, boolean lazily) throws MountException;

  /** Unmounts at once. Open files are of no use afterwards. */
  void abort(Path point) throws MountException;
}
