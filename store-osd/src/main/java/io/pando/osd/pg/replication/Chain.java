package io.pando.osd.pg.replication;

import io.pando.id.OsdId;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Each member sends an update to the next once it is durable there. An update that is durable on
 * the last member is durable on all, so no member reports.
 *
 * <pre>
 *  client ─▶ a ──▶ b ──▶ c ─▶ client
 * </pre>
 */
record Chain(List<OsdId> path) implements Strategy {
  Chain {
    path = List.copyOf(path);
  }

  @Override
  public OsdId collector() {
    return path.getLast();
  }

  @Override
  public List<OsdId> receivers(OsdId member) {
    int next = path.indexOf(member) + 1;
    return next == 0 || next == path.size() ? List.of() : path.subList(next, next + 1);
  }

  @Override
  public boolean sendsDurable() {
    return true;
  }

  @Override
  public SortedSet<OsdId> reporters() {
    return new TreeSet<>();
  }
}
