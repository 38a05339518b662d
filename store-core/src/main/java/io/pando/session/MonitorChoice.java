package io.pando.session;

import io.pando.cluster.MonitorInfo;
import io.pando.id.Address;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the next monitor, round robin. Starts at a random one, so that many sessions spread over
 * the monitors. Once a map lists the monitors, these come first, and the configured ones remain as
 * a last resort.
 */
final class MonitorChoice {
  private final List<Address> seeds;
  private List<Address> candidates;
  private int next;

  MonitorChoice(List<Address> seeds, Random64 random) {
    if (seeds.isEmpty()) {
      throw new IllegalArgumentException("at least one monitor's address is needed");
    }
    this.seeds = List.copyOf(seeds);
    this.candidates = this.seeds;
    this.next = random.nextInt(candidates.size());
  }

  int size() {
    return candidates.size();
  }

  Address next() {
    Address chosen = candidates.get(next % candidates.size());
    next = (next + 1) % candidates.size();
    return chosen;
  }

  /** Takes over the monitors of a map. */
  void learn(List<MonitorInfo> monitors) {
    List<Address> known = new ArrayList<>();
    for (MonitorInfo monitor : monitors) {
      known.add(new Address(monitor.node(), 0, monitor.host(), monitor.port()));
    }
    for (Address seed : seeds) {
      if (known.stream().noneMatch(address -> isSameMonitor(address, seed))) {
        known.add(seed);
      }
    }
    candidates = List.copyOf(known);
  }

  private static boolean isSameMonitor(Address a, Address b) {
    return a.node().equals(b.node()) || (a.host().equals(b.host()) && a.port() == b.port());
  }
}
