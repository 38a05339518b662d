package io.pando.osd.pg.recovery.backfill;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.osd.pg.recovery.missing.PlacementMark;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.replica.VersionListing;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lists of the objects in some parts, which are awaited, and those that were received so far. */
final class Listing {
  /** Object behind which the lists begin. */
  final ObjectId after;

  /** How far the comparison will reach, unless a list is cut short. */
  final PlacementMark end;

  /** The parts that are listed, for each replica. */
  final SortedMap<MemberId, Differences.Slice> parts;

  /**
   * Objects changed since the lists were requested, with their new versions, {@link Version#ZERO}
   * for removed objects.
   */
  final SortedMap<ObjectId, Version> changed = new TreeMap<>();

  /**
   * Objects that were missing here and arrived since the lists were requested; an earlier list does
   * not contain them.
   */
  final SortedMap<ObjectId, Version> fetched = new TreeMap<>();

  final SortedMap<MemberId, VersionListing> theirs = new TreeMap<>();
  @Nullable VersionListing ours;

  Listing(ObjectId after, PlacementMark end, SortedMap<MemberId, Differences.Slice> parts) {
    this.after = after;
    this.end = end;
    this.parts = parts;
  }

  /**
   * Checks that look at every replica that is compared.
   *
   * @param compared the mark up to which a replica was compared
   */
  void invariants(PgId group, Function<MemberId, PlacementMark> compared) {
    PlacementMark start = new PlacementMark(after);
    boolean together =
        parts.keySet().stream().allMatch(member -> compared.apply(member).equals(start));
    boolean waits = ours == null || theirs.size() < parts.size();
    Invariant.check(
        together && waits && start.isBefore(end) && parts.keySet().containsAll(theirs.keySet()),
        () ->
            "group %s lists from %s to %s for %s, and has the lists of %s"
                .formatted(group, start, end, parts.keySet(), theirs.keySet()));
  }
}
