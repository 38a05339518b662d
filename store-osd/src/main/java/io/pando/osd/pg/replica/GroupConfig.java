package io.pando.osd.pg.replica;

import io.pando.merkle.TreeDepth;
import io.pando.osd.pg.op.OpLimits;
import java.time.Duration;

/**
 * Settings of every placement group of an OSD.
 *
 * @param log limits on the log and on what is remembered of older requests
 * @param waits limits on clients and messages that wait
 * @param limits limits of client operations
 * @param recovery limits on recovery under way
 * @param treeDepth rule for the depth of hash trees
 * @param scrub intervals and sizes of scrubs
 */
public record GroupConfig(
    LogLimits log,
    WaitLimits waits,
    OpLimits limits,
    RecoveryLimits recovery,
    TreeDepth treeDepth,
    ScrubLimits scrub) {
  /**
   * Limits on the log and on what is remembered of older requests.
   *
   * @param maxLogEntries most log entries kept; more are kept while they are not durable on all
   *     members
   * @param maxLogBytes most estimated bytes of log entries kept
   * @param maxRemembered most requests older than the log that are recognised when they are
   *     repeated
   * @param maxRememberedBytes most estimated bytes of these requests, with their results
   */
  public record LogLimits(
      int maxLogEntries, long maxLogBytes, int maxRemembered, long maxRememberedBytes) {
    public LogLimits {
      if (maxLogEntries < 1 || maxLogBytes < 1) {
        throw new IllegalArgumentException("maxLogEntries and maxLogBytes must be at least 1");
      }
      if (maxRemembered < 1 || maxRememberedBytes < 1) {
        throw new IllegalArgumentException(
            "maxRemembered and maxRememberedBytes must be at least 1");
      }
    }

    /** The same limits with another number of log entries. */
    public LogLimits withEntries(int most) {
      return new LogLimits(most, maxLogBytes, maxRemembered, maxRememberedBytes);
    }
  }

  /**
   * Limits on clients and messages that wait.
   *
   * @param maxWaitingOps most clients that are notified when a group is active again; others must
   *     retry
   * @param retryNanos time after which an unanswered message to another OSD is sent again
   */
  public record WaitLimits(int maxWaitingOps, long retryNanos) {
    public WaitLimits {
      if (maxWaitingOps < 1) {
        throw new IllegalArgumentException("maxWaitingOps must be at least 1: " + maxWaitingOps);
      }
      if (retryNanos < 1) {
        throw new IllegalArgumentException("retryNanos must be at least 1: " + retryNanos);
      }
    }
  }

  /** Settings for production. */
  public static GroupConfig defaults() {
    return new GroupConfig(
        new LogLimits(2_000, 8 << 20, 5_000, 4 << 20),
        new WaitLimits(2_000, Duration.ofSeconds(2).toNanos()),
        OpLimits.defaults(),
        RecoveryLimits.defaults(),
        TreeDepth.DEFAULT,
        ScrubLimits.defaults());
  }
}
