package io.pando.cluster;

import io.pando.id.OsdId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The way updates of a pool's groups take through their replicas (paper 003 §6.3.1). */
public enum Replication {
  /** The primary sends to all, collects their acknowledgements, and answers. */
  PRIMARY,
  /** Each replica sends to the next; the last one answers. */
  CHAIN,
  /** The primary sends to all; the last one collects the acknowledgements, and answers. */
  SPLAY;

  /** The name operators type. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The members of a group in the order of this way: the primary first, then those that are being
   * filled, then the other acting ones. Empty if nobody acts.
   */
  public static List<OsdId> path(GroupMapping mapping) {
    List<OsdId> path = new ArrayList<>();
    List<OsdId> acting = mapping.acting();
    if (!acting.isEmpty()) {
      path.add(acting.getFirst());
      for (OsdId osd : mapping.up()) {
        if (!acting.contains(osd)) {
          path.add(osd);
        }
      }
      path.addAll(acting.subList(1, acting.size()));
    }
    return path;
  }

  /** Who knows first that an update is on all members, and tells the client. */
  public Optional<OsdId> collector(GroupMapping mapping) {
    return this == PRIMARY || mapping.acting().isEmpty()
        ? mapping.primary()
        : Optional.of(path(mapping).getLast());
  }

  /** The one of that name. */
  public static Optional<Replication> labelled(String label) {
    return Arrays.stream(values()).filter(it -> it.label().equals(label)).findFirst();
  }
}
