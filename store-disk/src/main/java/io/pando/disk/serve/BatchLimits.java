package io.pando.disk.serve;

/**
 * How much shares one commit.
 *
 * @param ops most transactions, positive
 * @param bytes of data and entries, about; positive
 */
public record BatchLimits(int ops, int bytes) {
  public BatchLimits {
    if (ops < 1 || bytes < 1) {
      throw new IllegalArgumentException("a batch of " + ops + " ops and " + bytes + " bytes");
    }
  }
}
