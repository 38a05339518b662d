package io.pando.sim.consensus;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.ReplicatedLog;
import io.pando.port.ReplicatedLog.Outcome;
import io.pando.random.Random64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A member in one life of its process: elects, orders and applies as Raft does, with a pre-vote
 * (canvass) before each election so that a member that was cut off disturbs no leader.
 *
 * <pre>
 *   follower ──no leader heard──▶ canvassing ──majority would──▶ candidate ──majority did──▶ leader
 *      ▲                              │                              │                        │
 *      └──────────── a leader is heard, a newer term, or (leader) no majority in time ────────┘
 * </pre>
 */
final class SimRaftReplica {
  private static final long TICK_NANOS = 50_000_000;
  private static final long LEAST_PATIENCE_NANOS = 600_000_000;
  private static final long LONGEST_PATIENCE_NANOS = 1_500_000_000;

  private enum Role {
    FOLLOWER,
    CANVASSING,
    CANDIDATE,
    LEADER
  }

  private final SimConsensus consensus;
  private final NodeId self;
  private final EventLoop loop;
  private final SimRaftJournal journal;
  private final Applier applier;
  private final Random64 random;
  private final SortedSet<NodeId> supporters = new TreeSet<>();
  private final Map<Long, NodeId> proposers = new LinkedHashMap<>();
  private LongConsumer whenApplied = index -> {};
  private Role role = Role.FOLLOWER;
  private @Nullable Leadership leadership;
  private @Nullable NodeId leader;
  private List<NodeId> quorum = List.of();
  private long heardNanos;
  private long patienceNanos;
  private long committed;

  SimRaftReplica(
      SimConsensus consensus,
      NodeId self,
      EventLoop loop,
      SimRaftJournal journal,
      ReplicatedLog.StateMachine machine) {
    this.consensus = consensus;
    this.self = self;
    this.loop = loop;
    this.journal = journal;
    this.applier = new Applier(journal, machine);
    this.random = consensus.splitRandom();
  }

  void start(LongConsumer told) {
    whenApplied = told;
    committed = applier.restore();
    waitForLeader();
    tick();
  }

  @Nullable NodeId leader() {
    return leader;
  }

  long applied() {
    return applier.applied();
  }

  ReplicatedLog.View view() {
    List<NodeId> inTouch = leader == null ? List.of() : quorum;
    return new ReplicatedLog.View(self, leader, journal.term(), inTouch, consensus.members());
  }

  void on(NodeId from, RaftMessage message) {
    switch (message) {
      case RaftMessage.Ask ask -> onAsk(from, ask);
      case RaftMessage.Vote vote -> onVote(from, vote);
      case RaftMessage.Append append -> onAppend(from, append);
      case RaftMessage.Appended appended -> onAppended(from, appended);
      case RaftMessage.Propose propose -> onPropose(from, propose);
      case RaftMessage.AskIndex ask -> onAskIndex(from, ask);
      case RaftMessage.Proposed _, RaftMessage.TellIndex _ ->
          throw Invariant.unreachable("answers go to who asked");
    }
  }

  private void tick() {
    loop.schedule(TICK_NANOS, this::tick);
    if (leadership != null) {
      quorum = leadership.heardSince(loop.nanoTime() - LEAST_PATIENCE_NANOS);
      if (isMajority(quorum.size())) {
        broadcast(leadership);
      } else {
        follow(null);
      }
    } else if (loop.nanoTime() - heardNanos > patienceNanos) {
      canvass();
    }
  }

  private void waitForLeader() {
    heardNanos = loop.nanoTime();
    patienceNanos = random.between(LEAST_PATIENCE_NANOS, LONGEST_PATIENCE_NANOS);
  }

  private boolean isMajority(int count) {
    return count > consensus.members().size() / 2;
  }

  private void enter(long term) {
    journal.enter(term);
    follow(null);
  }

  private void follow(@Nullable NodeId whom) {
    if (leadership != null) {
      waitForLeader();
    }
    role = Role.FOLLOWER;
    leadership = null;
    leader = whom;
    supporters.clear();
  }

  private void canvass() {
    waitForLeader();
    follow(null);
    role = Role.CANVASSING;
    ask(journal.term() + 1, false);
  }

  private void ask(long term, boolean real) {
    supporters.clear();
    RaftMessage ask =
        new RaftMessage.Ask(term, real, journal.lastIndex(), journal.termAt(journal.lastIndex()));
    consensus.members().stream().filter(m -> !m.equals(self)).forEach(m -> post(m, ask));
    onSupport(self);
  }

  private void onSupport(NodeId supporter) {
    supporters.add(supporter);
    if (!isMajority(supporters.size())) {
      return;
    }
    if (role == Role.CANVASSING) {
      journal.enter(journal.term() + 1);
      journal.voteFor(self);
      role = Role.CANDIDATE;
      ask(journal.term(), true);
    } else if (role == Role.CANDIDATE) {
      lead();
    }
  }

  private void lead() {
    role = Role.LEADER;
    leader = self;
    quorum = supporters.stream().toList();
    proposers.clear();
    Leadership mine =
        new Leadership(self, consensus.members(), journal.lastIndex() + 1, loop.nanoTime());
    leadership = mine;
    consensus.note(self + " leads in term " + journal.term());
    order(SimRaftJournal.NO_COMMAND, Payload.EMPTY, mine);
  }

