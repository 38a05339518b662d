package io.pando.osd.pg.roots;

import io.pando.id.OsdId;
import io.pando.id.Version;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest update that each member has had durably, as far as this one learned in the intervals
 * that it took part in: only of what was durable on <em>all</em> members of an interval. Such an
 * update is never given up, so who had it and does not has lost it. (An update that only some had
 * may be given up by peering, and goes from them rightly.) Kept in memory.
 */
public final class DurableHeads {
  private final SortedMap<OsdId, Version> heads = new TreeMap<>();

  /** All of these have everything up to this update. */
  public void note(Collection<OsdId> members, Version version) {
    if (version.isAfter(Version.ZERO)) {
      members.forEach(osd -> heads.merge(osd, version, Version::max));
    }
  }

  /** The group goes on from this update; if somebody had a newer one, it was given up knowingly. */
  public void onActive(Version head) {
    heads.replaceAll((_, version) -> version.isAfter(head) ? head : version);
  }

  /** What a member has had; null if that is not known. */
  public @Nullable Version of(OsdId osd) {
    return heads.get(osd);
  }
}
