package io.pando.osd.pg.replica;

import io.pando.merkle.TreeDepth;
import io.pando.osd.pg.op.OpLimits;
import java.time.Duration;

/**
 * Settings of every placement group of an OSD.
 *
 * @param maxLogEntries entries of the log kept at most, as long as they are durable everywhere
 * @param maxLogBytes estimated bytes of them kept at most
 * @param maxRemembered requests older than the log that are recognised when they come again
 * @param maxRememberedBytes estimated bytes of them, with their results
 * @param maxWaitingOps clients that are told when a group serves again, at most; more have to ask
 * @param retryNanos after which a question to another OSD is asked again
 * @param limits of client operations
 * @param recovery how much is recovered at a time
 * @param treeDepth how deep hash trees become
 * @param scrub how often copies are compared, and how many at a time
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
      throw new IllegalArgumentException("limits of log and waiting operations must be positive");
    }
    if (maxRemembered < 1 || maxRememberedBytes < 1) {
      throw new IllegalArgumentException("limits of remembered requests must be positive");
    }
    if (retryNanos < 1) {
      throw new IllegalArgumentException("questions are asked again after a while: " + retryNanos);
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

  /** The same with other scrubs. */
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
