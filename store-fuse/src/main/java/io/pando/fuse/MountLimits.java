package io.pando.fuse;

/**
 * Limits of a session.
 *
 * @param maxWriteBytes most data of a request that writes or reads: a multiple of 4096, at most
 *     {@value #MOST_WRITE_BYTES}
 * @param maxReadaheadBytes most data that the kernel reads ahead, at least 0
 * @param maxBackground most requests that the kernel sends without a process that waits, 1 to
 *     {@value #MOST_BACKGROUND}: read-ahead, write-back, asynchronous I/O
 * @param congestionThreshold from how many of them on the kernel holds back, 1 to {@code
 *     maxBackground}
 * @param requestBytes memory for requests that are not answered: while they take more, no further
 *     ones are read. A request takes 4 KiB and its data; one that waits for a lock takes none. At
 *     least 1 MiB
 */
public record MountLimits(
    int maxWriteBytes,
    int maxReadaheadBytes,
    int maxBackground,
    int congestionThreshold,
    long requestBytes) {
  /** Most data of a request: the limit of the kernel's. */
  public static final int MOST_WRITE_BYTES = 1 << 20;

  /** Most requests without a process that waits: the field has 16 bits. */
  public static final int MOST_BACKGROUND = 65_535;

  private static final int PAGE_BYTES = 4096;
  private static final long LEAST_REQUEST_BYTES = 1 << 20;

  public MountLimits {
    String problem =
        problem(maxWriteBytes, maxReadaheadBytes, maxBackground, congestionThreshold, requestBytes);
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
  }

  /** What is wrong with these limits, as a sentence for people; empty if they fit. */
  private static String problem(
      int write, int readahead, int background, int threshold, long requests) {
    if (write < PAGE_BYTES || write > MOST_WRITE_BYTES || write % PAGE_BYTES != 0) {
      return "the largest write must be a multiple of %d bytes, at most %d, is %d"
          .formatted(PAGE_BYTES, MOST_WRITE_BYTES, write);
    }
    if (readahead < 0) {
      return "the read-ahead must be 0 bytes or more, is " + readahead;
    }
    if (background < 1 || background > MOST_BACKGROUND) {
      return "the most background requests must be 1 to %d, are %d"
          .formatted(MOST_BACKGROUND, background);
    }
    if (threshold < 1 || threshold > background) {
      return "the congestion threshold must be 1 to %d, the most background requests, is %d"
          .formatted(background, threshold);
    }
    if (requests < LEAST_REQUEST_BYTES) {
      return "the memory for requests must be %d bytes or more, is %d"
          .formatted(LEAST_REQUEST_BYTES, requests);
    }
    return "";
  }

  /** The default limits. */
  public static MountLimits usual() {
    return new MountLimits(MOST_WRITE_BYTES, MOST_WRITE_BYTES, 64, 48, 256L << 20);
  }
}
