package io.pando.fuse.device;

import io.pando.fuse.device.MountException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A mount in the kernel, and the device of its session. Methods other than {@link #device} may
 * block until the file system has answered requests, so no thread calls them that has to answer.
 */
public final class KernelMount {
  /** How to mount. */
  public enum Method {
    /** By system calls as root, otherwise by the program. */
    AUTOMATIC,
    /** By system calls. */
    SYSTEM_CALLS,
    /** By the program {@code fusermount3}. */
    FUSERMOUNT
  }

  private static final String TYPE = "fuse.pando";

  private final Path point;
  private final Mounter mounter;
  private final DeviceChannel device;
  private final String session;

  private KernelMount(Path point, Mounter mounter, DeviceChannel device, String session) {
    this.point = point;
    this.mounter = mounter;
    this.device = device;
    this.session = session;
  }

  /**
   * Mounts at a directory. The session begins: the device has the kernel's first message.
   *
   * @throws MountException with a sentence, if that is not possible
   */
  public static KernelMount mount(Path directory, MountSpec spec, Method method)
      throws MountException {
    Path point = MountPoint.check(directory);
    boolean byProgram =
        switch (method) {
          case AUTOMATIC -> new LinuxCalls().user() != 0;
          case SYSTEM_CALLS -> false;
          case FUSERMOUNT -> true;
        };
    Mounter mounter = byProgram ? new FusermountMounter() : new SystemMounter();
    DeviceChannel device = mounter.mount(point, spec);
    Optional<String> session;
    try {
      session = session(point);
    } catch (MountException | RuntimeException | Error e) {
      giveUp(mounter, point, e);
      device.close();
      throw e;
    }
    if (session.isEmpty()) {
      device.close();
      throw new MountException(
          Reason.OTHER, "the new mount at " + point + " was unmounted while the session began");
    }
    return new KernelMount(point, mounter, device, session.get());
  }

  private static void giveUp(Mounter mounter, Path point, Throwable cause) {
    try {
      mounter.abort(point);
    } catch (MountException | RuntimeException | Error e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Checks that something can be mounted at a directory, before the work that a mount needs.
   *
   * @throws MountException with a sentence, if it is not a directory, or FUSE is mounted there
   */
  public static void check(Path directory) throws MountException {
    Path _ = MountPoint.check(directory);
  }

  /**
   * The mount point at which a file system of Pando is mounted, in any process.
   *
   * @throws MountException with a sentence, if there is none
   */
  public static Path find(Path directory) throws MountException {
    Path point;
    try {
      // Of a mount whose process is gone there is no real path.
      point = directory.toRealPath();
    } catch (IOException e) {
      point = directory.toAbsolutePath().normalize();
    }
    Optional<MountTable.Mounted> mounted = mounted(point);
    if (mounted.isEmpty()) {
      throw new MountException(
          Reason.NOT_MOUNTED,
          "nothing is mounted at "
              + point
              + ": 'findmnt -t fuse.pando' lists the mounts of this machine");
    }
    if (!mounted.get().type().equals(TYPE)) {
      throw new MountException(
          Reason.NOT_MOUNTED,
          "a file system of type %s is mounted at %s: unmount it with 'umount'"
              .formatted(mounted.get().type(), point));
    }
    return point;
  }

  /**
   * Unmounts what {@link #find} found.
   *
   * @param lazily the mount point is free at once; open files stay usable until they are closed
   */
  public static void unmount(Path point, boolean lazily) throws MountException {
    boolean root = new LinuxCalls().user() == 0;
    Mounter mounter = root ? new SystemMounter() : new FusermountMounter();
    mounter.unmount(point, lazily);
  }

  private static Optional<MountTable.Mounted> mounted(Path point) throws MountException {
    try {
      return MountTable.read().at(point);
    } catch (IOException e) {
      throw new MountException(Reason.OTHER, "the table of mounts cannot be read: " + e, e);
    }
  }

  /** Number of the session of the FUSE file system that one sees at a path. */
  private static Optional<String> session(Path point) throws MountException {
    return mounted(point).filter(MountTable.Mounted::isFuse).map(MountTable.Mounted::minor);
  }

  /** The real path of the mount point. */
  public Path point() {
    return point;
  }

  /** The device, from which the session's messages are read. */
  public DeviceChannel device() {
    return device;
  }

  /**
   * Unmounts.
   *
   * @param lazily the mount point is free at once; open files stay usable until they are closed
   * @throws MountException with the reason {@code BUSY} if files are open and it is not lazy
   */
  public void unmount(boolean lazily) throws MountException {
    if (!isAtPoint()) {
      throw new MountException(
          Reason.NOT_MOUNTED, "this file system is not mounted at " + point + " any more");
    }
    mounter.unmount(point, lazily);
  }

  /**
   * Ends the session at once, also if it was unmounted lazily or elsewhere. Open files are of no
   * use afterwards. Called only while the session lasts.
   */
  public void abort() throws MountException {
    if (isAtPoint()) {
      mounter.abort(point);
    } else {
      AbortFile.abort(session);
    }
  }

  /** Whether this mount, and no other, is what one sees at the mount point. */
  private boolean isAtPoint() throws MountException {
    return session(point).filter(session::equals).isPresent();
  }
}
