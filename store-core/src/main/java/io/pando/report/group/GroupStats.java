package io.pando.report.group;

import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Statistics of a group, as reported by its primary.
 *
 * @param mapping the OSDs that serve it
 * @param contents its objects
 * @param copies copies of its objects that are not where they should be
 * @param problems what it waits for, and what is wrong with it
 */
public record GroupStats(
    PgId group,
    SortedSet<GroupState> states,
    Mapping mapping,
    Contents contents,
    Copies copies,
    Problems problems) {
  /**
   * The OSDs that serve a group.
   *
   * @param epoch epoch of the primary's map
   */
  public record Mapping(MemberList up, MemberList acting, long epoch) {}

  /**
   * The objects of a group.
   *
   * @param version version of the newest update
   */
  public record Contents(Version version, long objects, long bytes) {}

  /**
   * Copies of objects that are not where they should be.
   *
   * @param degraded number of degraded copies, summed over replicas
   * @param misplaced number of misplaced copies: still to be made on OSDs of the up set, of objects
   *     that have enough copies
   * @param unfound number of objects of which no OSD that is up has a good copy; an OSD that is
   *     down may have one
   * @param lost number of objects of which no OSD has a good copy
   * @param noRoom number of objects for whose copies a device has no room
   */
  public record Copies(long degraded, long misplaced, long unfound, long lost, long noRoom) {}

  /**
   * What a group waits for, and what is wrong with it.
   *
   * @param waitsFor reason as a sentence if the group waits for something; otherwise empty
   * @param diverged replicas whose hash trees differ from the primary's, each with the latest
   *     possible version of the divergence
   * @param rolledBack replicas that came back recently without updates that were durable on them
   * @param wrong findings of scrubs that are not repaired
   */
  public record Problems(
      String waitsFor,
      SortedMap<MemberId, Version> diverged,
      List<RolledBack> rolledBack,
      ScrubRecord.Found wrong) {}

  /** Acting set of the group, primary first. */
  public MemberList acting() {
    return mapping.acting();
  }

  /** Number of degraded copies, summed over replicas. */
  public long degraded() {
    return copies.degraded();
  }

  /**
   * Number of objects without a good copy on an OSD that is up; an OSD that is down may have it.
   */
  public long unfound() {
    return copies.unfound();
  }

  /** Number of objects of which no OSD has a good copy. */
  public long lost() {
    return copies.lost();
  }

  /** Reason as a sentence if the group waits for something; otherwise empty. */
  public String waitsFor() {
    return problems.waitsFor();
  }
}
