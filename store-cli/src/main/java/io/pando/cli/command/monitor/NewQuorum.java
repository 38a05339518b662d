package io.pando.cli.command.monitor;

import io.pando.bytes.Payload;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.Networks;
import io.pando.cluster.MonitorInfo;
import io.pando.mon.Command;
import io.pando.mon.MonitorMachine;
import io.pando.mon.MonitorRecords;
import io.pando.mon.raft.MonitorFolder;
import io.pando.mon.raft.RaftOptions;
import io.pando.mon.raft.RatisLog;
import io.pando.mon.state.AnsweredRequests;
import io.pando.mon.state.MonitorState;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.ReplicatedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Makes a log of one replica whose first command is a state. */
final class NewQuorum {
  private static final long PATIENCE_SECONDS = 60;

  private NewQuorum() {}

  /**
   * Makes the log in a monitor's folder.
   *
   * @return folder with what was there before
   */
  static Path make(ClusterConfig config, Survivor survivor, MonitorState state)
      throws IOException, DaemonException {
    MonitorFolder folder = MonitorFolder.claim(survivor.data(), config.cluster(), survivor.node());
    Path earlier = folder.setAside();
    folder = MonitorFolder.claim(survivor.data(), config.cluster(), survivor.node());
    MonitorInfo self = state.map().monitors().getFirst();
    MonitorFolder.Membership membership = new MonitorFolder.Membership(self, List.of(self));
    folder.write(membership);
    Network network = Networks.open(config);
    try {
      begin(network.loops().getFirst(), membership, survivor, fitting(state));
    } finally {
      network.close();
    }
    return earlier;
  }

  /** The state as a command: without outcomes of earlier requests if it would be too long. */
  private static Payload fitting(MonitorState state) throws DaemonException {
    Payload whole = MonitorRecords.COMMAND.encode(new Command.Continue(state));
    Payload command =
        whole.size() <= ReplicatedLog.MAX_COMMAND_BYTES
            ? whole
            : MonitorRecords.COMMAND.encode(
                new Command.Continue(state.withAnswered(AnsweredRequests.NONE)));
    if (command.size() > ReplicatedLog.MAX_COMMAND_BYTES) {
      throw new DaemonException(
          "the cluster map takes %d bytes, more than the %d that the log accepts at once"
              .formatted(command.size(), ReplicatedLog.MAX_COMMAND_BYTES));
    }
    return command;
  }

  private static void begin(
      EventLoop loop, MonitorFolder.Membership membership, Survivor survivor, Payload command)
      throws IOException, DaemonException {
    ClusterConfig config = survivor.config();
    int electionMillis = config.settings().monitor().electionMillis();
    RaftOptions options =
        new RaftOptions(
            membership.peers(config.cluster()),
            survivor.data(),
            RaftOptions.Elections.of(electionMillis),
            2_000);
    CompletableFuture<ReplicatedLog.Outcome> outcome = new CompletableFuture<>();
    MonitorMachine machine = new MonitorMachine();
    RatisLog log = RatisLog.open(options, loop, machine, outcome::completeExceptionally);
    try {
      loop.execute(() ->
          log.propose(command, TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS), outcome::complete));
      if (outcome.get(2 * PATIENCE_SECONDS, TimeUnit.SECONDS)
          instanceof ReplicatedLog.Outcome.Unavailable(String reason)) {
        throw new DaemonException(
            "the new log of " + survivor.data() + " did not begin: " + reason);
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new DaemonException("the new log of " + survivor.data() + " did not begin: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DaemonException("interrupted while the new log began", e);
    } finally {
      log.close();
    }
  }
}
