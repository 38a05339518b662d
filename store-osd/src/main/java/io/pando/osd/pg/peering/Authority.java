package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo;
import io.pando.id.OsdId;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Whose log is the truth: of the whole replicas that took part in the last activation anybody heard
 * of, the one with the newest update. A replica that missed that activation may hold newer looking
 * updates that were given up then.
 */
public record Authority(OsdId osd, GroupInfo info) {

  /** Chooses; nobody if no replica is whole and up to the last activation. */
  static Optional<Authority> choose(SortedMap<OsdId, GroupInfo> all, OsdId self) {
    long started = lastStarted(all);
    Comparator<Map.Entry<OsdId, GroupInfo>> better =
        Comparator.comparing((Map.Entry<OsdId, GroupInfo> e) -> e.getValue().lastUpdate())
            .thenComparing(e -> e.getValue().logTail(), Comparator.reverseOrder())
            .thenComparing(e -> e.getKey().equals(self))
            .thenComparing(Map.Entry::getKey, Comparator.reverseOrder());
    return all.entrySet().stream()
        .filter(e -> e.getValue().isWhole() && e.getValue().lastEpochStarted() >= started)
        .max(better)
        .map(e -> new Authority(e.getKey(), e.getValue()));
  }

  /** The newest activation that anybody whole, or anybody's history, tells of. */
  static long lastStarted(SortedMap<OsdId, GroupInfo> all) {
    long started = 0;
    for (GroupInfo info : all.values()) {
      started = Math.max(started, info.history().lastEpochStarted());
      if (info.isWhole()) {
        started = Math.max(started, info.lastEpochStarted());
      }
    }
    return started;
  }

  /** Whether a replica can be brought up to this log by the log alone, and lacks nothing else. */
  boolean canLead(GroupInfo info) {
    return info.isWhole() && info.lastUpdate().compareTo(this.info.logTail()) >= 0;
  }
}
