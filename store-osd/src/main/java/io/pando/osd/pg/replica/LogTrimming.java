package io.pando.osd.pg.replica;

import io.pando.id.Version;
import io.pando.osd.pg.index.VersionIndex;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.LogBudget;
import io.pando.probe.Probe;
import org.jspecify.annotations.Nullable;

/** Keeps a group's log within its bounds: old entries move to the version index. */
public final class LogTrimming {
  private final GroupConfig config;
  private final LogBudget logs;
  private final GroupLog log;
  private final VersionIndex index;

  LogTrimming(GroupContext context, GroupLog log, VersionIndex index) {
    this.config = context.config();
    this.logs = context.logs();
    this.log = log;
    this.index = index;
  }

  /** Version up to which the log should be trimmed; null if it is not too long. */
  public @Nullable Version trimPoint() {
    long mostBytes = Math.min(config.log().maxLogBytes(), logs.logBytes());
    // Some slack, so that many entries are trimmed at once.
    boolean due =
        log.size() > config.log().maxLogEntries() + config.log().maxLogEntries() / 16
            || log.bytes() > mostBytes + mostBytes / 16;
    return due ? log.trimPoint(config.log().maxLogEntries(), mostBytes) : null;
  }

  /** Trims the log; returns the version up to which requests are forgotten, null if none are. */
  @Nullable Version trim(Version trimTo) {
    if (!trimTo.isAfter(log.tail())) {
      return null;
    }
    Probe.reached("log: entries are trimmed");
    Version to = trimTo.isAfter(log.head()) ? log.head() : trimTo;
    index.onTrimmed(log.trim(to), to);
    long mostBytes = Math.min(config.log().maxRememberedBytes(), logs.logBytes());
    Version forgotten = log.forget(config.log().maxRemembered(), mostBytes);
    Probe.reachedIf(forgotten != null, "log: requests are forgotten");
    return forgotten;
  }
}
