package io.pando.mon.service;

import io.pando.cluster.Incremental;
import io.pando.message.MapUpdate;
import io.pando.mon.state.MonitorState;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Subscribers and the epoch that each has. The transport bounds the bytes that wait for a
 * subscriber that does not read, and then ends its stream; the number of subscribers is bounded
 * here.
 */
final class Subscriptions {
  private final Transport transport;
  private final int maxSubscribers;
  private final int maxBehind;
  private final Map<Peer, Subscriber> subscribers = new LinkedHashMap<>();

  /** A subscriber; while it waits no map is sent to it. */
  private record Subscriber(long haveEpoch, boolean waits) {}

  Subscriptions(Transport transport, int maxSubscribers, int maxBehind) {
    this.transport = transport;
    this.maxSubscribers = maxSubscribers;
    this.maxBehind = maxBehind;
  }

  /** Whether the peer is a subscriber already, or one more may be added. */
  boolean admits(Peer peer) {
    return subscribers.containsKey(peer) || subscribers.size() < maxSubscribers;
  }

  /** Sets a peer's epoch; a waiting peer is sent no map until {@link #release}. */
  void put(Peer peer, long haveEpoch, boolean waits) {
    subscribers.put(peer, new Subscriber(haveEpoch, waits));
  }

  /** Ends a peer's wait; no effect if the peer is gone. */
  void release(Peer peer) {
    subscribers.computeIfPresent(
        peer, (who, subscriber) -> new Subscriber(subscriber.haveEpoch(), false));
  }

  void remove(Peer peer) {
    subscribers.remove(peer);
  }

  int size() {
    return subscribers.size();
  }

  /**
   * Sends every subscriber the incrementals since the last push, however many, if they are still
   * kept: an OSD that is up and gets a whole map instead must boot again.
   */
  void push(MonitorState state) {
    List.copyOf(subscribers.keySet()).forEach(peer -> push(peer, state, Long.MAX_VALUE));
  }

  /**
   * Sends a subscriber the maps after the epoch that it reported: incrementals, or a whole map if
   * that epoch is far back. A subscriber that is ahead of this monitor is sent nothing until the
   * monitor catches up.
   */
  void push(Peer peer, MonitorState state) {
    push(peer, state, maxBehind);
  }

  private void push(Peer peer, MonitorState state, long maxSteps) {
    Subscriber subscriber = subscribers.get(peer);
    long epoch = state.map().epoch();
    if (subscriber == null || subscriber.waits() || subscriber.haveEpoch() >= epoch) {
      return;
    }
    subscribers.put(peer, new Subscriber(epoch, false));
    transport.send(peer, update(state, subscriber.haveEpoch(), maxSteps));
  }

  private static MapUpdate update(MonitorState state, long haveEpoch, long maxSteps) {
    boolean close = haveEpoch > 0 && state.map().epoch() - haveEpoch <= maxSteps;
    Optional<List<Incremental>> missing = close ? state.since(haveEpoch) : Optional.empty();
    return missing
        .map(incrementals -> new MapUpdate(null, incrementals))
        .orElseGet(() -> new MapUpdate(state.map(), List.of()));
  }
}
