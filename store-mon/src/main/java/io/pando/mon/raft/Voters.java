package io.pando.mon.raft;

import io.pando.port.ReplicatedLog.Member;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/**
 * The replicas on whose votes the log can rely. A replica that joins answers the leader long before
 * it votes; it is a voter here once it has stored that the change which adds it is committed. If
 * another replica died before, those that are left could have no majority.
 *
 * <p>Belongs to the event loop of its replica.
 */
final class Voters {
  private volatile @Nullable List<Member> voters;

  /** Takes over the replicas of the log as they are now. */
  void look(RaftServer.Division division) {
    RaftConfiguration configuration = division.getRaftConf();
    long index = configuration.getLogEntryIndex();
    update(
        members(configuration.getCurrentPeers().stream()),
        members(configuration.getPreviousPeers().stream()),
        member ->
            division.getCommitInfos().stream()
                .anyMatch(it -> of(it).equals(member) && it.getCommitIndex() >= index));
  }

  private static List<Member> members(Stream<RaftPeer> peers) {
    return peers.map(peer -> RatisSettings.member(peer.getId().toString())).sorted().toList();
  }

  private static Member of(CommitInfoProto stored) {
    return RatisSettings.member(stored.getServer().getId().toStringUtf8());
  }

  /**
   * The leader itself and the voters that answered it lately, in order; empty unless this replica
   * leads.
   *
   * @param patienceMillis time since the last answer from which on a voter does not count
   */
  List<Member> inContact(RaftServer.Division division, long patienceMillis) {
    look(division);
    List<Member> known = voters == null ? List.of() : voters;
    RoleInfoProto role = division.getInfo().getRoleInfoProto();
    if (!role.hasLeaderInfo()) {
      return List.of();
    }
    Stream<Member> heard =
        role.getLeaderInfo().getFollowerInfoList().stream()
            .filter(follower -> follower.getLastRpcElapsedTimeMs() <= patienceMillis)
            .map(follower -> RatisSettings.member(follower.getId().getId().toStringUtf8()))
            .filter(known::contains);
    Member self = RatisSettings.member(division.getId().toString());
    return Stream.concat(Stream.of(self), heard).sorted().distinct().toList();
  }

  /**
   * Takes over the newest configuration of the log, and returns the voters.
   *
   * @param current replicas of the configuration
   * @param previous replicas that it replaces, while it needs a majority of both; empty otherwise
   * @param hasStored whether a replica has stored that the configuration is committed
   */
  List<Member> update(List<Member> current, List<Member> previous, Predicate<Member> hasStored) {
    List<Member> known = voters;
    List<Member> before = known != null ? known : previous.isEmpty() ? current : previous;
    List<Member> now =
        current.stream()
            .filter(it -> before.contains(it) || (previous.isEmpty() && hasStored.test(it)))
            .toList();
    voters = now;
    return now;
  }
}
