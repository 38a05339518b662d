package io.pando.client.fs.data;

/**
 * Limits of the cache of files' bytes.
 *
 * @param cacheBytes most bytes in memory, clean and dirty
 * @param dirtyBytes most bytes that wait to be written, or are being written; further writes wait.
 *     One write may exceed it. At most {@code cacheBytes}. Write-behind begins at half of it
 * @param firstReadAhead bytes that are read ahead when sequential reads are detected; 0: none
 * @param mostReadAhead limit to which the bytes read ahead are doubled
 * @param dirtyAgeNanos time after which written bytes are sent
 * @param mostCallBytes most bytes of data in one call
 */
public record FileDataConfig(
    long cacheBytes,
    long dirtyBytes,
    int firstReadAhead,
    int mostReadAhead,
    long dirtyAgeNanos,
    int mostCallBytes) {
  /** 64 MiB, half of which may be dirty; reads ahead 128 KiB to 8 MiB; sends after 5 s. */
  public static final FileDataConfig DEFAULT =
      new FileDataConfig(64 << 20, 32 << 20, 128 << 10, 8 << 20, 5_000_000_000L, 4 << 20);

  public FileDataConfig {
    if (dirtyBytes < 1 || dirtyBytes > cacheBytes) {
      throw new IllegalArgumentException(
          "expected 1 to %d dirty bytes, found %d".formatted(cacheBytes, dirtyBytes));
    }
    if (firstReadAhead < 0 || firstReadAhead > mostReadAhead) {
      throw new IllegalArgumentException(
          "expected to read ahead 0 to %d bytes, found %d"
              .formatted(mostReadAhead, firstReadAhead));
    }
    if (dirtyAgeNanos < 0 || mostCallBytes < 1) {
      throw new IllegalArgumentException(
          "expected an age and a size of calls, found %d ns and %d bytes"
              .formatted(dirtyAgeNanos, mostCallBytes));
    }
  }
}
