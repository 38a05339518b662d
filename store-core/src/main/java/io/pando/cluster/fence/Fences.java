package io.pando.cluster.fence;

import io.pando.id.NodeId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The fence list: client sessions whose requests OSDs refuse (Ceph: OSD blocklist). Immutable.
 *
 * <p>A session is the client of a request id ({@link io.pando.id.RequestId#client}). An OSD whose
 * map fences a session puts none of its further updates in order. Nearly always no session is
 * fenced, so {@link #contains} first looks whether the list is empty.
 *
 * @param bySession fences by session, at most {@link #MOST}
 */
public record Fences(SortedMap<Long, Fence> bySession) {
  /** Maximum number of sessions that are fenced at the same time. */
  public static final int MOST = 10_000;

  /**
   * Number of fences from which sessions of clients are not fenced any more: the rest is for
   * metadata servers that fail, so that others can take over from them.
   */
  public static final int MOST_FOR_CLIENTS = 6_000;

  /** No session is fenced. */
  public static final Fences NONE = new Fences(new TreeMap<>());

  public Fences {
    bySession = Collections.unmodifiableSortedMap(new TreeMap<>(bySession));
  }

  /** Whether the session is fenced. */
  public boolean contains(long session) {
    return !bySession.isEmpty() && bySession.containsKey(session);
  }

  /** The fence of a session; null if it is not fenced. */
  public @Nullable Fence of(long session) {
    return bySession.isEmpty() ? null : bySession.get(session);
  }

  /** The sessions whose fences may be removed, in ascending order. */
  public List<Long> over(long nowMillis) {
    return bySession.entrySet().stream()
        .filter(entry -> entry.getValue().isOver(nowMillis))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** A session as people see it: the name of the node that opened it. */
  public static String nameOf(long session) {
    return new NodeId(NodeId.Role.CLIENT, session).toString();
  }
}
