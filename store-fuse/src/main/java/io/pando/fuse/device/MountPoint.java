package io.pando.fuse.device;

import io.pando.fuse.device.MountException.Reason;
import io.pando.fuse.protocol.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Checks a directory before something is mounted there. */
final class MountPoint {
  private MountPoint() {}

  /** The real path of a directory at which no FUSE file system is mounted. */
  static Path check(Path directory) throws MountException {
    int result = new LinuxCalls().exists(directory.toAbsolutePath());
    if (result < 0) {
      throw unusable(directory, -result);
    }
    try {
      if (!Files.isDirectory(directory)) {
        throw new MountException(
            Reason.NO_DIRECTORY,
            "the mount point " + directory + " is not a directory: name an existing directory");
      }
      Path real = directory.toRealPath();
      Optional<MountTable.Mounted> mounted =
          MountTable.read().at(real).filter(MountTable.Mounted::isFuse);
      if (mounted.isPresent()) {
        throw new MountException(
            Reason.ALREADY_MOUNTED,
            "a file system of type "
                + mounted.get().type()
                + " is mounted at "
                + real
                + " already: unmount it with 'umount "
                + real
                + "', or choose another directory");
      }
      return real;
    } catch (MountException e) {
      throw e;
    } catch (IOException e) {
      throw new MountException(
          Reason.OTHER, "the mount point " + directory + " cannot be read: " + e, e);
    }
  }

  private static MountException unusable(Path directory, int errno) {
    return switch (errno) {
      case Errno.ENOTCONN, Errno.ECONNABORTED ->
          new MountException(
              Reason.STALE,
              "a file system is mounted at "
                  + directory
                  + " whose process is gone: remove it with"
                  + " 'umount -l "
                  + directory
                  + "' or 'fusermount3 -u -z "
                  + directory
                  + "'");
      case Errno.ENOENT, Errno.ENOTDIR ->
          new MountException(
              Reason.NO_DIRECTORY,
              "the mount point " + directory + " does not exist: make it with 'mkdir -p'");
      case Errno.EACCES ->
          new MountException(
              Reason.NO_PERMISSION,
              "this user may not enter the mount point "
                  + directory
                  + ": check the modes of its directories, or choose another one");
      default ->
          new MountException(
              Reason.OTHER,
              "the mount point " + directory + " cannot be used: error " + errno + " of Linux");
    };
  }
}
