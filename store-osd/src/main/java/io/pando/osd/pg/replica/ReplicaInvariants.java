package io.pando.osd.pg.replica;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.log.GroupLog;
import java.util.SortedMap;

/**
 * Invariants of a group's records after every step.
 *
 * <ol>
 *   <li>The info has the log's head, its tail, and the version since which requests are remembered.
 *   <li>The complete version is not after the head, and is the head if nothing is missing.
 *   <li>Missing objects lie within the part that backfill has reached.
 * </ol>
 */
final class ReplicaInvariants {
  private ReplicaInvariants() {}

  static void check(GroupInfo info, GroupLog log, SortedMap<ObjectId, Version> missing) {
    Version head = log.head();
    Invariant.check(
        info.lastUpdate().equals(head)
            && info.logTail().equals(log.tail())
            && info.log().rememberedSince().equals(log.rememberedSince()),
        () ->
            "group %s: %s is stored of a log from %s to %s that remembers since %s"
                .formatted(info.group(), info.log(), log.tail(), head, log.rememberedSince()));
    Version complete = info.log().lastComplete();
    Invariant.check(
        missing.isEmpty() ? complete.equals(head) : !complete.isAfter(head),
        () ->
            "group %s is complete up to %s, its log ends with %s, and %d objects are missing"
                .formatted(info.group(), complete, head, missing.size()));
    Invariant.check(
        missing.isEmpty() || info.covers(missing.lastKey()),
        () ->
            "group %s misses %s and is filled up to %s"
                .formatted(info.group(), missing.lastKey(), info.backfilledTo()));
    log.invariants();
  }
}
