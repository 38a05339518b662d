package io.pando.osd.pg.scrub;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.message.ScrubMessage.AskScrub;
import io.pando.message.ScrubMessage.ScrubAnswer;
import io.pando.message.ScrubMessage.ScrubResult;
import io.pando.message.ScrubMessage.ScrubTask;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.RequestNumbers;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives each member of the group a task, the primary included, and waits for all answers. One round
 * at a time.
 *
 * <p>Invariants: while a round is under way at least one member has not answered; between rounds no
 * task is open and no answer is kept; no member is both open and answered; every open task belongs
 * to a member of the group.
 */
final class ScrubRound {
  private static final int RETRIES_LATER = 5;

  private final Replica replica;
  private final ScrubMember member;
  private final ScrubMemory memory;
  private final SortedMap<MemberId, ScrubTask> open = new TreeMap<>();
  private final SortedMap<MemberId, ScrubResult> done = new TreeMap<>();
  private @Nullable Consumer<SortedMap<MemberId, ScrubResult>> then;
  private long number;
  private long askedNanos;

  ScrubRound(Replica replica, ScrubMember member, ScrubMemory memory) {
    this.replica = replica;
    this.member = member;
    this.memory = memory;
  }

  /** What the group remembers of its scrubs. */
  ScrubMemory memory() {
    return memory;
  }

  ScrubMember member() {
    return member;
  }

  /** Gives all members the same task. */
  void askAll(ScrubTask task, Consumer<SortedMap<MemberId, ScrubResult>> next) {
    SortedMap<MemberId, ScrubTask> tasks = new TreeMap<>();
    replica.membership().members().forEach(to -> tasks.put(to, task));
    ask(tasks, next);
  }

  /** Gives members different tasks, at least one. */
  void ask(
      SortedMap<MemberId, ? extends ScrubTask> tasks,
      Consumer<SortedMap<MemberId, ScrubResult>> next) {
    Invariant.check(then == null && !tasks.isEmpty(), "one round of a scrub at a time");
    long mine = replica.numbers().next(RequestNumbers.Of.SCRUB_ROUND);
    number = mine;
    then = next;
    open.putAll(tasks);
    askedNanos = replica.nowNanos();
    tasks.keySet().forEach(this::send);
    ScrubTask own = tasks.get(replica.self());
    if (own != null) {
      member.carryOut(own, result -> onResult(replica.self(), mine, result));
    }
  }

  private void send(MemberId to) {
    ScrubTask task = open.get(to);
    if (task != null && !to.equals(replica.self())) {
      replica.send(to, new AskScrub(replica.group(), replica.epoch(), number, task));
    }
  }

  void onAnswer(MemberId from, ScrubAnswer answer) {
    onResult(from, answer.number(), answer.result());
  }

  private void onResult(MemberId from, long of, ScrubResult result) {
    if (of != number || open.remove(from) == null) {
      return;
    }
    done.put(from, result);
    Consumer<SortedMap<MemberId, ScrubResult>> next = then;
    if (open.isEmpty() && next != null) {
      SortedMap<MemberId, ScrubResult> all = new TreeMap<>(done);
      done.clear();
      then = null;
      next.accept(all);
    }
  }

  /** Resends the open task of a member: messages to or from it may be lost. */
  void onReset(MemberId to) {
    send(to);
  }

  /** Resends the tasks of members that have not answered for a long time. */
  void onTick() {
    long patience = RETRIES_LATER * replica.config().waits().retryNanos();
    if (then != null && replica.nowNanos() - askedNanos > patience) {
      askedNanos = replica.nowNanos();
      open.keySet().forEach(this::send);
    }
  }

  boolean isUnderWay() {
    return then != null;
  }

  void invariants() {
    Invariant.check(
        isUnderWay() ? !open.isEmpty() && areMembers() : open.isEmpty() && done.isEmpty(),
        () ->
            "group %s: round %d of a scrub waits for %s, and %s have answered, of the members %s"
                .formatted(
                    replica.group(),
                    number,
                    open.keySet(),
                    done.keySet(),
                    replica.membership().members()));
  }

  private boolean areMembers() {
    return Collections.disjoint(open.keySet(), done.keySet())
        && replica.membership().members().containsAll(open.keySet());
  }
}
