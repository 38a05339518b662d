package io.pando.osd.pg.replication;

import io.pando.id.OsdId;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The head sends to all other members, and collects.
 *
 * <pre>
 *            ┌──▶ b ──┐
 *  client ─▶ a        ├──▶ a ─▶ client
 *            └──▶ c ──┘
 * </pre>
 */
record PrimaryCopy(List<OsdId> path, SortedSet<OsdId> reporters) implements Strategy {
  PrimaryCopy(List<OsdId> path) {
    this(
        List.copyOf(path),
        Collections.unmodifiableSortedSet(new TreeSet<>(path.stream().skip(1).toList())));
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
}
