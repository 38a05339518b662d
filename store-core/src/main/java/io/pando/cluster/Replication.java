package io.pando.cluster;

import io.pando.id.OsdId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Replication strategy: the path of updates through the replicas of a group (paper 003 §6.3.1). */
public enum Replication {
  /** The primary sends to all replicas, collects their acknowledgements, and answers the client. */
  PRIMARY,
  /** Each replica sends to the next; the last one answers the client. */
  CHAIN,
  /**
   * The primary sends to all replicas; the last one collects the acknowledgements and answers the
   * client.
   */
  SPLAY;

  /** The name that operators use. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The members of a group in path order: the primary first, then members that are being filled,
   * then the other acting members. Empty if the acting set is empty.
   */
  public static List<OsdId> path(GroupMapping mapping) {
    return path(mapping.up().osds(), mapping.acting().osds());
  }

  /** The path through the members of an up set and an acting set, both in order, without holes. */
  public static <M> List<M> path(List<M> up, List<M> acting) {
    List<M> path = new ArrayList<>();
    if (!acting.isEmpty()) {
      path.add(acting.getFirst());
      for (M member : up) {
        if (!acting.contains(member)) {
          path.add(member);
        }
      }
      path.addAll(acting.subList(1, acting.size()));
    }
    return path;
  }

  /**
   * The collector: the member that learns first that an update is durable on all members, and
   * answers the client.
   */
  public Optional<OsdId> collector(GroupMapping mapping) {
    return this == PRIMARY || mapping.acting().isEmpty()
        ? mapping.primary()
        : Optional.of(path(mapping).getLast());
  }

  /** The value with the given label. */
  public static Optional<Replication> labelled(String label) {
    return Arrays.stream(values()).filter(it -> it.label().equals(label)).findFirst();
  }
}
