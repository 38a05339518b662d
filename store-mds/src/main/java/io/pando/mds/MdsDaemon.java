package io.pando.mds;

import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.RankId;
import io.pando.fs.inode.Timestamp;
import io.pando.id.Address;
import io.pando.mds.life.LifeEnd;
import io.pando.mds.life.MdsConfig;
import io.pando.mds.life.MdsEffect;
import io.pando.mds.life.MdsInput;
import io.pando.mds.life.MetadataServer;
import io.pando.mds.metrics.LifeMeters;
import io.pando.mds.serve.Moment;
import io.pando.message.FileMessage;
import io.pando.message.MdsMessage;
import io.pando.message.Message;
import io.pando.port.ClusterCalls;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One life of a metadata server on its event loop: gives inputs to the machine and carries out its
 * effects. All methods are called on the loop, except the constructor.
 *
 * <p>A process may be stopped between a step and its effects, and continue when another server has
 * the rank. So the clock is compared once more before each operation on an object.
 */
public final class MdsDaemon implements Transport.Listener {
  /** Time for the monitors to take note of a clean stop. */
  private static final long STOP_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final EventLoop loop;
  private final Transport transport;
  private final ClusterCalls cluster;
  private final MdsHost host;
  private final MetadataServer machine;
  private final LifeMeters meters;
  private final SortedMap<Long, Peer.Session> clients = new TreeMap<>();
  private @Nullable ClusterMap map;
  private EventLoop.@Nullable Timer wake;
  private boolean over;

  /**
   * A daemon that is not started.
   *
   * @param self number of this life, and of the session of {@code cluster}
   * @param address where it listens
   * @param ports what it acts through
   */
  public MdsDaemon(
      MdsConfig config, MdsIncarnation self, Address address, Ports ports, MdsHost host) {
    this.loop = ports.loop();
    this.transport = ports.transport();
    this.cluster = ports.cluster();
    this.host = host;
    this.meters = new LifeMeters(host.meters());
    this.machine = new MetadataServer(config, self, address, this::carryOut);
  }

  /**
   * What a metadata server acts through.
   *
   * @param loop the loop that the others belong to
   * @param transport endpoint at which it listens
   * @param cluster the cluster, reached over the same endpoint: the monitors compare a change with
   *     the node that requests it
   */
  public record Ports(EventLoop loop, Transport transport, ClusterCalls cluster) {}

  /** Starts it: it makes itself known to the monitors. */
  public void start() {
    transport.listen(this);
    cluster.onMap(this::onMap);
  }

  private void onMap(ClusterMap newer) {
    map = newer;
    step(new MdsInput.MapChanged(newer));
  }

  /** Stops it cleanly: its rank goes to another server. {@link MdsHost#ended} follows. */
  public void stop() {
    step(new MdsInput.StopRequested());
    loop.schedule(
        STOP_PATIENCE_NANOS,
        () -> end(new LifeEnd.Stopped("it has stopped; the monitors did not answer")));
  }

  /** Ends it at once, without a word to the monitors and to its host. */
  public void abandon() {
    if (!over) {
      over = true;
      meters.end();
    }
    cancelWake();
  }

  /** The rank for which it changes objects now; empty if it must not, and for a standby. */
  public Optional<RankId> serves() {
    return machine.rank().filter(_ -> !over && machine.mayServe(loop.nanoTime()));
  }

  @Override
  public void onMessage(Peer from, Message message) {
    if (message instanceof MdsMessage.MdsBeaconAnswer answer && from instanceof Peer.Dialed) {
      step(new MdsInput.BeaconAnswered(answer.sequence(), answer.epoch()));
    } else if (message instanceof FileMessage ofFiles && from instanceof Peer.Session client) {
      clients.put(client.number(), client);
      host.meters().onMessage(ofFiles);
      step(new MdsInput.MessageArrived(client.number(), ofFiles));
    } else if (message instanceof MdsMessage question && from instanceof Peer.Session client) {
      clients.put(client.number(), client);
      step(new MdsInput.QuestionArrived(client.number(), question));
    } else {
      transport.disconnect(from);
    }
  }

  @Override
  public void onReset(Peer peer, String reason) {
    if (peer instanceof Peer.Session client && clients.remove(client.number()) != null) {
      step(new MdsInput.ConnectionLost(client.number()));
    }
  }

  private void step(MdsInput input) {
    if (!over) {
      Moment now = new Moment(loop.nanoTime(), Timestamp.ofMillis(loop.wallMillis()));
      machine.step(now, input);
      // Beacons wake the machine in time, so the figures need no timer.
      if (!over && meters.isDue(now.nanos())) {
        meters.show(now.nanos(), machine.role(), machine.figures(now));
      }
    }
  }

  private void carryOut(MdsEffect effect) {
    if (over) {
      return;
    }
    switch (effect) {
      case MdsEffect.SendBeacon it -> sendBeacon(it.beacon());
      case MdsEffect.Propose it -> cluster.request(it.change(), this::onChange);
      case MdsEffect.Call it -> {
        if (machine.mayServe(loop.nanoTime())) {
          cluster.call(
              it.pool(),
              it.object(),
              it.operations(),
              outcome -> step(new MdsInput.CallEnded(it.token(), outcome)));
        }
      }
      case MdsEffect.Send it -> {
        Peer.Session client = clients.get(it.connection());
        if (client != null && machine.mayServe(loop.nanoTime())) {
          transport.send(client, it.message());
        }
      }
      case MdsEffect.Disconnect it -> {
        Peer.Session client = clients.remove(it.connection());
        if (client != null) {
          transport.disconnect(client);
        }
      }
      case MdsEffect.WakeAt it -> {
        cancelWake();
        long delayNanos = Math.max(0, it.nanos() - loop.nanoTime());
        wake = loop.schedule(delayNanos, () -> step(new MdsInput.Woken()));
      }
      case MdsEffect.Answered it -> host.meters().onAnswered(it.request(), it.failed(), it.nanos());
      case MdsEffect.BatchEnded it -> host.meters().onBatch(it.nanos());
      case MdsEffect.Note it -> host.note(it.sentence());
      case MdsEffect.Ended it -> end(it.end());
    }
  }

  private void onChange(ChangeOutcome outcome) {
    step(new MdsInput.ChangeEnded(outcome));
  }

  private void sendBeacon(MdsMessage.MdsBeacon beacon) {
    if (map != null) {
      for (MonitorInfo monitor : map.monitors()) {
        Address address = new Address(monitor.node(), 0, monitor.host(), monitor.port());
        transport.send(new Peer.Dialed(address, 0), beacon);
      }
    }
  }

  private void end(LifeEnd why) {
    if (!over) {
      abandon();
      host.ended(why);
    }
  }

  private void cancelWake() {
    if (wake != null) {
      wake.cancel();
      wake = null;
    }
  }
}
