package io.pando.fs.request;

import java.util.Optional;

/** Why a request failed: errors of POSIX, with their numbers and names on Linux. */
public enum FsError {
  /** Only the owner or the superuser may do that. */
  EPERM(1, "operation not permitted"),
  ENOENT(2, "no such file or directory"),
  EINTR(4, "interrupted"),
  EIO(5, "input/output error"),
  E2BIG(7, "argument too long"),
  EAGAIN(11, "resource temporarily unavailable"),
  EACCES(13, "permission denied"),
  EBUSY(16, "device or resource busy"),
  EEXIST(17, "file exists"),
  EXDEV(18, "not within one file system"),
  ENOTDIR(20, "not a directory"),
  EISDIR(21, "is a directory"),
  EINVAL(22, "invalid argument"),
  EFBIG(27, "file too large"),
  ENOSPC(28, "no space left on device"),
  EROFS(30, "read-only file system"),
  EMLINK(31, "too many links"),
  ERANGE(34, "numerical result out of range"),
  EDEADLK(35, "resource deadlock avoided"),
  ENAMETOOLONG(36, "file name too long"),
  ENOLCK(37, "no locks available"),
  ENOTEMPTY(39, "directory not empty"),
  ELOOP(40, "too many levels of symbolic links"),
  ENODATA(61, "no such attribute"),
  EOPNOTSUPP(95, "operation not supported"),
  ESTALE(116, "file was removed"),
  EDQUOT(122, "quota exceeded");

  private final int number;
  private final String text;

  FsError(int number, String text) {
    this.number = number;
    this.text = text;
  }

  /** The value of {@code errno} on Linux. */
  public int number() {
    return number;
  }

  /** The text for people, such as "file exists". */
  public String text() {
    return text;
  }

  /** The error with a number of Linux; empty if requests never fail with it. */
  public static Optional<FsError> ofNumber(int number) {
    for (FsError each : values()) {
      if (each.number == number) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
