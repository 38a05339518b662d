package io.pando.mon.raft;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.ReplicatedLog;
import io.pando.proto.FormatException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A replica of the monitors' log on Apache Ratis.
 *
 * <p>Commands may be proposed on any replica: the command is sent to the leader, and resent under
 * the same call id until it is applied or its time is over. The barrier asks the leader for its
 * applied index, after the leader has made sure that it still leads, and waits until this replica
 * has applied as much.
 */
public final class RatisLog implements ReplicatedLog, AutoCloseable {
  private static final long LOOK_AROUND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * Looks between two questions to the leader. An idle monitor would otherwise spend a tenth of its
   * processor time on them.
   */
  private static final int LOOKS_PER_QUESTION = 2;

  private final RaftOptions options;
  private final EventLoop loop;
  private final ReplicaServer server;
  private final AppliedIndex progress;
  private final Voters voters;
  private final Consumer<Throwable> onBroken;
  private List<Member> members;
  private @Nullable NodeId leaderAsked;
  private List<Member> quorumOfLeader = List.of();
  private int looks;
  private volatile boolean closed;

  private RatisLog(
      RaftOptions options,
      EventLoop loop,
      ReplicaServer server,
      AppliedIndex progress,
      Voters voters,
      Consumer<Throwable> onBroken) {
    this.options = options;
    this.loop = loop;
    this.server = server;
    this.progress = progress;
    this.voters = voters;
    this.onBroken = onBroken;
    this.members = options.peers().founders().stream().map(Member::of).sorted().toList();
  }

  /**
   * Opens a replica and restores its state. Must not be called on the loop, which must run.
   *
   * <p>While the disk is full the replica is closed and requests to it fail; it opens again by
   * itself.
   *
   * @param machine state machine that the log drives, on the loop
   * @param onBroken called on the loop when the log cannot go on, because the disk or the state
   *     machine failed; the daemon must stop then
   */
  public static RatisLog open(
      RaftOptions options,
      EventLoop loop,
      ReplicatedLog.StateMachine machine,
      Consumer<Throwable> onBroken)
      throws LogOpenException {
    AppliedIndex progress = new AppliedIndex();
    Voters voters = new Voters();
    AtomicReference<ReplicaServer> known = new AtomicReference<>();
    Consumer<Throwable> onFailure =
        cause -> {
          ReplicaServer server = known.get();
          if (server == null || !server.onFailure(cause)) {
            onBroken.accept(cause);
          }
        };
    ReplicaServer server =
        new ReplicaServer(
            options,
            loop,
            () -> new LoopStateMachine(options, loop, machine, progress, voters, onFailure),
            onBroken);
    known.set(server);
    server.open();
    RatisLog log = new RatisLog(options, loop, server, progress, voters, onBroken);
    loop.execute(log::lookAround);
    return log;
  }

  @Override
  public void propose(Payload command, long timeoutNanos, Consumer<Outcome> done) {
    Invariant.check(command.size() <= MAX_COMMAND_BYTES, "command is too long");
    RatisLink link = server.link();
    if (link == null) {
      loop.execute(() -> done.accept(new Outcome.Unavailable(server.whyWaiting())));
      return;
    }
    Message message = Message.valueOf(ByteString.copyFrom(command.toByteArray()));
    new LeaderRequest(
            loop,
            timeoutNanos,
            link.request(RaftClientRequest.writeRequestType(), message),
            reply ->
                done.accept(
                    reply == null ? new Outcome.Unavailable(whyUnavailable()) : applied(reply)))
        .tryOnce();
  }

  private static Outcome applied(RaftClientReply reply) {
    byte[] result = reply.getMessage().getContent().toByteArray();
    return new Outcome.Applied(reply.getLogIndex(), Payload.wrap(result));
  }

  @Override
  public void barrier(long timeoutNanos, Consumer<Barrier> done) {
    RatisLink link = server.link();
    if (link == null) {
      loop.execute(() -> done.accept(new Barrier.Unavailable(server.whyWaiting())));
      return;
    }
    long start = loop.nanoTime();
    new LeaderRequest(
            loop,
            timeoutNanos,
            link.request(RaftClientRequest.readRequestType(), Message.EMPTY),
            reply -> {
              long left = timeoutNanos - (loop.nanoTime() - start);
              if (reply == null) {
                done.accept(new Barrier.Unavailable(whyUnavailable()));
              } else {
                catchUp(reply, left, done);
              }
            })
        .tryOnce();
  }

