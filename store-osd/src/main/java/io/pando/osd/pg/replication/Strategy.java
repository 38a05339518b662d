package io.pando.osd.pg.replication;

import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.osd.pg.replica.Membership;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The path of updates through the members of a group (paper 003 §6.3.1): which member sends to
 * which, and which one collects. Pure, and the same at every member in one interval.
 *
 * <pre>
 *            ┌──▶ b ──┐
 *  client ─▶ a        ├──▶ a ─▶ client      primary: the head sends to all other members, and collects
 *            └──▶ c ──┘
 *
 *  client ─▶ a ──▶ b ──▶ c ─▶ client        chain: each member sends an update to the next once it is
 *                                           durable there. An update that is durable on the last
 *                                           member is durable on all, so no member reports
 *            ┌──▶ b ──┐
 *  client ─▶ a ───────┼─▶ c ─▶ client       splay: the head sends to all other members, and the last
 *            └────────┘                     member collects
 * </pre>
 *
 * <p>Common to all: the <em>head</em> orders updates, and keeps each until it knows that every
 * member has it durably. The <em>collector</em> is the first to know that, and answers the client.
 * So every surviving member has every acknowledged update, and peering need not know the strategy.
 *
 * @param path the members in order, the head first
 * @param reporters the members that report to the collector up to which version they are durable.
 *     For the other members, it is enough that the collector has received the update
 */
public record Strategy(Replication kind, List<MemberId> path, SortedSet<MemberId> reporters) {
  /** The strategy of the group's pool for these members; the acting set must not be empty. */
  static Strategy of(Membership membership) {
    return of(
        membership.pool().replication(), Replication.path(membership.up(), membership.acting()));
  }

  static Strategy of(Replication kind, List<MemberId> path) {
    List<MemberId> reporters =
        switch (kind) {
          case PRIMARY -> path.subList(1, path.size());
          case CHAIN -> List.of();
          case SPLAY -> path.subList(0, path.size() - 1);
        };
    return new Strategy(
        kind, List.copyOf(path), Collections.unmodifiableSortedSet(new TreeSet<>(reporters)));
  }

  /** The member that orders updates. */
  public MemberId head() {
    return path.getFirst();
  }

  /** The member that learns from the others that an update is durable on all members. */
  public MemberId collector() {
    return kind == Replication.PRIMARY ? head() : path.getLast();
  }

  /** The members to which a member sends its updates. */
  public List<MemberId> receivers(MemberId member) {
    if (kind != Replication.CHAIN) {
      return member.equals(head()) ? path.subList(1, path.size()) : List.of();
    }
    int next = path.indexOf(member) + 1;
    return next == 0 || next == path.size() ? List.of() : path.subList(next, next + 1);
  }

  /**
   * Whether a member sends an update only once the update, with all before it, is durable there.
   */
  public boolean sendsDurable() {
    return kind == Replication.CHAIN;
  }
}
