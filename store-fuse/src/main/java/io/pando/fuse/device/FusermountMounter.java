package io.pando.fuse.device;

import io.pando.fuse.device.MountException.Reason;
import io.pando.fuse.protocol.Errno;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Mounts by the program {@code fusermount3}, which may do that for every user: it opens the device,
 * mounts, and sends the descriptor through a socket whose number is in its environment.
 */
final class FusermountMounter implements Mounter {
  private static final String PROGRAM = "fusermount3";
  private static final int TIMEOUT_SECONDS = 30;

  @Override
  public DeviceChannel mount(Path point, MountSpec spec) throws MountException {
    String options =
        "fsname="
            + spec.source()
            + ",subtype="
            + spec.subtype()
            + ",nosuid,nodev"
            + (spec.readOnly() ? ",ro" : "")
            + spec.commonOptions();
    List<String> command = List.of(PROGRAM, "-o", options, "--", point.toString());
    Path errors = newErrorFile();
    try (DescriptorPassing sockets = DescriptorPassing.open()) {
      List<String> environment = List.of("_FUSE_COMMFD=" + ChildProcess.INHERITED, "LC_ALL=C");
      int pid = ChildProcess.start(command, environment, sockets.childSocket(), errors);
      sockets.closeChildSocket();
      if (pid < 0) {
        throw notStarted(-pid);
      }
      int descriptor = sockets.receive((int) TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
      int status = descriptor == -Errno.EAGAIN ? 0 : ChildProcess.await(pid);
      if (descriptor < 0) {
        throw failure(point, "mounting at " + point, status, text(errors));
      }
      return DeviceChannel.of(descriptor);
    } finally {
      remove(errors);
    }
  }

  @Override
  public void unmount(Path point, boolean lazily) throws MountException {
    List<String> command = new ArrayList<>(List.of(PROGRAM, "-u"));
    if (lazily) {
      command.add("-z");
    }
    command.addAll(List.of("--", point.toString()));
    Path errors = newErrorFile();
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
      builder.environment().put("LC_ALL", "C");
      Process process = start(builder);
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new MountException(
            Reason.OTHER, PROGRAM + " -u " + point + " did not end in " + TIMEOUT_SECONDS + " s");
      }
      if (process.exitValue() != 0) {
        throw failure(point, "unmounting " + point, process.exitValue(), text(errors));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MountException(Reason.OTHER, "unmounting " + point + " was interrupted", e);
    } finally {
      remove(errors);
    }
  }

  /** Only the superuser can abort by unmounting; the file that aborts a session is the user's. */
  @Override
  public void abort(Path point) throws MountException {
    AbortFile.abort(point);
    unmount(point, true);
  }

  private static Process start(ProcessBuilder builder) throws MountException {
    try {
      return builder.start();
    } catch (IOException e) {
      throw notStarted(Errno.ENOENT);
    }
  }

  private static MountException notStarted(int errno) {
    return errno == Errno.ENOENT
        ? new MountException(
            Reason.NO_FUSERMOUNT,
            "the program "
                + PROGRAM
                + " is missing, without which only root can mount: install"
                + " the package fuse3")
        : new MountException(Reason.OTHER, PROGRAM + " did not start: error " + errno);
  }

  /** The failure that the program's message, in English, is about. */
  static MountException failure(Path point, String what, int status, String said) {
    if (said.contains("device not found")) {
      return DeviceChannel.missing();
    }
    if (said.contains("/dev/fuse")) {
      return DeviceChannel.denied();
    }
    if (said.contains("allow_other")) {
      return new MountException(
          Reason.NO_PERMISSION,
          "this user may not mount for other users: write the line user_allow_other to"
              + " /etc/fuse.conf, or mount for this user alone");
    }
    if (said.contains("busy")) {
      return new MountException(
          Reason.BUSY,
          point
              + " is in use: close its files and leave the directory, or unmount lazily with '"
              + PROGRAM
              + " -u -z "
              + point
              + "'");
    }
    if (said.contains("not found in")) {
      return new MountException(Reason.NOT_MOUNTED, "nothing is mounted at " + point);
    }
    boolean denied =
        said.contains("ermission")
            || said.contains("not permitted")
            || said.contains("no write access");
    return new MountException(
        denied ? Reason.NO_PERMISSION : Reason.OTHER,
        what + " failed: " + PROGRAM + " ended with status " + status + ": " + said);
  }

  private static Path newErrorFile() throws MountException {
    try {
      return Files.createTempFile("fusermount", ".err");
    } catch (IOException e) {
      throw new MountException(
          Reason.OTHER, "a file for the messages of " + PROGRAM + " cannot be made: " + e, e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "its messages cannot be read: " + e;
    }
  }

  private static void remove(Path file) throws MountException {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new MountException(Reason.OTHER, file + " cannot be removed: " + e, e);
    }
  }
}
