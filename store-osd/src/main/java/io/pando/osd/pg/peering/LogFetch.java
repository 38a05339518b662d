package io.pando.osd.pg.peering;

import io.pando.group.LogEntry;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.log.LogParts;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import java.util.ArrayList;
import java.util.List;

/** The authority's log on its way here: from where this log and it part, and what it remembers. */
final class LogFetch {
  private final Replica replica;
  private final LogParts parts = new LogParts();
  private final List<LogEntry> older = new ArrayList<>();

  LogFetch(Replica replica) {
    this.replica = replica;
  }

  /** Asks for all behind a version; what has come before counts no more. */
  void ask(OsdId from, Version since) {
    parts.clear();
    older.clear();
    replica.emit(
        new Effect.Send(
            from,
            new PeeringMessage.GetLog(
                replica.group(), replica.epoch(), since, replica.log().rememberedSince())));
  }

  void add(PeeringMessage.Remember message) {
    older.addAll(message.entries());
  }

  void add(PeeringMessage.LogPart part) {
    parts.add(part.since(), part.entries());
  }

  /** Whether what has come goes on where something ends here. */
  boolean joins() {
    return replica.log().contains(parts.since());
  }

  /** Where the two logs may join, if not where this one begins: they part before it. */
  Version earlier() {
    return replica.log().newestUpTo(parts.since());
  }

  /**
   * All has come: the log here becomes the authority's.
   *
   * @param last of its parts
   */
  void merge(PeeringMessage.LogPart last) {
    replica.merge(LogMerge.of(replica.log(), parts.since(), parts.entries()), last.info());
    replica.remember(last.info().log().rememberedSince(), older);
  }
}
