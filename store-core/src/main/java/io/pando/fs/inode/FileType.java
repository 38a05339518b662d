package io.pando.fs.inode;

/** Types of files by POSIX, with the bits that {@code st_mode} has for them on Linux. */
public enum FileType {
  REGULAR(0x8000),
  DIRECTORY(0x4000),
  SYMLINK(0xa000),
  BLOCK_DEVICE(0x6000),
  CHARACTER_DEVICE(0x2000),
  FIFO(0x1000),
  SOCKET(0xc000);

  private static final int MASK = 0xf000;

  private final int bits;

  FileType(int bits) {
    this.bits = bits;
  }

  /** The bits {@code S_IFMT} of {@code st_mode}. */
  public int bits() {
    return bits;
  }

  /** Whether it stands for a device, which has a number. */
  public boolean isDevice() {
    return this == BLOCK_DEVICE || this == CHARACTER_DEVICE;
  }

  /**
   * The type in a {@code st_mode}; without bits of a type a regular file, as for {@code mknod}.
   * Throws {@link IllegalArgumentException} for bits that stand for no type.
   */
  public static FileType ofMode(int mode) {
    int bits = mode & MASK;
    if (bits == 0) {
      return REGULAR;
    }
    for (FileType type : values()) {
      if (type.bits == bits) {
        return type;
      }
    }
    throw new IllegalArgumentException("mode %o has no type of file".formatted(mode));
  }
}
