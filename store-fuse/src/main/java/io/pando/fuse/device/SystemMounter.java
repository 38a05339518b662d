package io.pando.fuse.device;

import io.pando.fuse.device.MountException.Reason;
import io.pando.fuse.protocol.Errno;
import java.nio.file.Path;

/** Mounts by system calls, which needs the capability {@code CAP_SYS_ADMIN}. */
final class SystemMounter implements Mounter {
  private static final long MS_RDONLY = 1;
  private static final long MS_NOSUID = 2;
  private static final long MS_NODEV = 4;

  private final LinuxCalls calls = new LinuxCalls();

  @Override
  public DeviceChannel mount(Path point, MountSpec spec) throws MountException {
    DeviceChannel device = DeviceChannel.open();
    String options =
        "fd=%d,rootmode=40000,user_id=%d,group_id=%d"
                .formatted(
                    device.descriptor(),
                    Integer.toUnsignedLong(calls.user()),
                    Integer.toUnsignedLong(calls.group()))
            + spec.commonOptions();
    long flags = MS_NOSUID | MS_NODEV | (spec.readOnly() ? MS_RDONLY : 0);
    String type = "fuse." + spec.subtype();
    int result = calls.mount(spec.source(), point, type, flags, options);
    if (result < 0) {
      device.close();
      throw failure(point, -result);
    }
    return device;
  }

  private static MountException failure(Path point, int errno) {
    return switch (errno) {
      case Errno.EPERM, Errno.EACCES ->
          new MountException(
              Reason.NO_PERMISSION,
              "this process may not mount at "
                  + point
                  + ": it needs the capability CAP_SYS_ADMIN,"
                  + " which containers usually lack");
      case Errno.ENODEV ->
          new MountException(
              Reason.NO_DEVICE, "this kernel has no FUSE: load its module with 'modprobe fuse'");
      case Errno.ENOENT, Errno.ENOTDIR ->
          new MountException(
              Reason.NO_DIRECTORY, "the mount point " + point + " is not a directory (any more)");
      default ->
          new MountException(
              Reason.OTHER, "mounting at " + point + " failed with error " + errno + " of Linux");
    };
  }

  @Override
  public void unmount(Path point, boolean lazily) throws MountException {
    check(point, calls.unmount(point, lazily ? LinuxCalls.MNT_DETACH : 0));
  }

  @Override
  public void abort(Path point) throws MountException {
    check(point, calls.unmount(point, LinuxCalls.MNT_FORCE | LinuxCalls.MNT_DETACH));
  }

  private static void check(Path point, int result) throws MountException {
    if (result >= 0) {
      return;
    }
    throw switch (-result) {
      case Errno.EBUSY ->
          new MountException(
              Reason.BUSY,
              point
                  + " is in use: close its files and leave the directory ('fuser -m "
                  + point
                  + "' lists the processes), or unmount lazily with 'umount -l "
                  + point
                  + "'");
      case Errno.EINVAL, Errno.ENOENT ->
          new MountException(Reason.NOT_MOUNTED, "nothing is mounted at " + point);
      case Errno.EPERM ->
          new MountException(
              Reason.NO_PERMISSION,
              "this process may not unmount " + point + ": it needs the capability CAP_SYS_ADMIN");
      default ->
          new MountException(
              Reason.OTHER, "unmounting " + point + " failed with error " + -result + " of Linux");
    };
  }
}
