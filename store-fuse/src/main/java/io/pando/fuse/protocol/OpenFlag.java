package io.pando.fuse.protocol;

/** What the kernel may do with an open file or directory (FOPEN_*). */
public enum OpenFlag {
  /** Reads and writes bypass the page cache. */
  DIRECT_IO(0),
  /** Pages that are cached stay valid; without it, opening drops them. */
  KEEP_CACHE(1),
  /** The file has no positions that could be chosen. */
  NONSEEKABLE(2),
  /** The listing of the directory may be cached. */
  CACHE_DIRECTORY(3),
  /** The file has no position at all. */
  STREAM(4),
  /** Closing writes no pages back, and sends no {@link Opcode#FLUSH}. */
  NO_FLUSH(5),
  /** Direct writes of one file may be sent concurrently. */
  PARALLEL_DIRECT_WRITES(6);

  private final int bit;

  OpenFlag(int number) {
    this.bit = 1 << number;
  }

  /** The flag's bit in the protocol. */
  public int bit() {
    return bit;
  }
}
