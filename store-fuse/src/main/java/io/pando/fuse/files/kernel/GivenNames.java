package io.pando.fuse.files.kernel;

import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseName;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Names of one directory that the kernel is told by one answer: what the client may do with them is
 * looked up once. Used on the client's thread, until the answer is given.
 */
public final class GivenNames {
  /** What the kernel keeps for at least as long need not be told again. */
  private static final long ENOUGH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final KernelView view;
  private final Ino ino;
  private final @Nullable KernelNode directory;
  private final long now;
  private final long nanos;
  private boolean expiring;

  /**
   * No names yet.
   *
   * @param directory null if the kernel does not know it
   * @param nanos for how long the kernel may keep names
   */
  GivenNames(KernelView view, Ino ino, @Nullable KernelNode directory, long now, long nanos) {
    this.view = view;
    this.ino = ino;
    this.directory = directory;
    this.now = now;
    this.nanos = nanos;
  }

  /** Whether the kernel has an entry and its attributes, and will have them for a while. */
  public boolean isKept(FuseName name, Inode inode) {
    long enough = now + ENOUGH_NANOS;
    return directory != null && directory.until(name) > enough && view.isKept(inode, enough);
  }

  /**
   * An entry, to which the kernel gets a reference; if it does not take the answer, {@link
   * KernelView#notTaken} has to be called.
   */
  public FuseAnswer.Entry entry(FuseName name, Inode inode) {
    FuseAnswer.Entry entry = view.found(inode, give(name));
    if (inode.isDirectory()) {
      view.foundIn(inode, ino);
    }
    return entry;
  }

  /** For how long the kernel may keep a name, or that it is absent. */
  long give(FuseName name) {
    if (directory == null) {
      return 0;
    }
    long given = directory.give(name, now, nanos);
    if (!expiring) {
      expiring = true;
      view.expire(directory, now);
    }
    return given;
  }
}
