package io.pando.session;

import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.crush.CrushMap;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.report.MonitorStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Three monitors with a common map; each can be made to misbehave. */
final class FakeMonitors implements Transport {
  static final ClusterId CLUSTER = new ClusterId(new UUID(1, 2));
  static final List<Address> ADDRESSES = List.of(address(0), address(1), address(2));

  enum Mood {
    WELL,
    SILENT,
    REFUSING,
    LEADERLESS,
    DECLINING,
    FOREIGN
  }

  private static final long LATENCY_NANOS = 1_000_000;

  private static final long BARRIER_NANOS = 2_100_000_000;

  private final VirtualLoop loop;
  private final TreeMap<NodeId, Mood> moods = new TreeMap<>();
  private final TreeMap<NodeId, Peer> subscribers = new TreeMap<>();
  final List<String> log = new ArrayList<>();
  final SortedSet<Long> changesSeen = new TreeSet<>();
  ClusterMap map;
  private Listener listener;

  FakeMonitors(VirtualLoop loop, Listener listener) {
    this.loop = loop;
    this.listener = listener;
    this.map = emptyMap(CLUSTER, 5);
    ADDRESSES.forEach(address -> moods.put(address.node(), Mood.WELL));
  }

  static Address address(int number) {
    return new Address(new NodeId(NodeId.Role.MON, number), 0, "10.0.0." + number, 6789);
  }

  static ClusterMap emptyMap(ClusterId cluster, long epoch) {
    return new ClusterMap(
        new ClusterMap.Stamp(cluster, epoch, 0),
        new ClusterMap.PlacementInput(
            new TreeMap<>(), new TreeMap<>(), CrushMap.builder().build(), new TreeMap<>()),
        new TreeSet<>(),
        List.of(),
        ClusterMap.Losses.NONE);
  }

  void mood(NodeId monitor, Mood mood) {
    moods.put(monitor, mood);
  }

  private Mood moodOf(NodeId monitor) {
    return moods.getOrDefault(monitor, Mood.SILENT);
  }

  void all(Mood mood) {
    moods.replaceAll((_, _) -> mood);
  }

  /** Makes the next map and sends it to subscribers. */
  Incremental advance() {
    Incremental incremental = advanceUntold();
    subscribers.forEach(
        (monitor, peer) -> reply(monitor, peer, new MapUpdate(null, List.of(incremental))));
    return incremental;
  }

  /** Makes the next map without sending it. */
  Incremental advanceUntold() {
    Incremental incremental = new Incremental(map.epoch() + 1, 0, List.of());
    map = map.apply(incremental);
    return incremental;
  }

  void breakStream(Peer peer) {
    subscribers.remove(peer.node());
    loop.schedule(LATENCY_NANOS, () -> listener.onReset(peer, "broken by the test"));
  }

  @Override
  public void listen(Listener other) {
    this.listener = other;
  }

  @Override
  public void send(Peer to, Message message) {
    log.add(to.node() + " " + message);
    switch (moodOf(to.node())) {
      case SILENT -> {}
      case REFUSING -> breakStream(to);
      default -> loop.schedule(LATENCY_NANOS, () -> receive(to, message));
    }
  }

  private void receive(Peer to, Message message) {
    Mood mood = moodOf(to.node());
    switch (message) {
      case MonitorMessage.Subscribe subscribe -> {
        subscribers.put(to.node(), to);
        if (mood == Mood.FOREIGN) {
          ClusterMap other = emptyMap(new ClusterId(new UUID(9, 9)), 100);
          reply(to.node(), to, new MapUpdate(other, List.of()));
        } else if (subscribe.haveEpoch() < map.epoch()) {
          long wait = mood == Mood.LEADERLESS && subscribe.haveEpoch() == 0 ? BARRIER_NANOS : 0;
          loop.schedule(wait, () -> reply(to.node(), to, new MapUpdate(map, List.of())));
        }
      }
      case MonitorMessage.Ask ask -> reply(to.node(), to, answer(to.node(), mood, ask));
      case MonitorMessage.RequestChange change -> {
        changesSeen.add(change.request());
        reply(
            to.node(),
            to,
            new MonitorMessage.ChangeReply(
                change.request(),
                mood == Mood.DECLINING
                    ? new ChangeOutcome.Unavailable("no quorum")
                    : new ChangeOutcome.Accepted(map.epoch(), "done")));
      }
      default -> throw new AssertionError("unexpected " + message);
    }
  }

  private static MonitorMessage answer(NodeId monitor, Mood mood, MonitorMessage.Ask ask) {
    if (ask.question() != MonitorMessage.Question.MONITORS) {
      return mood == Mood.DECLINING
          ? new MonitorMessage.NoAnswer(ask.request(), "no quorum")
          : new MonitorMessage.OsdsAnswer(ask.request(), List.of());
    }
    NodeId leader = mood == Mood.LEADERLESS ? null : monitor;
    return new MonitorMessage.MonitorsAnswer(
        ask.request(), new MonitorStatus(monitor, leader, 1, List.of(monitor), List.of(monitor)));
  }

  private void reply(NodeId monitor, Peer peer, Message message) {
    loop.schedule(
        LATENCY_NANOS,
        () -> {
          if (subscribers.containsKey(monitor) && moodOf(monitor) != Mood.SILENT) {
            listener.onMessage(peer, message);
          }
        });
  }

  @Override
  public void join(ClusterId cluster) {}

  @Override
  public void setReading(Peer peer, boolean reading) {}

  @Override
  public void disconnect(Peer peer) {
    log.add(peer.node() + " disconnect");
    subscribers.remove(peer.node());
  }

  NodeId current() {
    return subscribers.firstKey();
  }

  Peer currentPeer() {
    return subscribers.firstEntry().getValue();
  }

  int subscriptions() {
    return subscribers.size();
  }
}
