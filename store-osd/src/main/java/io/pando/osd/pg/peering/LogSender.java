package io.pando.osd.pg.peering;

import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.log.LogParts;
import io.pando.osd.pg.recovery.WayBack;
import io.pando.osd.pg.replica.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is said of logs and missing objects, cut into messages of bounded size. Nothing is sent that
 * the other side has, as far as is known.
 */
final class LogSender {
  /** Missing objects in one message. */
  private static final int MISSING_AT_A_TIME = 2_000;

  private final Replica replica;

  LogSender(Replica replica) {
    this.replica = replica;
  }

  /** The answer to a primary that asks for the log. */
  List<PeeringMessage> answer(PeeringMessage.GetLog asked) {
    List<PeeringMessage> messages = remembered(asked.rememberedSince());
    Version since = replica.log().newestUpTo(asked.since());
    for (LogParts.Part part : LogParts.cut(since, replica.log().after(since))) {
      messages.add(
          new PeeringMessage.LogPart(
              replica.group(),
              replica.epoch(),
              replica.info(),
              part.since(),
              part.entries(),
              part.more()));
    }
    return messages;
  }

  /**
   * What activates a member.
   *
   * @param has newest version that it may share with this log
   * @param rememberedSince requests of updates after this version are known to it
   */
  List<PeeringMessage> activation(Version has, Version rememberedSince) {
    boolean reached = WayBack.of(replica.log(), has) == WayBack.LOG;
    List<PeeringMessage> messages = remembered(reached ? rememberedSince : replica.log().tail());
    Version since = reached ? replica.log().newestUpTo(has) : replica.log().tail();
    for (LogParts.Part part : LogParts.cut(since, replica.log().after(since))) {
      messages.add(
          new PeeringMessage.Activate(
              replica.group(),
              replica.epoch(),
              replica.info(),
              part.since(),
              part.entries(),
              !reached,
              part.more(),
              replica.leases().left(replica.nowNanos())));
    }
    return messages;
  }

  /** What is remembered here and not there: of updates up to that version. */
  private List<PeeringMessage> remembered(Version upTo) {
    List<LogEntry> older =
        replica.log().rememberedAfter(Version.ZERO).stream()
            .filter(entry -> !entry.version().isAfter(upTo))
            .toList();
    List<PeeringMessage> messages = new ArrayList<>();
    if (!older.isEmpty()) {
      for (LogParts.Part part : LogParts.cut(replica.log().rememberedSince(), older)) {
        messages.add(new PeeringMessage.Remember(replica.group(), replica.epoch(), part.entries()));
      }
    }
    return messages;
  }

  /** What a replica says that was activated. */
  List<PeeringMessage> activated() {
    List<PeeringMessage> messages = new ArrayList<>();
    SortedMap<ObjectId, Version> part = new TreeMap<>();
    for (Map.Entry<ObjectId, Version> missing : replica.missing().entrySet()) {
      if (part.size() == MISSING_AT_A_TIME) {
        messages.add(activated(part, true));
        part = new TreeMap<>();
      }
      part.put(missing.getKey(), missing.getValue());
    }
    messages.add(activated(part, false));
    return messages;
  }

  private PeeringMessage activated(SortedMap<ObjectId, Version> missing, boolean more) {
    return new PeeringMessage.Activated(
        replica.group(), replica.epoch(), replica.info(), missing, more);
  }
}
