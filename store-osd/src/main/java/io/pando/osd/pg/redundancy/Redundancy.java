package io.pando.osd.pg.redundancy;

import io.pando.id.MemberId;
import java.util.Collection;

/** How much of a group some of its members have between them. Immutable. */
public sealed interface Redundancy permits WholeCopies, Fragments {
  /** Whether objects that all these members have can be read from them. */
  boolean suffice(Collection<MemberId> members);

  /** Whether a member can take back an update that is not on all members. */
  boolean takesBack();
}
