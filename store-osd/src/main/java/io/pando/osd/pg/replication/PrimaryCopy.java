package io.pando.osd.pg.replication;

import io.pando.id.OsdId;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The head sends to all, and collects.
 *
 * <pre>
 *            ┌──▶ b ──┐
 *  client ─▶ a        ├──▶ a ─▶ client
 *            └──▶ c ──┘
 * </pre>
 */
record PrimaryCopy(List<OsdId> path) implements Strategy {
  PrimaryCopy {
    path = List.copyOf(path);
  }

  @Override
  public OsdId collector() {
    return head();
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
    return new TreeSet<>(path.subList(1, path.size()));
  }
}
