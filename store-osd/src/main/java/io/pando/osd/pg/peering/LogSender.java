package io.pando.osd.pg.peering;

import io.pando.check.Invariant;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.index.IndexQuery;
import io.pando.osd.pg.log.LogTransfer;
import io.pando.osd.pg.recovery.CatchUpMethod;
import io.pando.osd.pg.replica.Replica;
import io.pando.probe.Limit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds the messages that carry logs and missing objects, with bounded size. They leave out what
 * the receiver has, as far as that is known.
 */
final class LogSender {
  /** Missing objects in one message. */
  private static final Limit MISSING_AT_A_TIME =
      Limit.of("peering: missing objects in one message", 1, 2_000);

  /** Changed objects in one message. */
  private static final Limit CHANGES_AT_A_TIME =
      Limit.of("peering: changes of the missing set in one message", 1, 2_000);

  private final Replica replica;

  LogSender(Replica replica) {
    this.replica = replica;
  }

  /** The answer to a primary that asks for the log. */
  List<PeeringMessage> answer(PeeringMessage.GetLog asked) {
    List<PeeringMessage> messages = remembered(asked.rememberedSince());
    Version since = replica.log().newestUpTo(asked.since());
    for (LogTransfer.Part part : LogTransfer.cut(since, replica.log().after(since))) {
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
   * Builds the messages that activate a member: at once, or after the version index was read.
   *
   * @param has newest version that the member may share with this log
   * @param rememberedSince the member knows the requests of updates after this version
   * @param then receives the messages and the method by which the member catches up
   */
  void activation(
      Version has, Version rememberedSince, BiConsumer<List<PeeringMessage>, CatchUpMethod> then) {
    CatchUpMethod way =
        CatchUpMethod.of(
            replica.log(),
            replica.index(),
            has,
            replica.config().recovery().index().indexChanges());
    switch (way) {
      case CatchUpMethod.Log _ -> {
        List<PeeringMessage> messages = remembered(rememberedSince);
        addParts(replica.log().newestUpTo(has), false, null, messages);
        then.accept(messages, way);
      }
      case CatchUpMethod.Index(Version since) ->
          IndexQuery.ask(
              replica.index(),
              since,
              replica.reads()::meta,
              changes -> {
                if (changes.isPresent()) {
                  then.accept(indexed(since, rememberedSince, changes.get()), way);
                } else {
                  then.accept(backfillActivation(), new CatchUpMethod.Tree());
                }
              });
      case CatchUpMethod.Tree _, CatchUpMethod.Copy _ -> then.accept(backfillActivation(), way);
    }
  }

  private List<PeeringMessage> backfillActivation() {
    List<PeeringMessage> messages = remembered(replica.log().tail());
    addParts(replica.log().tail(), true, null, messages);
    return messages;
  }

  private List<PeeringMessage> indexed(
      Version since, Version rememberedSince, List<IndexEntry> changes) {
    List<PeeringMessage> messages = remembered(rememberedSince, since);
    SortedMap<Long, Long> counters = replica.index().countersFrom(since);
    for (int from = 0; from < changes.size(); from += CHANGES_AT_A_TIME.value()) {
      int to = Math.min(changes.size(), from + CHANGES_AT_A_TIME.value());
      messages.add(
          new PeeringMessage.Changes(
              replica.group(), replica.epoch(), changes.subList(from, to), counters));
    }
    PeeringMessage.IndexExtent indexed = new PeeringMessage.IndexExtent(since, changes.size());
    addParts(replica.log().tail(), false, indexed, messages);
    return messages;
  }

  private void addParts(
      Version since,
      boolean backfill,
      PeeringMessage.@Nullable IndexExtent indexed,
      List<PeeringMessage> messages) {
    for (LogTransfer.Part part : LogTransfer.cut(since, replica.log().after(since))) {
      messages.add(
          new PeeringMessage.Activate(
              replica.group(),
              replica.epoch(),
              replica.info(),
              new PeeringMessage.Activate.CatchUp(part.since(), part.entries(), backfill, indexed),
              part.more(),
              replica.leases().left(replica.nowNanos())));
    }
  }

  /** The remembered requests of updates up to that version, which the receiver does not have. */
  private List<PeeringMessage> remembered(Version upTo) {
    return remembered(replica.log().rememberedUpTo(upTo));
  }

  /** The remembered requests up to one version, and those after another version. */
  private List<PeeringMessage> remembered(Version upTo, Version after) {
    if (!after.isAfter(upTo)) {
      return remembered(replica.log().tail());
    }
    List<LogEntry> older = new ArrayList<>(replica.log().rememberedUpTo(upTo));
    older.addAll(replica.log().rememberedAfter(after));
    return remembered(older);
  }

  private List<PeeringMessage> remembered(List<LogEntry> older) {
    List<PeeringMessage> messages = new ArrayList<>();
    if (!older.isEmpty()) {
      for (LogTransfer.Part part : LogTransfer.cut(replica.log().rememberedSince(), older)) {
        messages.add(new PeeringMessage.Remember(replica.group(), replica.epoch(), part.entries()));
      }
    }
    return messages;
  }

  /** The answer of a replica that was activated. */
  List<PeeringMessage> activated() {
    List<PeeringMessage> messages = new ArrayList<>();
    SortedMap<ObjectId, Version> part = new TreeMap<>();
    for (Map.Entry<ObjectId, Version> missing : replica.missing().entrySet()) {
      if (part.size() == MISSING_AT_A_TIME.value()) {
        messages.add(activated(part, true));
        part = new TreeMap<>();
      }
      part.put(missing.getKey(), missing.getValue());
    }
    messages.add(activated(part, false));
    return messages;
  }

  /**
   * The answer of an activated replica that lacks exactly the objects that the version index told
   * it.
   */
  List<PeeringMessage> activatedAsIndexed(PeeringMessage.Activate activate) {
    PeeringMessage.IndexExtent indexed =
        Invariant.present(activate.catchUp().indexed(), () -> "no index has told anything");
    return List.of(
        new PeeringMessage.Activated(
            replica.group(),
            replica.epoch(),
            replica.info(),
            Collections.emptySortedMap(),
            false,
            indexed.since()));
  }

  private PeeringMessage activated(SortedMap<ObjectId, Version> missing, boolean more) {
    return new PeeringMessage.Activated(
        replica.group(), replica.epoch(), replica.info(), missing, more, null);
  }
}
