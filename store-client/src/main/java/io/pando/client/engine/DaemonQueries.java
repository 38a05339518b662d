package io.pando.client.engine;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankId;
import io.pando.id.Address;
import io.pando.id.OsdId;
import io.pando.message.DaemonMessage;
import io.pando.message.MdsMessage;
import io.pando.message.Message;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Pending queries of operators to OSDs and metadata servers. Runs on the client's event loop. */
public final class DaemonQueries {
  /** A query. */
  public sealed interface Query {
    /** The performance counters of an OSD: {@link DaemonMessage.PerformanceAnswer}. */
    record Performance(OsdId osd) implements Query {}

    /** The report of the holder of a rank: {@link MdsMessage.RankAnswer}. */
    record OfRank(RankId rank) implements Query {}

    /** Evicts a session: {@link MdsMessage.RankAnswer}. */
    record Evict(RankId rank, long session) implements Query {}
  }

  /**
   * Result of a query.
   *
   * @param message the answer; null if none arrived
   * @param reason why none arrived; empty if it did
   */
  public record Answer(@Nullable Message message, String reason) {}

  private record Open(
      String daemon, Peer to, CompletableFuture<Answer> future, EventLoop.Timer timer) {}

  /** Where a query goes: an address, or why there is none. */
  private record Target(String daemon, @Nullable Address address, String reason) {
    static Target none(String daemon, String reason) {
      return new Target(daemon, null, daemon + " " + reason);
    }
  }

  private final EventLoop loop;
  private final Transport transport;
  private final Map<Long, Open> open = new LinkedHashMap<>();
  private long lastQuestion;

  DaemonQueries(EventLoop loop, Transport transport) {
    this.loop = loop;
    this.transport = transport;
  }

  void ask(
      @Nullable ClusterMap map, Query query, long limitNanos, CompletableFuture<Answer> future) {
    Target target = target(map, query);
    if (target.address() == null) {
      future.complete(new Answer(null, target.reason()));
      return;
    }
    long question = ++lastQuestion;
    Peer.Dialed to = new Peer.Dialed(target.address(), 0);
    EventLoop.Timer timer =
        loop.schedule(
            limitNanos, () -> fail(question, target.daemon() + " did not answer in time"));
    open.put(question, new Open(target.daemon(), to, future, timer));
    transport.send(to, message(question, query));
  }

  private static Message message(long question, Query query) {
    return switch (query) {
      case Query.Performance _ -> new DaemonMessage.AskPerformance(question);
      case Query.OfRank(RankId rank) -> new MdsMessage.AskRank(question, rank);
      case Query.Evict(RankId rank, long session) ->
          new MdsMessage.EvictClient(question, rank, session);
    };
  }

  private static Target target(@Nullable ClusterMap map, Query query) {
    return switch (query) {
      case Query.Performance(OsdId osd) -> osd(map, osd);
      case Query.OfRank(RankId rank) -> holder(map, rank);
      case Query.Evict(RankId rank, long _) -> holder(map, rank);
    };
  }

  private static Target osd(@Nullable ClusterMap map, OsdId osd) {
    OsdInfo info = map == null ? null : map.osds().get(osd);
    if (info == null) {
      return Target.none(osd.toString(), "is not in the map");
    }
    Address address = info.address();
    return info.up() && address != null
        ? new Target(osd.toString(), address, "")
        : Target.none(osd.toString(), "is down");
  }

  private static Target holder(@Nullable ClusterMap map, RankId id) {
    String what = "rank " + id.rank();
    FileSystem system = map == null ? null : map.files().systems().get(id.system());
    Rank rank = system == null ? null : system.ranks().get(id.rank());
    if (map == null || rank == null) {
      return Target.none(what, "is not in the map");
    }
    MdsInfo daemon = rank.holder() == null ? null : map.files().daemons().get(rank.holder());
    return daemon == null
        ? Target.none(what, "has no metadata server: it is " + rank.state().label())
        : new Target(daemon.node().toString(), daemon.address(), "");
  }

  void onAnswer(long question, Message answer) {
    Open asked = open.remove(question);
    if (asked != null) {
      asked.timer().cancel();
      asked.future().complete(new Answer(answer, ""));
    }
  }

  /** A stream ended, and with it the queries that were sent on it. */
  void onReset(Peer peer, String reason) {
    for (Map.Entry<Long, Open> asked : List.copyOf(open.entrySet())) {
      if (asked.getValue().to().equals(peer)) {
        fail(asked.getKey(), asked.getValue().daemon() + " was disconnected: " + reason);
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
