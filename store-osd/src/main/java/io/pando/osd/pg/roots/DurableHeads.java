package io.pando.osd.pg.roots;

import io.pando.id.MemberId;
import io.pando.id.Version;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest update that each member is known to have had durably. This OSD learns it in the
 * intervals in which it took part, and only of updates durable on <em>all</em> members of an
 * interval. Such an update is never given up, so a member that had it and does not have it any more
 * has lost it. (Peering may give up an update that only some members had; that is no loss.) Kept in
 * memory only.
 */
public final class DurableHeads {
  private final SortedMap<MemberId, Version> heads = new TreeMap<>();

  /** Records that all these members have everything up to this update. */
  public void note(Collection<MemberId> members, Version version) {
    if (version.isAfter(Version.ZERO)) {
      members.forEach(member -> heads.merge(member, version, Version::max));
    }
  }

  /** Lowers the heads to the one that peering chose: newer updates were given up deliberately. */
  public void onActive(Version head) {
    heads.replaceAll((_, version) -> version.isAfter(head) ? head : version);
  }

  /** The newest update that a member has had durably; null if not known. */
  public @Nullable Version of(MemberId member) {
    return heads.get(member);
  }
}
