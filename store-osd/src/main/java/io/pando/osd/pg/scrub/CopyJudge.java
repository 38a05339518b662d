package io.pando.osd.pg.scrub;

import io.pando.erasure.digest.FragmentDigest;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.ExaminedCopy;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.redundancy.Redundancy;
import java.util.Optional;
import java.util.SortedMap;

/** Which copies of an object are good: replicas are equal, fragments satisfy equations. */
sealed interface CopyJudge permits CopyJudge.OfReplicas, FragmentJudge {
  static CopyJudge of(Redundancy redundancy) {
    return redundancy instanceof Fragments fragments
        ? new FragmentJudge(fragments)
        : new OfReplicas();
  }

  /**
   * Whether the digests of fragments fit together, of one object or of many.
   *
   * @param digests those of all members that have been asked; empty if no fragments were read
   */
  boolean fit(SortedMap<MemberId, FragmentDigest> digests);

  /** Judges the copies of one object, see {@link AuthoritativeCopies#judge}. */
  AuthoritativeCopies.Verdict judge(
      SortedMap<MemberId, ExaminedCopy> copies, Optional<Version> recorded);

  /** Replicas, of which no fragments are read. */
  record OfReplicas() implements CopyJudge {
    @Override
    public boolean fit(SortedMap<MemberId, FragmentDigest> digests) {
      return digests.isEmpty();
    }

    @Override
    public AuthoritativeCopies.Verdict judge(
        SortedMap<MemberId, ExaminedCopy> copies, Optional<Version> recorded) {
      return AuthoritativeCopies.judge(copies, recorded);
    }
  }
}
