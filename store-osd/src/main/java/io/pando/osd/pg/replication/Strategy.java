package io.pando.osd.pg.replication;

import io.pando.cluster.Replication;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import java.util.List;
import java.util.SortedSet;

/**
 * The path of updates through the members of a group (paper 003 §6.3.1): which member sends to
 * which, and which one collects. Pure, and the same at every member in one interval.
 *
 * <p>Common to all strategies: the <em>head</em> orders updates, and keeps each until it knows that
 * every member has it durably. The <em>collector</em> is the first to know that, and answers the
 * client. So every surviving member has every acknowledged update, and peering need not know the
 * strategy.
 */
public sealed interface Strategy permits PrimaryCopy, Chain, Splay {
  /** The strategy of the group's pool for these members; the acting set must not be empty. */
  static Strategy of(Membership membership) {
    List<OsdId> path = Replication.path(membership.mapping());
    return switch (membership.pool().replication()) {
      case PRIMARY -> new PrimaryCopy(path);
      case CHAIN -> new Chain(path);
      case SPLAY -> new Splay(path);
    };
  }

  /** The members in order, the head first. */
  List<OsdId> path();

  /** The member that orders updates. */
  default OsdId head() {
    return path().getFirst();
  }

  /** The member that learns from the others that an update is durable on all members. */
  OsdId collector();

  /** The members to which a member sends its updates. */
  List<OsdId> receivers(OsdId member);

  /**
   * Whether a member sends an update only once the update, with all before it, is durable there.
   */
  boolean sendsDurable();

  /**
   * The members that report to the collector up to which version they are durable. For the other
   * members, it is enough that the collector has received the update.
   */
  SortedSet<OsdId> reporters();
}
