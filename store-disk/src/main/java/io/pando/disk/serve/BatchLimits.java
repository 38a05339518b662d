package io.pando.disk.serve;

/**
 * Limits of one commit.
 *
 * @param ops maximum number of transactions, positive
 * @param bytes approximate size of data and entries, positive
 */
public record BatchLimits(int ops, int bytes) {
  public BatchLimits {
    if (ops < 1 || bytes < 1) {
      throw new IllegalArgumentException("a batch of " + ops + " ops and " + bytes + " bytes");
    }
  }
}
