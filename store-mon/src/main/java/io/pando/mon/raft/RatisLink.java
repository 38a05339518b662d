package io.pando.mon.raft;

import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.ratis.client.ClientFactory;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
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

  private final EventLoop loop;
  private final RaftServer server;
  private final DivisionInfo info;
  private final RaftGroup group;
  private final RaftClientRpc rpc;
  private final ClientId client = ClientId.randomId();
  private final AtomicLong numbers = new AtomicLong();
  private final ThreadPoolExecutor requests;

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
    this.info = server.getDivision(group.getGroupId()).getInfo();
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

  /** Ratis' view of the server. */
  DivisionInfo info() {
    return info;
  }

  /**
   * The leader itself and the replicas that answered it lately; empty unless this replica leads.
   */
  static List<NodeId> quorum(DivisionInfo info, NodeId self, long patienceMillis) {
    RoleInfoProto role = info.getRoleInfoProto();
    if (!role.hasLeaderInfo()) {
      return List.of();
    }
    Stream<NodeId> heard =
        role.getLeaderInfo().getFollowerInfoList().stream()
            .filter(follower -> follower.getLastRpcElapsedTimeMs() <= patienceMillis)
            .map(follower -> RatisSettings.node(follower.getId().getId().toStringUtf8()));
    return Stream.concat(Stream.of(self), heard).sorted().toList();
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
      return request.getServerId().equals(server.getId())
          ? server.submitClientRequestAsync(request)
          : rpc.sendRequestAsync(request);
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
