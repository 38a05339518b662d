package io.pando.fuse.protocol;

import java.time.Instant;

/**
 * Attributes of an inode, those of {@code stat(2)}.
 *
 * @param ino number that {@code stat} shows; usually that of the node
 * @param birth when it was made; only {@code statx} shows it, {@link Instant#EPOCH} is unknown
 */
public record NodeAttributes(
    long ino, Kind kind, Owner owner, Size size, Times times, Instant birth) {
  /**
   * What it is.
   *
   * @param mode type of the file and its permissions, as {@code st_mode}
   * @param links number of names
   * @param device number of the device, as {@code makedev} packs it in 32 bits; 0 if it is none
   */
  public record Kind(int mode, int links, int device) {
    /** Bits of the mode that are the type. */
    public static final int TYPE = 0xf000;

    public static final int FIFO = 0x1000;
    public static final int CHARACTER_DEVICE = 0x2000;
    public static final int DIRECTORY = 0x4000;
    public static final int BLOCK_DEVICE = 0x6000;
    public static final int REGULAR = 0x8000;
    public static final int SYMBOLIC_LINK = 0xa000;
    public static final int SOCKET = 0xc000;

    /** The type alone. */
    public int type() {
      return mode & TYPE;
    }
  }

  /**
   * Whose it is.
   *
   * @param uid user, unsigned
   * @param gid group, unsigned
   */
  public record Owner(int uid, int gid) {}

  /**
   * Its size.
   *
   * @param bytes length of the data
   * @param blocks units of 512 bytes that it occupies
   * @param blockBytes size of reads and writes that programs should prefer; 0 leaves the choice to
   *     the kernel
   */
  public record Size(long bytes, long blocks, int blockBytes) {}

  /** Times of the last access, of the last change of data, and of the last change of anything. */
  public record Times(Instant accessed, Instant modified, Instant changed) {}
}
