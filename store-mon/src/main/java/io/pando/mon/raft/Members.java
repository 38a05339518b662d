package io.pando.mon.raft;

import io.pando.id.NodeId;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.server.DivisionInfo;

/** The replicas that a leader hears. */
final class Members {
  private Members() {}

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
}
