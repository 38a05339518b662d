package io.pando.cluster.release;

import io.pando.id.NodeId;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which releases the daemons of a cluster run, and which one they must run at least. Releases are
 * numbers ({@link Release#number}), since a map may name one that this build does not know.
 *
 * @param required release that daemons must run at least; 0 if none is required. Never lowered
 * @param running release that each monitor and OSD ran when it last told; a daemon that never told
 *     is absent
 */
public record Releases(int required, SortedMap<NodeId, Integer> running) {
  /** No release is required, and no daemon has told its release. */
  public static final Releases NONE = new Releases(0, new TreeMap<>());

  public Releases {
    running = Collections.unmodifiableSortedMap(new TreeMap<>(running));
  }

  /** Whether all daemons that may be up understand what the release added. */
  public boolean allows(Release release) {
    return required >= release.number();
  }

  /** Release that a daemon ran when it last told; 0 if it never did. */
  public int of(NodeId daemon) {
    return running.getOrDefault(daemon, 0);
  }

  /** The same with another required release. */
  public Releases requiring(int release) {
    return new Releases(release, running);
  }

  /** The same after a daemon told its release. */
  public Releases with(NodeId daemon, int release) {
    SortedMap<NodeId, Integer> all = new TreeMap<>(running);
    all.put(daemon, release);
    return new Releases(required, all);
  }

  /** The same without a daemon that is removed. */
  public Releases without(NodeId daemon) {
    if (!running.containsKey(daemon)) {
      return this;
    }
    SortedMap<NodeId, Integer> left = new TreeMap<>(running);
    left.remove(daemon);
    return new Releases(required, left);
  }

  /** The same without the monitors that are not among the given ones. */
  public Releases withMonitors(Collection<NodeId> monitors) {
    Releases left = this;
    for (NodeId daemon : running.keySet()) {
      if (daemon.role() == NodeId.Role.MON && !monitors.contains(daemon)) {
        left = left.without(daemon);
      }
    }
    return left;
  }
}
