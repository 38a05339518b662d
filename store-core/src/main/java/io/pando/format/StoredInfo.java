package io.pando.format;

import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import org.jspecify.annotations.Nullable;

/** A {@link GroupInfo} as it is encoded: all components on one level. */
public record StoredInfo(
    PgId group,
    Version lastUpdate,
    Version logTail,
    Version lastComplete,
    long lastEpochStarted,
    @Nullable ObjectId backfilledTo,
    GroupInfo.History history,
    long objects,
    long bytes,
    long heldSince,
    Version rememberedSince,
    boolean counted) {

  static StoredInfo of(GroupInfo info) {
    GroupInfo.LogBounds log = info.log();
    GroupInfo.Totals totals = info.totals();
    return new StoredInfo(
        info.group(),
        log.head(),
        log.tail(),
        log.complete(),
        info.lastEpochStarted(),
        info.backfilledTo(),
        info.history(),
        totals.objects(),
        totals.bytes(),
        info.heldSince(),
        log.rememberedSince(),
        totals.counted());
  }

  GroupInfo info() {
    return new GroupInfo(
        group,
        new GroupInfo.LogBounds(lastUpdate, logTail, lastComplete, rememberedSince),
        lastEpochStarted,
        backfilledTo,
        heldSince,
        history,
        new GroupInfo.Totals(objects, bytes, counted));
  }
}
