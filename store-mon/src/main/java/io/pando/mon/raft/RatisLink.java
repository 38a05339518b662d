package io.pando.mon.raft;

import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.ReplicatedLog;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.ratis.client.ClientFactory;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running Ratis server, with a client for requests to the current leader. Ratis may block while
 * it connects, so requests are sent on a separate thread.
 */
final class RatisLink {
  private static final Logger LOG = LoggerFactory.getLogger(RatisLink.class);
  private static final int MAX_QUEUED = 4_096;
  private static final int PROBE_MILLIS = 1_000;

  private final EventLoop loop;
  private final RaftServer server;
  private final RaftServer.Division division;
  private final DivisionInfo info;
  private final RaftGroup group;
  private final RaftClientRpc rpc;
  private final ClientId client = ClientId.randomId();
  private final AtomicLong numbers = new AtomicLong();
  private final ThreadPoolExecutor requests;
  private volatile @Nullable Members members;

  private record Members(RaftConfiguration configuration, List<ReplicatedLog.Member> list) {
    Members(RaftConfiguration configuration) {
      this(
          configuration,
          configuration.getAllPeers().stream()
              .map(peer -> RatisSettings.member(peer.getId().toString()))
              .distinct()
              .sorted()
              .toList());
    }
  }

  /**
   * Creates a link over a server that has been started.
   *
   * @throws IOException if the server has closed again
   */
  RatisLink(
      RaftOptions options, EventLoop loop, RaftServer server, RaftGroup group, RaftProperties how)
      throws IOException {
    this.loop = loop;
    this.server = server;
    this.group = group;
    this.division = server.getDivision(group.getGroupId());
    this.info = division.getInfo();
    this.rpc =
        ClientFactory.cast(server.getRpcType().newFactory(new Parameters()))
            .newRaftClientRpc(client, how);
    rpc.addRaftPeers(group.getPeers());
    this.requests =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_QUEUED),
            body ->
                Thread.ofPlatform()
                    .daemon()
                    .name("raft-requests-" + options.self())
                    .unstarted(body));
  }

  @Nullable NodeId leader() {
    RaftPeerId leader = info.isAlive() ? info.getLeaderId() : null;
    return leader == null ? null : RatisSettings.node(leader.toString());
  }

  /** Ratis' replica of the log. */
  RaftServer.Division division() {
    return division;
  }

  /** The replicas, in order; while a change is under way, those before and after it. */
  List<ReplicatedLog.Member> members() {
    // Asked for at every tick, and the same for months.
    RaftConfiguration now = division.getRaftConf();
    Members known = members;
    if (known == null || !known.configuration().equals(now)) {
      known = new Members(now);
      members = known;
    }
    return known.list();
  }

  /**
   * Changes the replicas of the log that this replica leads.
   *
   * @param ended called on the loop; the reason of a failure, or null if the change was made
   */
  void reconfigure(ReplicatedLog.MemberChange change, Consumer<@Nullable String> ended) {
    List<RaftPeer> current = List.copyOf(division.getRaftConf().getCurrentPeers());
    List<RaftPeer> wanted = new ArrayList<>(current);
    ReplicatedLog.Member leaving = change.remove();
    if (leaving != null) {
      wanted.removeIf(peer -> peer.getId().equals(RatisSettings.peer(leaving)));
    }
    MonitorInfo joining = change.add();
    if (joining != null) {
      wanted.add(RatisSettings.peer(joining));
    }
    SetConfigurationRequest request =
        new SetConfigurationRequest(
            client,
            server.getId(),
            group.getGroupId(),
            numbers.incrementAndGet(),
            SetConfigurationRequest.Arguments.newBuilder()
                .setServersInCurrentConf(current)
                .setServersInNewConf(wanted)
                .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                .build());
    Thread _ =
        Thread.ofVirtual()
            .start(() -> {
              if (joining != null && !listens(joining)) {
                loop.execute(() -> ended.accept(joining.node() + " does not run"));
                return;
              }
              var _ =
                  reconfigureNow(request)
                      .whenComplete((reply, failure) -> {
                        String problem = problem(reply, failure);
                        loop.execute(() -> ended.accept(problem));
                      });
            });
  }

  /**
   * Whether a replica that is to be added runs. Ratis waits for one that does not, as long as there
   * are commands, and makes no other change meanwhile.
   */
  private static boolean listens(MonitorInfo monitor) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(monitor.host(), monitor.raftPort()), PROBE_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private CompletableFuture<RaftClientReply> reconfigureNow(SetConfigurationRequest request) {
    try {
      return server.setConfigurationAsync(request);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static @Nullable String problem(
      @Nullable RaftClientReply reply, @Nullable Throwable failure) {
    if (failure != null || reply == null) {
      return String.valueOf(failure);
    }
    return reply.isSuccess() ? null : String.valueOf(reply.getException());
  }

  long term() {
    return info.getCurrentTerm();
  }

  boolean isAlive() {
    LifeCycle.State state = info.getLifeCycleState();
    return state != LifeCycle.State.EXCEPTION && !state.isClosingOrClosed();
  }

  /**
   * Creates a request to the leader at the time of sending; the request number stays the same at
   * every resend.
   */
  LeaderRequest.Attempt request(RaftClientRequest.Type type, Message message) {
    long number = numbers.incrementAndGet();
    return (Consumer<@Nullable RaftClientReply> ended) -> {
      RaftPeerId leader = info.isAlive() ? info.getLeaderId() : null;
      if (leader == null) {
        ended.accept(null);
        return;
      }
      RaftClientRequest request =
          RaftClientRequest.newBuilder()
              .setClientId(client)
              .setServerId(leader)
              .setGroupId(group.getGroupId())
              .setCallId(number)
              .setType(type)
              .setMessage(message)
              .build();
      send(request, ended);
    };
  }

  private void send(RaftClientRequest request, Consumer<@Nullable RaftClientReply> ended) {
    try {
      requests.execute(() -> {
        // The returned future is not needed, only the callback.
        var _ = sendNow(request).whenComplete((r, e) -> onEnd(request, r, e, ended));
      });
    } catch (RejectedExecutionException e) {
      LOG.debug("request {} waits: {}", request.getCallId(), e.toString());
      ended.accept(null);
    }
  }

  private CompletableFuture<RaftClientReply> sendNow(RaftClientRequest request) {
    try {
      if (request.getServerId().equals(server.getId())) {
        return server.submitClientRequestAsync(request);
      }
      rpc.addRaftPeers(division.getRaftConf().getAllPeers());
      return rpc.sendRequestAsync(request);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void onEnd(
      RaftClientRequest request,
      @Nullable RaftClientReply reply,
      @Nullable Throwable failure,
      Consumer<@Nullable RaftClientReply> ended) {
    if (failure != null) {
      LOG.debug("request {} to {}: {}", request.getCallId(), request.getServerId(), failure + "");
      if (!request.getServerId().equals(server.getId())) {
        rpc.handleException(request.getServerId(), failure, false);
      }
    }
    loop.execute(() -> ended.accept(reply));
  }

  /** Stops everything. Must not be called on the loop, which must run until this returns. */
  void close() {
    requests.shutdownNow();
    try (rpc) {
      server.close();
    } catch (IOException e) {
      // Acknowledged commands are on the disk, so a failed close loses nothing.
      LOG.warn("the log did not close cleanly", e);
    }
  }
}
