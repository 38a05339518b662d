package io.pando.sim.fence;

import io.pando.cluster.ClusterMap;
import io.pando.id.NodeId;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.message.GroupMessage;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.message.PositionedMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.sim.net.SimFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Records what OSDs do for sessions that are fenced in a run, from every message that is sent, and
 * judges it at the end, when the maps are known. The epoch of an update's version is that of the
 * primary's map in the step that put the update in order, so it tells whether the primary knew the
 * fence:
 *
 * <ul>
 *   <li>no update of a fenced session has a version of the fence's epoch or a later one;
 *   <li>no such version is in an answer to a fenced session: a read that shows one began when the
 *       primary knew the fence;
 *   <li>a request that was sent after the primary had acted by a map with the fence is not
 *       executed, not even if its answer is known from an earlier attempt;
 *   <li>only fenced sessions are refused.
 * </ul>
 */
public final class FenceTraffic implements SimFabric.Watch {
  private static final int MOST_FINDINGS = 5;

  /** One group on one OSD. */
  private record Place(NodeId osd, PgId group) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int order = osd.compareTo(other.osd);
      return order == 0 ? group.compareTo(other.group) : order;
    }
  }

  /** One attempt of a request, as the OSD at which it is addressed names it in its answer. */
  private record Attempt(NodeId osd, RequestId request, int attempt)
      implements Comparable<Attempt> {
    @Override
    public int compareTo(Attempt other) {
      int order = osd.compareTo(other.osd);
      order = order == 0 ? Long.compare(request.client(), other.request.client()) : order;
      order = order == 0 ? Long.compare(request.sequence(), other.request.sequence()) : order;
      return order == 0 ? Integer.compare(attempt, other.attempt) : order;
    }
  }

  /**
   * An OSD has acted for a session.
   *
   * @param epoch epoch of the newest map by which it is known to have done so
   */
  private record Service(long session, long epoch, String what) {}

  private final SortedSet<Long> sessions = new TreeSet<>();
  private final SortedMap<Place, Long> epochs = new TreeMap<>();
  private final SortedMap<Attempt, Long> asked = new TreeMap<>();
  private final List<Service> served = new ArrayList<>();
  private final List<Service> refused = new ArrayList<>();

  /** From now on records what OSDs do for a session. */
  public void observe(long session) {
    sessions.add(session);
  }

  @Override
  public void onSent(NodeId from, NodeId to, Message message) {
    Message inner = message instanceof PositionedMessage sent ? sent.message() : message;
    switch (inner) {
      case GroupMessage said -> onGroupMessage(from, said);
      case ObjectMessage.Request request -> onRequest(to, request);
      case ObjectMessage.OperateReply reply -> onReply(from, reply);
      case ObjectMessage.ListReply reply -> onListed(from, reply);
      default -> {
        // Says nothing about sessions.
      }
    }
  }

  private void onGroupMessage(NodeId from, GroupMessage said) {
    epochs.merge(new Place(from, said.group()), said.epoch(), Math::max);
    if (said instanceof ReplicationMessage.Replicate update) {
      long session = update.entry().answer().request().client();
      if (sessions.contains(session)) {
        String what = from + " put in order " + update.entry();
        served.add(new Service(session, update.entry().version().epoch(), what));
      }
    }
  }

  private void onRequest(NodeId to, ObjectMessage.Request request) {
    if (sessions.contains(request.id().client())) {
      long known = epochs.getOrDefault(new Place(to, request.group()), 0L);
      asked.merge(new Attempt(to, request.id(), request.attempt()), known, Math::min);
    }
  }

  private void onReply(NodeId from, ObjectMessage.OperateReply reply) {
    long session = reply.id().client();
    switch (reply.outcome()) {
      case OpOutcome.Succeeded done when sessions.contains(session) -> {
        long known = asked.getOrDefault(new Attempt(from, reply.id(), reply.attempt()), 0L);
        long epoch = Math.max(known, done.version().epoch());
        served.add(new Service(session, epoch, from + " answered " + reply));
      }
      case OpOutcome.Failed failed when failed.error() == OpError.FENCED ->
          refused.add(new Service(session, reply.epoch(), from + " refused " + reply));
      default -> {
        // Not executed, or not of a session that is fenced.
      }
    }
  }

  private void onListed(NodeId from, ObjectMessage.ListReply reply) {
    if (sessions.contains(reply.id().client())) {
      Attempt attempt = new Attempt(from, reply.id(), ObjectMessage.ANY_ATTEMPT);
      long known = asked.getOrDefault(attempt, 0L);
      served.add(new Service(reply.id().client(), known, from + " listed objects"));
    }
  }

  /** What OSDs did wrong, by all maps of the run, oldest first. */
  public List<String> findings(List<ClusterMap> maps) {
    SortedMap<Long, Long> since = new TreeMap<>();
    for (ClusterMap map : maps) {
      map.fences().bySession().keySet().forEach(it -> since.putIfAbsent(it, map.epoch()));
    }
    List<String> findings = new ArrayList<>();
    for (Service one : served) {
      if (one.epoch() >= since.getOrDefault(one.session(), Long.MAX_VALUE)) {
        findings.add(one.what() + ", but its session is fenced since " + since.get(one.session()));
      }
    }
    for (Service one : refused) {
      if (one.epoch() < since.getOrDefault(one.session(), Long.MAX_VALUE)) {
        findings.add(one.what() + ", but its session is not fenced in map " + one.epoch());
      }
    }
    return findings.stream().limit(MOST_FINDINGS).toList();
  }
}
