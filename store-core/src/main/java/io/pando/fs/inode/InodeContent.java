package io.pando.fs.inode;

import io.pando.bytes.Payload;
import io.pando.fs.DirFragments;
import io.pando.fs.FileLayout;
import org.jspecify.annotations.Nullable;

/** What an inode has that depends on its type. */
public sealed interface InodeContent {
  /** The type of the inode. */
  FileType type();

  /**
   * A regular file.
   *
   * @param layout where its bytes are
   * @param size in bytes
   * @param granted clients may have written data up to this offset without telling the size; 0 if
   *     none may. Recovery asks the objects up to here for the size.
   * @param uncut objects may have data that was truncated, up to this offset; 0 if none have.
   *     Clients get no capabilities for data until it is cut off.
   * @param truncations how often the size was set: a size that a client told from before counts for
   *     nothing
   */
  record File(FileLayout layout, long size, long granted, long uncut, long truncations)
      implements InodeContent {
    public File {
      if (size < 0 || (granted != 0 && granted < size) || (uncut != 0 && uncut < size)) {
        throw new IllegalArgumentException(
            "a file of %d bytes, granted %d, uncut %d".formatted(size, granted, uncut));
      }
      if (granted != 0 && uncut != 0) {
        throw new IllegalArgumentException("a file that is written before it is cut");
      }
    }

    /** A file whose size was never set. */
    public File(FileLayout layout, long size, long granted, long uncut) {
      this(layout, size, granted, uncut, 0);
    }

    /** A new file. */
    public static File empty(FileLayout layout) {
      return new File(layout, 0, 0, 0);
    }

    /** The same bytes in another place. */
    public File withLayout(FileLayout other) {
      return new File(other, size, granted, uncut, truncations);
    }

    /** The same file with another size, which writes gave it. */
    public File withSize(long other, long otherGranted) {
      return new File(layout, other, otherGranted, uncut, truncations);
    }

    /** The same file, which clients may write up to another offset. */
    public File withGranted(long other) {
      return new File(layout, size, other, uncut, truncations);
    }

    /** The same file once its objects have no data that was truncated. */
    public File withoutUncut() {
      return new File(layout, size, granted, 0, truncations);
    }

    /** The file with a size that was set: no client may write it, and data behind is to be cut. */
    public File truncated(long to) {
      boolean cut = to < size || granted > to;
      return new File(layout, to, 0, cut ? extent() : uncut, truncations + 1);
    }

    /** No object has data behind this offset. */
    public long extent() {
      return Math.max(size, Math.max(granted, uncut));
    }

    @Override
    public FileType type() {
      return FileType.REGULAR;
    }
  }

  /**
   * A directory.
   *
   * @param fragments how its entries are divided among objects
   * @param totals sums over its fragments, as far as they are known here: fragments are ahead
   * @param quota limits of everything below it
   * @param layout of files that are created below it; null if its parent says so
   */
  record Directory(
      DirFragments fragments, FragmentTotals totals, Quota quota, @Nullable FileLayout layout)
      implements InodeContent {
    /** A new directory. */
    public static Directory empty() {
      return new Directory(DirFragments.ONE, FragmentTotals.EMPTY, Quota.NONE, null);
    }

    /** The same with other totals. */
    public Directory withTotals(FragmentTotals newer) {
      return new Directory(fragments, newer, quota, layout);
    }

    @Override
    public FileType type() {
      return FileType.DIRECTORY;
    }
  }

  /**
   * A symbolic link.
   *
   * @param target a path, 1 to {@value #MOST_TARGET_BYTES} bytes without zero
   */
  record Symlink(Payload target) implements InodeContent {
    /** Longest target in bytes: {@code PATH_MAX} of Linux without the zero behind it. */
    public static final int MOST_TARGET_BYTES = 4_095;

    public Symlink {
      if (target.isEmpty() || target.size() > MOST_TARGET_BYTES) {
        throw new IllegalArgumentException("a link to a path of %d bytes".formatted(target.size()));
      }
    }

    @Override
    public FileType type() {
      return FileType.SYMLINK;
    }
  }

  /**
   * A device, FIFO or socket: a name for something in the kernel of a client.
   *
   * @param type which of them
   * @param device number of the device, as {@code st_rdev} on Linux; 0 for others
   */
  record Special(FileType type, int device) implements InodeContent {
    public Special {
      if (!type.isDevice() && (device != 0 || (type != FileType.FIFO && type != FileType.SOCKET))) {
        throw new IllegalArgumentException("not a special file: %s %d".formatted(type, device));
      }
    }
  }
}
