package io.pando.osd;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.message.DaemonMessage;
import io.pando.message.Heartbeat;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.osd.metrics.OsdMeters;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.shard.Shard;
import io.pando.osd.shard.ShardOwner;
import io.pando.osd.shard.ShardPorts;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Connects a shard with its daemon: passes messages that concern the daemon to the daemon's event
 * loop, and all others to the shard. Runs on the shard's event loop.
 */
final class ShardHost implements ShardOwner, Transport.Listener {
  private final ShardPorts ports;
  private final OsdDaemon daemon;
  private final Shard shard;
  private boolean serving;
  private boolean begun;

  /**
   * Creates a host with its shard.
   *
   * @param shard creates the shard for its ports and this host
   */
  ShardHost(ShardPorts ports, OsdDaemon daemon, BiFunction<ShardPorts, ShardOwner, Shard> shard) {
    this.ports = ports;
    this.daemon = daemon;
    this.shard = shard.apply(ports, this);
  }

  Shard shard() {
    return shard;
  }

  ShardPorts ports() {
    return ports;
  }

  /** Passes on a newer map. The first one starts the service. */
  void onMap(ClusterMap map, List<Incremental> incrementals, Granted granted, Runnable kept) {
    boolean first = !begun;
    begun = true;
    serving = true;
    shard.onMap(map, first ? List.of() : incrementals, granted, kept);
  }

  /** Stops passing anything to the shard. */
  void close() {
    serving = false;
  }

  @Override
  public void onMessage(Peer from, Message message) {
    switch (message) {
      case MapUpdate update -> daemon.onDaemonLoop(() -> daemon.onMonitor(from, update));
      case MonitorMessage answer -> daemon.onDaemonLoop(() -> daemon.onMonitor(from, answer));
      case Heartbeat beat -> daemon.onDaemonLoop(() -> daemon.onHeartbeat(from, beat));
      case DaemonMessage ofDaemon -> daemon.onDaemonLoop(() -> daemon.onQuestion(from, ofDaemon));
      default -> {
        if (serving) {
          shard.onMessage(from, message);
        }
      }
    }
  }

  @Override
  public void onReset(Peer peer, String reason) {
    daemon.onDaemonLoop(() -> daemon.onReset(peer, reason));
    if (serving) {
      shard.onReset(peer, reason);
    }
  }

  @Override
  public void request(Change change) {
    daemon.onDaemonLoop(() -> daemon.request(change));
  }

  @Override
  public void needMap(long epoch) {
    daemon.onDaemonLoop(() -> daemon.needMap(epoch));
  }

  @Override
  public void groupChanged() {
    daemon.onDaemonLoop(daemon::beaconSoon);
  }

  @Override
  public void storeFilled() {
    daemon.onDaemonLoop(daemon::tellPeersOfFullness);
  }

  @Override
  public void workAfterCalm() {
    daemon.onDaemonLoop(daemon::onWorkAfterCalm);
  }

  @Override
  public OsdMeters meters() {
    return daemon.meters();
  }

  @Override
  public void note(String what) {
    daemon.note(what);
  }

  @Override
  public boolean isDebugged() {
    return daemon.isDebugged();
  }

  @Override
  public void debug(String what) {
    daemon.debug(what);
  }

  @Override
  public void fatal(String why) {
    daemon.fatal(why);
  }
}
