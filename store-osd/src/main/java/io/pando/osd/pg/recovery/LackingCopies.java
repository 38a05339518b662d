package io.pando.osd.pg.recovery;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the copies that the members of a group lack, on demand. */
record LackingCopies(RecoveryState state) {
  /**
   * The copies that members lack: degraded as far as there are not enough copies, otherwise
   * misplaced.
   */
  RecoveryView.Lacking lacking() {
    Replica replica = state.replica();
    Membership now = replica.membership();
    List<Long> counts = new ArrayList<>(missingByMember().values());
    for (int absent = counts.size(); absent < now.pool().size(); absent++) {
      counts.add(replica.info().objects());
    }
    Collections.sort(counts);
    long all = counts.stream().mapToLong(Long::longValue).sum();
    long degraded = counts.subList(0, now.pool().size()).stream().mapToLong(Long::longValue).sum();
    return new RecoveryView.Lacking(degraded, all - degraded);
  }

  /** Number of objects that each replica lacks, as far as is known or can be estimated. */
  SortedMap<MemberId, Long> missingByMember() {
    Replica replica = state.replica();
    SortedMap<MemberId, Long> counts = new TreeMap<>();
    counts.put(replica.self(), (long) replica.missing().size());
    state
        .locations()
        .peers()
        .forEach((member, peer) ->
            counts.put(member, peer.missing().size() + behind(peer.compared().upTo())));
    return counts;
  }

  /** Estimated number of the group's objects behind this one; 0 if it is null. */
  private long behind(@Nullable ObjectId mark) {
    if (mark == null) {
      return 0;
    }
    Replica replica = state.replica();
    int bits = prefixBits(replica.group().seed(), replica.membership().pool().groupCount());
    long within = Integer.toUnsignedLong(mark.name().isEmpty() ? 0 : mark.position() << bits);
    long share = ((1L << 32) - within) >>> 16;
    return (share * replica.info().objects() + 0xffff) >>> 16;
  }

  /** Number of leading bits that the positions of all objects of a group share. */
  private static int prefixBits(int seed, int groupCount) {
    int all = groupCount <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(groupCount - 1);
    boolean unsplit = all > 0 && seed < 1 << (all - 1) && seed + (1 << (all - 1)) >= groupCount;
    return unsplit ? all - 1 : all;
  }
}
