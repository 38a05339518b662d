package io.pando.osd.pg.redundancy;

import io.pando.id.MemberId;
import java.util.Collection;

/** How much of a group some of its members have between them. Immutable. */
public sealed interface Redundancy permits WholeCopies, Fragments {
  /** Whether objects that all these members have can be read from them. */
  boolean suffice(Collection<MemberId> members);

  /** Whether objects are put together from what several members have. */
  boolean combines();

  /** Bytes that the member at a position has of an object of this size. */
  long storedBytes(int position, long objectBytes);

  /** Whether a member can take back an update that is not on all members. */
  boolean takesBack();
}
