package io.pando.osd.pg.fragment;

import io.pando.id.MemberId;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Questions to members about their fragments, until they are answered. The members of a {@link
 * Round} are asked together, and the first answers may suffice; the others are late then. A member
 * with many late answers is left out of further rounds, so that a slow member costs no more memory
 * the longer it is slow.
 */
final class FragmentQuestions {
  private static final Limit MOST_LATE = Limit.of("fragments: late answers of a member", 1, 256);

  /** Members that are asked together. */
  static final class Round {
    private final SortedSet<MemberId> awaited;
    private boolean ended;

    /** A round of these members, of which none was asked. */
    Round(Collection<MemberId> members) {
      this.awaited = new TreeSet<>(members);
    }

    /** Whether nothing waits for the answers that are awaited. */
    boolean hasEnded() {
      return ended;
    }

    /** Whether no answer is awaited. */
    boolean isAnswered() {
      return awaited.isEmpty();
    }
  }

  /**
   * A request that is not answered.
   *
   * @param round null if the member is asked alone
   */
  private record Asked(
      MemberId member,
      List<FragmentMessage.Query> queries,
      Consumer<List<FragmentMessage.Part>> then,
      @Nullable Round round) {
    boolean isLate() {
      return round != null && round.ended;
    }
  }

  private final Replica replica;
  private final Map<Long, Asked> asked = new TreeMap<>();
  private final SortedMap<MemberId, Integer> late = new TreeMap<>();
  private long lastNumber;

  FragmentQuestions(Replica replica) {
    this.replica = replica;
  }

  /** Asks one member; see {@link FragmentReads#ask}. */
  void ask(
      MemberId member,
      List<FragmentMessage.Query> queries,
      Consumer<List<FragmentMessage.Part>> then) {
    ask(new Asked(member, List.copyOf(queries), then, null));
  }

  /**
   * Asks a member of a round.
   *
   * @param then also called when the round has ended, unless the member goes down
   */
  void ask(
      Round round,
      MemberId member,
      FragmentMessage.Query query,
      Consumer<FragmentMessage.Part> then) {
    ask(
        new Asked(
            member,
            List.of(query),
            parts -> {
              onAnswered(round, member);
              then.accept(parts.getFirst());
            },
            round));
  }

  private void ask(Asked it) {
    if (it.member().equals(replica.self())) {
      FragmentServer.read(replica, it.queries(), it.then());
      return;
    }
    long number = ++lastNumber;
    asked.put(number, it);
    send(number, it);
  }

  private void send(long number, Asked it) {
    replica.send(
        it.member(),
        new FragmentMessage.ReadFragments(replica.group(), replica.epoch(), number, it.queries()));
  }

  /** The first answers suffice. */
  void end(Round round) {
    round.ended = true;
    round.awaited.forEach(member -> late.merge(member, 1, Integer::sum));
  }

  private void onAnswered(Round round, MemberId member) {
    if (round.awaited.remove(member) && round.ended) {
      late.merge(member, -1, (now, less) -> now + less == 0 ? null : now + less);
    }
  }

  /** Whether a member has the most late answers that it may have: it is not asked more. */
  boolean isBehind(MemberId member) {
    return late.getOrDefault(member, 0) >= MOST_LATE.value();
  }

  /** Number of answers that are awaited of other members, late ones included. */
  int size() {
    return asked.size();
  }

  /** A member answers. */
  void onRead(MemberId from, FragmentMessage.FragmentsRead answer) {
    Asked it = asked.get(answer.number());
    if (it != null && it.member().equals(from) && answer.parts().size() == it.queries().size()) {
      asked.remove(answer.number());
      it.then().accept(answer.parts());
    }
  }

  /** A newer map: members that are asked may be down. */
  void onMap() {
    new TreeMap<>(asked)
        .forEach((number, it) -> {
          if (!replica.membership().isUp(it.member())) {
            Probe.reached("fragments: a member that is asked goes down");
            asked.remove(number);
            if (it.isLate()) {
              drop(it);
            } else {
              FragmentMessage.Part absent = FragmentServer.absent();
              it.then().accept(it.queries().stream().map(_ -> absent).toList());
            }
          }
        });
  }

  /** Messages under way to this member may be lost. */
  void onReset(MemberId member) {
    new TreeMap<>(asked)
        .forEach((number, it) -> {
          if (it.member().equals(member)) {
            // Also a late answer may tell that the member recorded its fragment as missing.
            Probe.reachedIf(it.isLate(), "fragments: a late answer is lost with its stream");
            Probe.reached("fragments: asked for again after a reset");
            send(number, it);
          }
        });
  }

  private void drop(Asked it) {
    if (it.round() != null) {
      onAnswered(it.round(), it.member());
    }
  }
}
