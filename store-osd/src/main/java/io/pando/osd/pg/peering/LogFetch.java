package io.pando.osd.pg.peering;

import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.log.LogTransfer;
import io.pando.osd.pg.replica.Replica;
import java.util.ArrayList;
import java.util.List;

/**
 * Fetches the authority's log from the version where it and the log here diverge, and the requests
 * that the authority remembers.
 */
final class LogFetch {
  private final Replica replica;
  private final LogTransfer parts = new LogTransfer();
  private final List<LogEntry> older = new ArrayList<>();

  LogFetch(Replica replica) {
    this.replica = replica;
  }

  /** Requests all entries after a version; drops the entries received before. */
  void ask(MemberId from, Version since) {
    parts.clear();
    older.clear();
    replica.send(
        from,
        new PeeringMessage.GetLog(
            replica.group(), replica.epoch(), since, replica.log().rememberedSince()));
  }

  void add(PeeringMessage.Remember message) {
    older.addAll(message.entries());
  }

  void add(PeeringMessage.LogPart part) {
    parts.add(part.since(), part.entries());
  }

  /** Whether the received entries continue from a version of the log here. */
  boolean joins() {
    return replica.log().contains(parts.since());
  }

  /**
   * An earlier version where the two logs may join, if they diverge before the received entries
   * begin.
   */
  Version earlier() {
    return replica.log().newestUpTo(parts.since());
  }

  /**
   * All parts were received: merges the authority's log into the log here.
   *
   * @param last part of the log
   */
  void merge(PeeringMessage.LogPart last) {
    replica
        .adoption()
        .merge(LogMerge.of(replica.log(), parts.since(), parts.entries()), last.info());
    replica.adoption().remember(last.info().log().rememberedSince(), older);
  }
}
