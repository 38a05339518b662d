package io.pando.mon.raft;

import io.pando.bytes.Payload;
import io.pando.port.EventLoop;
import io.pando.port.ReplicatedLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.util.LifeCycle;
import org.apache.ratis.util.MD5FileUtil;
import org.jspecify.annotations.Nullable;

/**
 * Bridge from Ratis, which calls a state machine on its own threads, to the state machine on the
 * event loop. All calls go through the loop's queue, so their order is the order of the log; only
 * {@code applied} is shared between threads.
 *
 * <p>A command in the log is the leader's wall clock in milliseconds (8 bytes), then the bytes that
 * were proposed.
 */
final class LoopStateMachine extends BaseStateMachine {
  /** Longest time that Ratis waits for the loop when it takes or installs a snapshot. */
  private static final long PATIENCE_SECONDS = 30;

  private final EventLoop loop;
  private final ReplicatedLog.StateMachine machine;
  private final AppliedIndex progress;
  private final Voters voters;
  private final RaftOptions options;
  private final Consumer<Throwable> onBroken;
  private final SimpleStateMachineStorage storage = new SimpleStateMachineStorage();

  /** Whether there is a state to take a snapshot of; on the loop. */
  private boolean hasState;

  /**
   * Creates the bridge.
   *
   * @param onBroken called on the loop when the log cannot go on
   */
  LoopStateMachine(
      RaftOptions options,
      EventLoop loop,
      ReplicatedLog.StateMachine machine,
      AppliedIndex progress,
      Voters voters,
      Consumer<Throwable> onBroken) {
    this.options = options;
    this.loop = loop;
    this.machine = machine;
    this.progress = progress;
    this.voters = voters;
    this.onBroken = onBroken;
  }

  @Override
  public void initialize(RaftServer server, RaftGroupId group, RaftStorage raftStorage)
      throws IOException {
    super.initialize(server, group, raftStorage);
    getLifeCycle().transition(LifeCycle.State.STARTING);
    storage.init(raftStorage);
    restore(storage.getLatestSnapshot());
    getLifeCycle().transition(LifeCycle.State.RUNNING);
  }

  @Override
  public void pause() {
    getLifeCycle().transition(LifeCycle.State.PAUSING);
    getLifeCycle().transition(LifeCycle.State.PAUSED);
  }

  @Override
  public void reinitialize() throws IOException {
    getLifeCycle().transition(LifeCycle.State.STARTING);
    restore(storage.loadLatestSnapshot());
    getLifeCycle().transition(LifeCycle.State.RUNNING);
  }

  @Override
  public StateMachineStorage getStateMachineStorage() {
    return storage;
  }

  /** Stamps a command with the time; called on the leader only, before the command is ordered. */
  @Override
  public TransactionContext startTransaction(RaftClientRequest request) {
    byte[] stamp = ByteBuffer.allocate(Long.BYTES).putLong(loop.wallMillis()).array();
    return TransactionContext.newBuilder()
        .setStateMachine(this)
        .setClientRequest(request)
        .setLogData(ByteString.copyFrom(stamp).concat(request.getMessage().getContent()))
        .build();
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    ByteBuffer bytes = entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer();
    long stampMillis = bytes.getLong();
    CompletableFuture<Message> applied =
        onLoop(() -> {
          if (entry.getIndex() <= progress.appliedIndex()) {
            // The log was opened again: the machine has applied this entry before.
            hasState = true;
            applied(TermIndex.valueOf(entry.getTerm(), entry.getIndex()));
            return Message.EMPTY;
          }
          Payload result = machine.apply(entry.getIndex(), stampMillis, Payload.wrap(bytes));
          hasState = true;
          applied(TermIndex.valueOf(entry.getTerm(), entry.getIndex()));
          return Message.valueOf(ByteString.copyFrom(result.toByteArray()));
        });
    return applied.whenComplete((result, failure) -> {
      if (failure != null) {
        onBroken.accept(failure);
      }
    });
  }

  /** Counts Ratis' own entries as applied once the entries before them are. */
  @Override
  public void notifyTermIndexUpdated(long term, long index) {
    loop.execute(() -> applied(TermIndex.valueOf(term, index)));
  }

  private void applied(TermIndex entry) {
    updateLastAppliedTermIndex(entry);
    progress.onApplied(entry.getIndex());
  }

  /** Answers another replica with the applied index and the quorum. */
  @Override
  public CompletableFuture<Message> query(Message request) {
    return onLoop(() -> {
      List<LeaderAnswer.Replica> quorum = quorum().stream().map(LeaderAnswer.Replica::of).toList();
      LeaderAnswer answer = new LeaderAnswer(progress.appliedIndex(), quorum);
      return Message.valueOf(ByteString.copyFrom(LeaderAnswer.FORMAT.toBytes(answer)));
    });
  }

  private List<ReplicatedLog.Member> quorum() {
    try {
      RaftServer.Division division = getServer().join().getDivision(getGroupId());
      return voters.inContact(division, options.elections().maxMillis());
    } catch (IOException e) {
      // The replica is closing, so its quorum is empty.
      return List.of();
    }
  }

  @Override
  public CompletableFuture<Message> queryStale(Message request, long minIndex) {
    return query(request);
  }

  @Override
  public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
    loop.execute(() -> onBroken.accept(cause));
  }

  /** A state, and the index of the last command that it contains. */
  private record Taken(@Nullable Payload state, TermIndex after) {}

  @Override
  public long takeSnapshot() throws IOException {
    Taken taken =
        await(
            onLoop(
                () -> new Taken(hasState ? machine.snapshot() : null, getLastAppliedTermIndex())));
    Payload state = taken.state();
    if (state == null) {
      return RaftLog.INVALID_LOG_INDEX;
    }
    Path file = storage.getSnapshotFile(taken.after().getTerm(), taken.after().getIndex()).toPath();
    ReplicaDirectory.write(file, ByteBuffer.wrap(state.toByteArray()));
    MD5Hash digest = MD5FileUtil.computeAndSaveMd5ForFile(file.toFile());
    storage.updateLatestSnapshot(
        new SingleFileSnapshotInfo(new FileInfo(file, digest), taken.after()));
    return taken.after().getIndex();
  }

  private void restore(@Nullable SingleFileSnapshotInfo snapshot) throws IOException {
    if (snapshot == null) {
      return;
    }
    Path file = snapshot.getFile().getPath();
    MD5Hash digest = snapshot.getFile().getFileDigest();
    if (digest != null && !digest.equals(MD5FileUtil.computeMd5ForFile(file.toFile()))) {
      throw new IOException("snapshot " + file + " does not match its checksum");
    }
    Payload state = Payload.wrap(Files.readAllBytes(file));
    await(
        onLoop(() -> {
          if (snapshot.getIndex() > progress.appliedIndex()) {
            machine.restore(state);
          }
          hasState = true;
          setLastAppliedTermIndex(snapshot.getTermIndex());
          progress.onApplied(snapshot.getIndex());
          return snapshot;
        }));
  }

  /** Runs a function on the loop; an exception thrown there fails the returned future. */
  private <T> CompletableFuture<T> onLoop(Supplier<T> body) {
    CompletableFuture<T> done = new CompletableFuture<>();
    loop.execute(() -> {
      try {
        done.complete(body.get());
      } catch (RuntimeException | Error e) {
        done.completeExceptionally(e);
      }
    });
    return done;
  }

  private static <T> T await(CompletableFuture<T> future) throws IOException {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException("the monitor's state cannot be used: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException(
          "the monitor's event loop did nothing for " + PATIENCE_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the monitor's event loop", e);
    }
  }
}
