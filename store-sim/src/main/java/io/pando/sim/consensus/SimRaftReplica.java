package io.pando.sim.consensus;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.MonitorInfo;
import io.pando.port.EventLoop;
import io.pando.port.ReplicatedLog;
import io.pando.port.ReplicatedLog.Member;
import io.pando.port.ReplicatedLog.Outcome;
import io.pando.port.ReplicatedLog.Reconfigured;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
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
  private final Member self;
  private final EventLoop loop;
  private final SimRaftJournal journal;
  private final Applier applier;
  private final Random64 random;
  private final SortedSet<Member> supporters = new TreeSet<>();
  private final Map<Long, Member> proposers = new LinkedHashMap<>();
  private LongConsumer whenApplied = index -> {};
  private Role role = Role.FOLLOWER;
  private @Nullable Leadership leadership;
  private @Nullable Reconfiguration reconfiguration;
  private @Nullable Member leader;
  private List<Member> quorum = List.of();
  private long heardNanos;
  private long patienceNanos;
  private long committed;

  SimRaftReplica(
      SimConsensus consensus,
      Member self,
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

  @Nullable Member leader() {
    return leader;
  }

  long applied() {
    return applier.applied();
  }

  ReplicatedLog.View view() {
    return new ReplicatedLog.View(
        self.node(),
        leader == null ? null : leader.node(),
        journal.term(),
        leader == null ? List.of() : quorum,
        journal.members());
  }

  void on(Member from, RaftMessage message) {
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
      if (isMajority(quorum)) {
        broadcast(leadership);
        advanceReconfiguration(leadership);
      } else {
        follow(null);
      }
    } else if (journal.members().contains(self) && loop.nanoTime() - heardNanos > patienceNanos) {
      canvass();
    }
  }

  private void waitForLeader() {
    heardNanos = loop.nanoTime();
    patienceNanos = random.between(LEAST_PATIENCE_NANOS, LONGEST_PATIENCE_NANOS);
  }

  private boolean isMajority(Collection<Member> some) {
    List<Member> members = journal.members();
    return some.stream().filter(members::contains).count() > members.size() / 2;
  }

  private void enter(long term) {
    journal.enter(term);
    follow(null);
  }

  private void follow(@Nullable Member whom) {
    if (leadership != null) {
      waitForLeader();
    }
    Reconfiguration unfinished = reconfiguration;
    if (unfinished != null) {
      unfinished.end(new Reconfigured.Unavailable("it leads no more"));
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
    journal.members().stream().filter(m -> !m.equals(self)).forEach(m -> post(m, ask));
    onSupport(self);
  }

  private void onSupport(Member supporter) {
    supporters.add(supporter);
    if (!isMajority(supporters)) {
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
        new Leadership(self, journal.members(), journal.lastIndex() + 1, loop.nanoTime());
    leadership = mine;
    consensus.note(self + " leads in term " + journal.term());
    order(SimRaftJournal.NO_COMMAND, Payload.EMPTY, mine);
  }

  private void onAsk(Member from, RaftMessage.Ask ask) {
    if (!journal.members().contains(self) || !journal.members().contains(from)) {
      // Without the log a member does not know for whom it may vote.
      return;
    }
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

  private boolean mayVoteFor(Member candidate, long term) {
    Member vote = journal.vote();
    return term == journal.term() && (vote == null || vote.equals(candidate));
  }

  private boolean wouldVote() {
    return leadership == null
        && (leader == null || loop.nanoTime() - heardNanos > LEAST_PATIENCE_NANOS);
  }

  private void onVote(Member from, RaftMessage.Vote vote) {
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

  private void append(Leadership mine, Member to) {
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

  private void onAppend(Member from, RaftMessage.Append append) {
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

  private void onAppended(Member from, RaftMessage.Appended answer) {
    if (answer.term() > journal.term()) {
      enter(answer.term());
    }
    Leadership mine = leadership;
    if (mine == null || answer.term() != journal.term() || !mine.follows(from)) {
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

  private void onPropose(Member from, RaftMessage.Propose propose) {
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

  /**
   * Begins a change of the members. A new member first catches up as a learner. A replacement takes
   * two entries: without the former, then with the new one.
   */
  void reconfigure(
      ReplicatedLog.MemberChange change, long timeoutNanos, Consumer<Reconfigured> done) {
    Leadership mine = leadership;
    if (mine == null || reconfiguration != null || journal.membersIndex() > committed) {
      done.accept(new Reconfigured.Unavailable("not the leader, or a change is under way"));
      return;
    }
    MonitorInfo add = change.add();
    Reconfiguration begun =
        new Reconfiguration(add == null ? null : Member.of(add), change.remove(), done);
    reconfiguration = begun;
    Member joining = begun.add;
    if (joining != null) {
      mine.learn(joining, journal.lastIndex() + 1, loop.nanoTime());
    }
    loop.schedule(timeoutNanos, () -> giveUp(begun));
    advanceReconfiguration(mine);
  }

  private void giveUp(Reconfiguration begun) {
    if (reconfiguration == begun) {
      if (leadership != null && begun.add != null) {
        leadership.forget(begun.add);
      }
      begun.end(new Reconfigured.Unavailable("not done in time"));
    }
  }

  private void advanceReconfiguration(Leadership mine) {
    Reconfiguration now = reconfiguration;
    if (now == null
        || journal.membersIndex() > committed
        || committed < mine.firstIndex()
        || now.isCatchingUp(mine, committed)) {
      return;
    }
    List<Member> members = new ArrayList<>(journal.members());
    if (now.remove != null && members.remove(now.remove)) {
      orderMembers(members, mine);
    } else if (now.add != null && !members.contains(now.add)) {
      members.add(now.add);
      orderMembers(members, mine);
    } else {
      now.end(new Reconfigured.Done());
      if (!members.contains(self)) {
        follow(null);
      }
    }
  }

  private void orderMembers(List<Member> members, Leadership mine) {
    List<Member> sorted = members.stream().sorted().toList();
    consensus.note(self + " makes the members " + sorted);
    journal.append(
        new SimRaftJournal.Entry(
            journal.term(), SimRaftJournal.NO_COMMAND, loop.wallMillis(), Payload.EMPTY, sorted));
    Member learner = reconfiguration == null ? null : reconfiguration.add;
    mine.setMembers(sorted, journal.lastIndex(), loop.nanoTime());
    if (learner != null) {
      mine.learn(learner, journal.lastIndex(), loop.nanoTime());
    }
    broadcast(mine);
    commit(mine);
  }

  /** A change of the members that is under way. */
  private final class Reconfiguration {
    private final @Nullable Member add;
    private final @Nullable Member remove;
    private final Consumer<Reconfigured> done;

    Reconfiguration(@Nullable Member add, @Nullable Member remove, Consumer<Reconfigured> done) {
      this.add = add;
      this.remove = remove;
      this.done = done;
    }

    boolean isCatchingUp(Leadership mine, long committedIndex) {
      return add != null
          && !journal.members().contains(add)
          && mine.follower(add).matchIndex() < committedIndex;
    }

    void end(Reconfigured outcome) {
      reconfiguration = null;
      done.accept(outcome);
    }
  }

  private void onAskIndex(Member from, RaftMessage.AskIndex ask) {
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
    Member proposer = outcome == null ? null : proposers.remove(entry.id());
    if (proposer != null && outcome != null) {
      post(proposer, new RaftMessage.Proposed(entry.id(), outcome));
    }
    whenApplied.accept(applier.applied());
  }

  private void post(Member to, RaftMessage message) {
    consensus.tell(self, to, message);
  }
}
