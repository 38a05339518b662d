package io.pando.client.engine;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.id.OsdId;
import io.pando.message.DaemonMessage;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.report.OsdPerformance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Pending queries for the performance counters of OSDs. Runs on the client's event loop. */
public final class OsdQueries {
  /**
   * Result of a query.
   *
   * @param performance the counters; null if none arrived
   * @param reason why none arrived; empty if they did
   */
  public record Answer(@Nullable OsdPerformance performance, String reason) {}

  private record Open(Peer to, CompletableFuture<Answer> future, EventLoop.Timer timer) {}

  private final EventLoop loop;
  private final Transport transport;
  private final Map<Long, Open> open = new LinkedHashMap<>();
  private long lastQuestion;

  OsdQueries(EventLoop loop, Transport transport) {
    this.loop = loop;
    this.transport = transport;
  }

  void ask(@Nullable ClusterMap map, OsdId osd, long limitNanos, CompletableFuture<Answer> future) {
    OsdInfo info = map == null ? null : map.osds().get(osd);
    if (info == null || !info.up() || info.address() == null) {
      String what = info == null ? "is not in the map" : "is down";
      future.complete(new Answer(null, osd + " " + what));
      return;
    }
    long question = ++lastQuestion;
    Peer.Dialed to = new Peer.Dialed(info.address(), 0);
    EventLoop.Timer timer =
        loop.schedule(limitNanos, () -> fail(question, osd + " did not answer in time"));
    open.put(question, new Open(to, future, timer));
    transport.send(to, new DaemonMessage.AskPerformance(question));
  }

  void onAnswer(DaemonMessage.PerformanceAnswer answer) {
    Open asked = open.remove(answer.question());
    if (asked != null) {
      asked.timer().cancel();
      asked.future().complete(new Answer(answer.performance(), ""));
    }
  }

  /** A stream ended, and with it the queries that were sent on it. */
  void onReset(Peer peer, String reason) {
    for (Map.Entry<Long, Open> asked : List.copyOf(open.entrySet())) {
      if (asked.getValue().to().equals(peer)) {
        fail(asked.getKey(), peer + " was disconnected: " + reason);
      }
    }
  }

  void close() {
    List.copyOf(open.keySet()).forEach(question -> fail(question, "the cluster handle was closed"));
  }

  private void fail(long question, String reason) {
    Open asked = open.remove(question);
    if (asked != null) {
      asked.timer().cancel();
      asked.future().complete(new Answer(null, reason));
    }
  }
}
