package io.pando.osd.pg.replica;

import io.pando.osd.pg.op.OpLimits;
import java.time.Duration;

/**
 * Settings of every placement group of an OSD.
 *
 * @param maxLogEntries entries of the log kept at most, as long as they are durable everywhere
 * @param maxLogBytes estimated bytes of them kept at most
 * @param maxWaitingOps client operations that wait in a group at most
 * @param pieceBytes bytes of an object copied in one message
 * @param maxCopies objects of one group copied at a time
 * @param backfillBatch objects compared at a time when the log does not reach
 * @param retryNanos after which a question to another OSD is asked again
 * @param limits of client operations
 */
public record GroupConfig(
    int maxLogEntries,
    long maxLogBytes,
    int maxWaitingOps,
    int pieceBytes,
    int maxCopies,
    int backfillBatch,
    long retryNanos,
    OpLimits limits) {
  public GroupConfig {
    if (maxLogEntries < 1 || maxLogBytes < 1 || maxWaitingOps < 1) {
      throw new IllegalArgumentException("limits of log and waiting operations must be positive");
    }
    if (pieceBytes < 4096 || maxCopies < 1 || backfillBatch < 1 || retryNanos < 1) {
      throw new IllegalArgumentException(
          "pieces must be at least 4096 bytes; copies, batch and retry positive");
    }
  }

  /** Settings for production. */
  public static GroupConfig defaults() {
    return new GroupConfig(
        2_000,
        8 << 20,
        2_000,
        4 << 20,
        8,
        64,
        Duration.ofSeconds(2).toNanos(),
        OpLimits.defaults());
  }
}