  private void catchUp(RaftClientReply reply, long timeoutNanos, Consumer<Barrier> done) {
    FirstAnswer<Barrier> once = new FirstAnswer<>(done);
    EventLoop.Timer deadline =
        loop.schedule(
            timeoutNanos,
            () ->
                once.accept(
                    new Barrier.Unavailable(options.self() + " is behind the leading monitor")));
    progress.await(
        answer(reply).appliedIndex(),
        () -> {
          deadline.cancel();
          once.accept(new Barrier.Passed());
        });
  }

  @Override
  public View view() {
    RatisLink link = server.link();
    if (link == null) {
      return new View(options.self(), null, 0, List.of(), members);
    }
    members = link.members();
    NodeId leader = link.leader();
    return new View(options.self(), leader, link.term(), quorum(link, leader), members);
  }

  @Override
  public void reconfigure(MemberChange change, long timeoutNanos, Consumer<Reconfigured> done) {
    RatisLink link = server.link();
    if (link == null) {
      loop.execute(() -> done.accept(new Reconfigured.Unavailable(server.whyWaiting())));
      return;
    }
    FirstAnswer<Reconfigured> once = new FirstAnswer<>(done);
    EventLoop.Timer deadline =
        loop.schedule(
            timeoutNanos,
            () -> once.accept(new Reconfigured.Unavailable("not done within the time limit")));
    link.reconfigure(
        change,
        problem ->
            loop.execute(() -> {
              deadline.cancel();
              once.accept(
                  problem == null
                      ? new Reconfigured.Done()
                      : new Reconfigured.Unavailable(problem));
            }));
  }

  @Override
  public Disk disk() {
    DiskLimits.Space space = server.space();
    return new Disk(
        space.usableBytes(),
        server.link() == null || options.disk().isFull(space),
        options.disk().isLow(space));
  }

  private List<Member> quorum(RatisLink link, @Nullable NodeId leader) {
    if (leader == null) {
      return List.of();
    }
    if (leader.equals(options.self())) {
      return voters.inContact(link.division(), options.elections().maxMillis());
    }
    return leader.equals(leaderAsked)
        ? quorumOfLeader
        : members.stream()
            .filter(it -> it.node().equals(leader) || it.node().equals(options.self()))
            .toList();
  }

  /** Detects a dead replica, and asks the leader for its quorum: often while that is not known. */
  private void lookAround() {
    if (closed) {
      return;
    }
    RatisLink link = server.link();
    if (link != null && !link.isAlive()) {
      Throwable stopped =
          new IllegalStateException("the log of " + options.self() + " has stopped");
      if (!server.onFailure(stopped)) {
        onBroken.accept(stopped);
        return;
      }
    }
    loop.schedule(LOOK_AROUND_NANOS, this::lookAround);
    if (link == null || !link.isAlive()) {
      return;
    }
    voters.look(link.division());
    NodeId leader = link.leader();
    boolean due = looks++ % LOOKS_PER_QUESTION == 0;
    if (leader != null && !leader.equals(options.self()) && (due || !leader.equals(leaderAsked))) {
      link.request(RaftClientRequest.staleReadRequestType(0), Message.EMPTY)
          .send(reply -> onLookedAround(leader, reply));
    }
  }

  private void onLookedAround(NodeId leader, @Nullable RaftClientReply reply) {
    if (reply != null && reply.isSuccess()) {
      List<Member> quorum = answer(reply).quorum(members);
      leaderAsked = quorum.isEmpty() ? null : leader;
      quorumOfLeader = quorum;
    }
  }

  private static LeaderAnswer answer(RaftClientReply reply) {
    try {
      return LeaderAnswer.FORMAT.decode(reply.getMessage().getContent().toByteArray());
    } catch (FormatException e) {
      // The answer of another release cannot be decoded: as if the leader had not answered.
      return new LeaderAnswer(Long.MAX_VALUE, List.of());
    }
  }

  private String whyUnavailable() {
    RatisLink link = server.link();
    if (link == null) {
      return server.whyWaiting();
    }
    NodeId leader = link.leader();
    String names =
        link.members().stream()
            .map(member -> member.node().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    return leader == null
        ? "no monitor leads: more than half of " + names + " must run and reach one another"
        : "%s, the leading monitor, did not answer in time: more than half of %s must run and reach one another"
            .formatted(leader, names);
  }

  /** Must not be called on the loop, which must run until this returns. */
  @Override
  public void close() {
    closed = true;
    server.close();
  }
}
