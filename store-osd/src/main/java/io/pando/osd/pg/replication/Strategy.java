package io.pando.osd.pg.replication;

import io.pando.cluster.Replication;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import java.util.List;
import java.util.SortedSet;

/**
 * The way updates take through the members of a group (paper 003 §6.3.1): who sends to whom, and
 * who collects. Pure, and the same at every member in one interval.
 *
 * <p>Common to all: the <em>head</em> orders, and keeps an update until it knows that every member
 * has it durably; the <em>collector</em> is the first to know that, and tells the client. So
 * whoever survives has whatever a client was told of, and peering need not know the strategy.
 */
public sealed interface Strategy permits PrimaryCopy, Chain, Splay {
  /** That of the group's pool, for these members; somebody acts. */
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

  /** Who gives updates their order. */
  default OsdId head() {
    return path().getFirst();
  }

  /** Who learns from the others that an update is on all members. */
  OsdId collector();

  /** To whom a member sends the updates it has. */
  List<OsdId> receivers(OsdId member);

  /** Whether a member sends an update on only when it, and all before it, is durable there. */
  boolean sendsDurable();

  /**
   * Who tells the collector what is durable there. Of the others it knows it by having the update
   * at all.
   */
  SortedSet<OsdId> reporters();
}
