package io.pando.osd.shard;

import io.pando.cluster.ClusterMap;
import io.pando.id.OsdId;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.metrics.OsdMeters;
import io.pando.osd.traffic.ReplyListeners;
import org.jspecify.annotations.Nullable;

/** State shared by the parts of one shard: identity, ports, groups, leases and the current map. */
final class ShardState {
  final OsdIdentity self;
  final ShardPorts ports;
  final ShardOwner owner;
  final ShardGroups groups;
  final ShardLeases leases;
  final OsdMeters meters;
  final SlowOperations slow;
  final ReplyListeners listeners = new ReplyListeners();
  final UpMark upMark;
  final ShardRest rest = new ShardRest();

  /** The newest map; null until the first one has come. */
  @Nullable ClusterMap map;

  /** Whether the shard has stopped accepting messages and maps. */
  boolean stopped;

  ShardState(
      OsdIdentity self,
      ShardPorts ports,
      ShardOwner owner,
      ShardGroups groups,
      ShardLeases leases) {
    this.self = self;
    this.ports = ports;
    this.owner = owner;
    this.groups = groups;
    this.leases = leases;
    this.meters = owner.meters();
    this.slow = new SlowOperations(meters::countSlow);
    this.upMark = new UpMark(self);
  }

  OsdId id() {
    return self.id();
  }

  /** Whether this incarnation of the OSD may serve. */
  boolean isAwake(ClusterMap by) {
    return upMark.isValidIn(by);
  }
}
