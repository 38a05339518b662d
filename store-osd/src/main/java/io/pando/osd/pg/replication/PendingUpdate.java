package io.pando.osd.pg.replication;

import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.step.Effect;
import io.pando.report.OpenOperation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/**
 * An update that is not known yet to be durable on all members. {@link PrimaryReplication#submit}
 * orders it.
 */
public final class PendingUpdate {
  final ReplicationMessage.Update update;
  final SortedSet<MemberId> lackingMembers;
  final boolean answersClient;
  final Runnable whenCommitted;

  /** The members that have not reported the update as durable. */
  SortedSet<MemberId> awaited = Collections.emptySortedSet();

  Version trimTo = Version.ZERO;

  /** Whether the update is durable on the primary. */
  boolean durable;

  private final UpdateParts parts;
  private final long askedNanos;
  private long orderedNanos;
  private long durableNanos;

  /**
   * Creates an update that is not ordered.
   *
   * @param update the update with all its steps
   * @param parts what each member gets of it
   * @param lackingMembers members that do not have the object yet, and will get it as a whole
   * @param answersClient whether the collector answers the client
   * @param askedNanos arrival time of the client's request
   * @param whenCommitted run once the update is durable on all members
   */
  public PendingUpdate(
      ReplicationMessage.Update update,
      UpdateParts parts,
      SortedSet<MemberId> lackingMembers,
      boolean answersClient,
      long askedNanos,
      Runnable whenCommitted) {
    this.update = update;
    this.parts = parts;
    this.lackingMembers = lackingMembers;
    this.answersClient = answersClient;
    this.askedNanos = askedNanos;
    this.whenCommitted = whenCommitted;
  }

  void order(SortedSet<MemberId> members, Version trim, long nowNanos) {
    awaited = members;
    trimTo = trim;
    orderedNanos = nowNanos;
    durableNanos = nowNanos;
  }

  void onDurable(long nowNanos) {
    durable = true;
    durableNanos = nowNanos;
  }

  /** The members that have not reported the update as durable. */
  public SortedSet<MemberId> awaited() {
    return Collections.unmodifiableSortedSet(awaited);
  }

  /** The completed steps since the request arrived. */
  public List<OpenOperation.Step> steps() {
    List<OpenOperation.Step> steps = new ArrayList<>();
    steps.add(new OpenOperation.Step("ordered as " + version(), orderedNanos - askedNanos));
    if (durable) {
      steps.add(new OpenOperation.Step("durable on the primary", durableNanos - askedNanos));
    }
    return steps;
  }

  Effect.CountCommit count(long nowNanos) {
    return new Effect.CountCommit(
        orderedNanos - askedNanos, durableNanos - orderedNanos, nowNanos - orderedNanos);
  }

  /** What a member gets of the update. */
  ReplicationMessage.Update of(MemberId member) {
    return parts.of(update, member);
  }

  Version version() {
    return update.entry().version();
  }
}
