package io.pando.mon.raft;

import io.pando.cluster.MonitorInfo;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.netty.NettyConfigKeys;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/**
 * Translates our options into properties of Ratis. Ratis' defaults assume gigabytes of log; a
 * monitor's log is small, and several monitors may run in one process.
 */
final class RatisSettings {
  private static final SizeInBytes SEGMENT = SizeInBytes.valueOf("4MB");
  private static final SizeInBytes PREALLOCATED = SizeInBytes.valueOf("64KB");
  private static final int MARGIN_BYTES = 64 << 10;

  /** How many entries a replica that joins may lack: on a busy log it always lacks a few. */
  private static final int CATCH_UP_ENTRIES = 64;

  private RatisSettings() {}

  static RaftPeerId peer(ReplicatedLog.Member member) {
    return RaftPeerId.valueOf(member.toString());
  }

  static RaftPeer peer(MonitorInfo monitor) {
    return RaftPeer.newBuilder()
        .setId(peer(ReplicatedLog.Member.of(monitor)))
        .setAddress(monitor.host() + ":" + monitor.raftPort())
        .build();
  }

  /** The replica with that name; only our replicas have names in this form. */
  static ReplicatedLog.Member member(String name) {
    int dot = name.indexOf('.');
    int dash = name.indexOf('-', dot);
    String number = name.substring(dot + 1, dash < 0 ? name.length() : dash);
    long life = dash < 0 ? 0 : Long.parseLong(name.substring(dash + 1));
    return new ReplicatedLog.Member(
        new NodeId(NodeId.Role.MON, Long.parseUnsignedLong(number)), life);
  }

  /** The monitor of the replica with that name. */
  static NodeId node(String name) {
    return member(name).node();
  }

  /**
   * The name of a log. The log that a rescue begins has another name than the one before, so that
   * no replica of the old log can take part in the new one.
   */
  static RaftGroupId groupId(ClusterId cluster, long quorum) {
    return RaftGroupId.valueOf(
        quorum == 0
            ? cluster.value()
            : UUID.nameUUIDFromBytes((cluster + " " + quorum).getBytes(StandardCharsets.US_ASCII)));
  }

  static RaftGroup group(RaftOptions.Peers peers) {
    return RaftGroup.valueOf(
        groupId(peers.cluster(), peers.self().quorum()),
        peers.founders().stream().map(RatisSettings::peer).toList());
  }

  static RaftProperties of(RaftOptions options, Path storage) {
    RaftProperties properties = new RaftProperties();
    RaftConfigKeys.Rpc.setType(properties, SupportedRpcType.NETTY);
    NettyConfigKeys.Server.setHost(properties, options.own().host());
    NettyConfigKeys.Server.setPort(properties, options.own().raftPort());
    RaftServerConfigKeys.setStorageDir(properties, List.of(storage.toFile()));
    RaftServerConfigKeys.setStorageFreeSpaceMin(properties, SizeInBytes.valueOf("0MB"));
    RaftServerConfigKeys.Read.setOption(properties, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
    times(properties, options);
    log(properties);
    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
    RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, options.snapshotEvery());
    RaftServerConfigKeys.Snapshot.setCreationGap(properties, options.snapshotEvery());
    RaftServerConfigKeys.Snapshot.setRetentionFileNum(properties, 2);
    return properties;
  }

  private static void times(RaftProperties properties, RaftOptions options) {
    TimeDuration least = millis(options.elections().minMillis());
    TimeDuration most = millis(options.elections().maxMillis());
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, least);
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, most);
    // There is no leader at the start, so the first election need not wait for one.
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(
        properties, millis(options.elections().minMillis() / 10));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(
        properties, millis(options.elections().minMillis() / 2));
    RaftServerConfigKeys.Rpc.setRequestTimeout(properties, most);
    RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(properties, most);
    RaftClientConfigKeys.Rpc.setRequestTimeout(properties, most);
  }

  private static void log(RaftProperties properties) {
    SizeInBytes largest = SizeInBytes.valueOf(ReplicatedLog.MAX_COMMAND_BYTES + MARGIN_BYTES);
    SizeInBytes buffer = SizeInBytes.valueOf(ReplicatedLog.MAX_COMMAND_BYTES + 2L * MARGIN_BYTES);
    RaftServerConfigKeys.Log.setSegmentSizeMax(properties, SEGMENT);
    RaftServerConfigKeys.Log.setPreallocatedSize(properties, PREALLOCATED);
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, 2);
    RaftServerConfigKeys.Log.setWriteBufferSize(properties, buffer);
    RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
    RaftServerConfigKeys.Log.setPurgeGap(properties, 1);
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(properties, largest);
    RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(
        properties, SizeInBytes.valueOf("1MB"));
    // A replica that joins must have the state of the others before it counts for a majority.
    RaftServerConfigKeys.setStagingCatchupGap(properties, CATCH_UP_ENTRIES);
    RaftServerConfigKeys.Write.setElementLimit(properties, 4_096);
    RaftServerConfigKeys.Write.setByteLimit(properties, SizeInBytes.valueOf("16MB"));
  }

  private static TimeDuration millis(long millis) {
    return TimeDuration.valueOf(millis, TimeUnit.MILLISECONDS);
  }
}