  private void onAsk(NodeId from, RaftMessage.Ask ask) {
    if (ask.real() && ask.term() > journal.term()) {
      enter(ask.term());
    }
    long ours = journal.termAt(journal.lastIndex());
    boolean upToDate =
        ask.lastTerm() > ours || (ask.lastTerm() == ours && ask.lastIndex() >= journal.lastIndex());
    boolean granted = upToDate && (ask.real() ? mayVoteFor(from, ask.term()) : wouldVote());
    if (granted && ask.real()) {
      journal.voteFor(from);
      waitForLeader();
    }
    post(from, new RaftMessage.Vote(ask.real() ? journal.term() : ask.term(), ask.real(), granted));
  }

  private boolean mayVoteFor(NodeId candidate, long term) {
    NodeId vote = journal.vote();
    return term == journal.term() && (vote == null || vote.equals(candidate));
  }

  private boolean wouldVote() {
    return leadership == null
        && (leader == null || loop.nanoTime() - heardNanos > LEAST_PATIENCE_NANOS);
  }

  private void onVote(NodeId from, RaftMessage.Vote vote) {
    boolean current =
        vote.real()
            ? role == Role.CANDIDATE && vote.term() == journal.term()
            : role == Role.CANVASSING && vote.term() == journal.term() + 1;
    if (vote.real() && vote.term() > journal.term()) {
      enter(vote.term());
    } else if (current && vote.granted()) {
      onSupport(from);
    }
  }

  private void broadcast(Leadership mine) {
    mine.nextRound();
    mine.others().forEach(other -> append(mine, other));
  }

  private void append(Leadership mine, NodeId to) {
    long previous = mine.follower(to).nextIndex() - 1;
    post(
        to,
        new RaftMessage.Append(
            journal.term(),
            mine.round(),
            new RaftMessage.Position(previous, journal.termAt(previous)),
            journal.behind(previous),
            committed,
            quorum));
  }

  private void onAppend(NodeId from, RaftMessage.Append append) {
    if (append.term() > journal.term()) {
      enter(append.term());
    }
    boolean current = append.term() == journal.term();
    long previous = append.previous().index();
    boolean matches =
        current
            && previous <= journal.lastIndex()
            && journal.termAt(previous) == append.previous().term();
    if (current) {
      Invariant.check(leadership == null, "one leader in a term");
      follow(from);
      waitForLeader();
      quorum = append.quorum();
    }
    long end = previous + append.entries().size();
    if (matches) {
      journal.merge(previous, append.entries(), committed);
      committed = Math.max(committed, Math.min(append.committed(), end));
    }
    post(
        from,
        new RaftMessage.Appended(
            journal.term(), append.round(), matches, matches ? end : journal.lastIndex()));
    apply();
  }

  private void onAppended(NodeId from, RaftMessage.Appended answer) {
    if (answer.term() > journal.term()) {
      enter(answer.term());
    }
    Leadership mine = leadership;
    if (mine == null || answer.term() != journal.term()) {
      return;
    }
    mine.follower(from).onHeard(answer, loop.nanoTime());
    if (!answer.matches()) {
      append(mine, from);
    }
    commit(mine);
  }

  /** Commits the entries that a majority has, once these include an entry of this term. */
  private void commit(Leadership mine) {
    long index = mine.majorityIndex(journal.lastIndex());
    if (index > committed && index >= mine.firstIndex()) {
      committed = index;
      apply();
      broadcast(mine);
    }
    if (committed >= mine.firstIndex()) {
      for (Leadership.Reading reading : mine.confirmed()) {
        consensus.tell(self, reading.from(), new RaftMessage.TellIndex(reading.id(), committed));
      }
    }
  }

  private void onPropose(NodeId from, RaftMessage.Propose propose) {
    Outcome.Applied known = applier.outcomeOf(propose.id());
    if (known != null) {
      consensus.tell(self, from, new RaftMessage.Proposed(propose.id(), known));
    } else if (leadership != null) {
      proposers.put(propose.id(), from);
      if (!journal.holds(propose.id())) {
        order(propose.id(), propose.command(), leadership);
      }
    }
  }

  private void order(long id, Payload command, Leadership mine) {
    journal.append(new SimRaftJournal.Entry(journal.term(), id, loop.wallMillis(), command));
    broadcast(mine);
    commit(mine);
  }

  private void onAskIndex(NodeId from, RaftMessage.AskIndex ask) {
    if (leadership != null) {
      leadership.add(new Leadership.Reading(from, ask.id(), leadership.round() + 1));
      broadcast(leadership);
      commit(leadership);
    }
  }

  private void apply() {
    applier.applyUpTo(committed, this::onApplied);
  }

  private void onApplied(SimRaftJournal.Entry entry, Outcome.@Nullable Applied outcome) {
    NodeId proposer = outcome == null ? null : proposers.remove(entry.id());
    if (proposer != null && outcome != null) {
      post(proposer, new RaftMessage.Proposed(entry.id(), outcome));
    }
    whenApplied.accept(applier.applied());
  }

  private void post(NodeId to, RaftMessage message) {
    consensus.tell(self, to, message);
  }
}
