package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An OSD of the model with its disk. */
final class ModelNode {
  final OsdId id;
  boolean alive = true;
  long told;
  long serves;
  boolean leads;
  @Nullable GroupInfo info;
  List<Version> log = new ArrayList<>();

  ModelNode(OsdId id) {
    this.id = id;
  }

  MemberId member() {
    return MemberId.of(id);
  }

  GroupInfo held() {
    if (info == null) {
      throw new AssertionError(id + " does not hold the group");
    }
    return info;
  }

  long interval() {
    return held().history().sameIntervalSince();
  }

  boolean isServing() {
    return alive && info != null && serves == interval();
  }

  /** Newest version in its log. */
  Version last() {
    return log.isEmpty() ? Version.ZERO : log.getLast();
  }

  boolean isWhole() {
    return info != null && info.isWhole();
  }

  void append(Version version) {
    log.add(version);
    trimTo(held().logTail());
  }

  /** Its log begins behind that version, as far as it reaches. */
  void trimTo(Version tail) {
    Version bound = tail.isAfter(last()) ? last() : tail;
    GroupInfo before = held();
    info =
        before.withLog(
            new GroupInfo.LogBounds(last(), bound, last(), before.log().rememberedSince()));
  }
}
