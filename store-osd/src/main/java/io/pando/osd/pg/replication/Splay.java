package io.pando.osd.pg.replication;

import io.pando.id.OsdId;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The head sends to all other members, and the last member collects.
 *
 * <pre>
 *            ┌──▶ b ──┐
 *  client ─▶ a ───────┼─▶ c ─▶ client
 *            └────────┘
 * </pre>
 */
record Splay(List<OsdId> path) implements Strategy {
  Splay {
    path = List.copyOf(path);
  }

  @Override
  public OsdId collector() {
    return path.getLast();
  }

  @Override
  public List<OsdId> receivers(OsdId member) {
    return member.equals(head()) ? path.subList(1, path.size()) : List.of();
  }

  @Override
  public boolean sendsDurable() {
    return false;
  }

  @Override
  public SortedSet<OsdId> reporters() {
    return new TreeSet<>(path.subList(0, path.size() - 1));
  }
}
