package io.pando.osd.pg.replica;

import io.pando.merkle.TreeDepth;
import io.pando.osd.pg.op.OpLimits;
import java.time.Duration;

/**
 * Settings of every placement group of an OSD.
 *
 * @param maxLogEntries most log entries kept; more are kept while they are not durable on all
 *     members
 * @param maxLogBytes most estimated bytes of log entries kept
 * @param maxRemembered most requests older than the log that are recognised when they are repeated
 * @param maxRememberedBytes most estimated bytes of these requests, with their results
 * @param maxWaitingOps most clients that are notified when a group is active again; others must
 *     retry
 * @param retryNanos time after which an unanswered message to another OSD is sent again
 * @param limits limits of client operations
 * @param recovery limits on recovery under way
 * @param treeDepth rule for the depth of hash trees
 * @param scrub intervals and sizes of scrubs
 */
public record GroupConfig(
    int maxLogEntries,
    long maxLogBytes,
    int maxRemembered,
    long maxRememberedBytes,
    int maxWaitingOps,
    long retryNanos,
    OpLimits limits,
    RecoveryLimits recovery,
    TreeDepth treeDepth,
    ScrubLimits scrub) {
  public GroupConfig {
    if (maxLogEntries < 1 || maxLogBytes < 1 || maxWaitingOps < 1) {
      throw new IllegalArgumentException(
          "maxLogEntries, maxLogBytes and maxWaitingOps must be at least 1");
    }
    if (maxRemembered < 1 || maxRememberedBytes < 1) {
      throw new IllegalArgumentException("maxRemembered and maxRememberedBytes must be at least 1");
    }
    if (retryNanos < 1) {
      throw new IllegalArgumentException("retryNanos must be at least 1: " + retryNanos);
    }
  }

  /** Settings for production. */
  public static GroupConfig defaults() {
    return new GroupConfig(
        2_000,
        8 << 20,
        5_000,
        4 << 20,
        2_000,
        Duration.ofSeconds(2).toNanos(),
        OpLimits.defaults(),
        RecoveryLimits.defaults(),
        TreeDepth.DEFAULT,
        ScrubLimits.defaults());
  }

  /** The same settings with others for scrubs. */
  public GroupConfig with(ScrubLimits other) {
    return new GroupConfig(
        maxLogEntries,
        maxLogBytes,
        maxRemembered,
        maxRememberedBytes,
        maxWaitingOps,
        retryNanos,
        limits,
        recovery,
        treeDepth,
        other);
  }
}
