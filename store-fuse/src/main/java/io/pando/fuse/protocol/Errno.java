package io.pando.fuse.protocol;

/**
 * Error numbers of Linux, those of {@code asm-generic/errno.h}, which all processors share that the
 * JVM runs on. They are positive; the protocol carries them negated.
 */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int ENXIO = 6;
  public static final int EBADF = 9;
  public static final int EAGAIN = 11;
  public static final int EACCES = 13;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int EXDEV = 18;
  public static final int ENODEV = 19;
  public static final int ENOTDIR = 20;
  public static final int EISDIR = 21;
  public static final int EINVAL = 22;
  public static final int ENOTTY = 25;
  public static final int EFBIG = 27;
  public static final int ENOSPC = 28;
  public static final int EROFS = 30;
  public static final int EMLINK = 31;
  public static final int ERANGE = 34;
  public static final int EDEADLK = 35;
  public static final int ENAMETOOLONG = 36;
  public static final int ENOSYS = 38;
  public static final int ENOTEMPTY = 39;
  public static final int ELOOP = 40;
  public static final int ENODATA = 61;
  public static final int EOPNOTSUPP = 95;
  public static final int ECONNABORTED = 103;
  public static final int ENOTCONN = 107;
  public static final int ESTALE = 116;
  public static final int EDQUOT = 122;

  /** Largest error number that an answer may carry. */
  public static final int MOST = 511;

  private Errno() {}
}
