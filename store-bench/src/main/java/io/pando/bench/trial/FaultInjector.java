package io.pando.bench.trial;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.process.ProcessCluster;
import io.pando.random.Random64;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Kills and pauses daemons of a cluster at random, and restarts or resumes them some seconds later:
 * one monitor at a time, and in most cases up to two OSDs, sometimes all of them.
 */
final class FaultInjector {
  private static final int ALL_ONE_IN = 25;
  private static final int MONITOR_ONE_IN = 5;

  private record Return(long atNanos, String name, Absence absence) {}

  private final ProcessCluster processes;
  private final int monitors;
  private final int osds;
  private final int mostOsds;
  private final Random64 random;
  private final PriorityQueue<Return> away =
      new PriorityQueue<>(Comparator.comparingLong(Return::atNanos));
  private final SortedMap<String, Integer> counts = new TreeMap<>();

  /**
   * An injector that has done nothing.
   *
   * @param mostOsds OSDs that are away at once, besides the rare times when all are
   */
  FaultInjector(
      ProcessCluster processes, TrialCluster.Layout layout, int mostOsds, Random64 random) {
    this.processes = processes;
    this.monitors = layout.monitors();
    this.osds = layout.osds();
    this.mostOsds = mostOsds;
    this.random = random;
  }

  /** Number of faults of each kind. */
  SortedMap<String, Integer> counts() {
    return counts;
  }

  /** Injects faults for that time; at the end all daemons run. */
  void run(Duration time) throws IOException, InterruptedException {
    long endNanos = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < endNanos) {
      act();
      long nextNanos = System.nanoTime() + random.between(500_000_000L, 5_000_000_000L);
      while (System.nanoTime() < Math.min(nextNanos, endNanos)) {
        bringBack(System.nanoTime());
        pass();
      }
    }
    bringBack(Long.MAX_VALUE);
  }

  private static void pass() throws InterruptedException {
    BoundedWait.until(Duration.ofMillis(1), () -> false);
  }

  private void act() throws IOException {
    if (random.oneIn(ALL_ONE_IN)) {
      for (int osd = 0; osd < osds; osd++) {
        takeAway("osd." + osd, false);
      }
    } else if (random.oneIn(MONITOR_ONE_IN)) {
      if (away("mon.").isEmpty()) {
        takeAway("mon." + random.nextInt(monitors), random.nextBoolean());
      }
    } else if (away("osd.").size() < mostOsds) {
      takeAway("osd." + random.nextInt(osds), random.nextBoolean());
    }
  }

  private List<String> away(String prefix) {
    return away.stream().map(Return::name).filter(name -> name.startsWith(prefix)).toList();
  }

  private void takeAway(String name, boolean pause) throws IOException {
    if (!away(name).isEmpty() || !processes.isRunning(name)) {
      // A daemon that ended by itself is a finding, and is not restarted.
      return;
    }
    Absence absence = pause ? Absence.PAUSED : Absence.KILLED;
    absence.begin(processes, name);
    String kind = name.startsWith("osd.") ? "OSD" : "monitor";
    counts.merge(kind + " " + absence.label(), 1, Integer::sum);
    long nanos = random.between(0, random.oneIn(3) ? 12_000_000_000L : 4_000_000_000L);
    away.add(new Return(System.nanoTime() + nanos, name, absence));
  }

  private void bringBack(long nowNanos) throws IOException {
    List<Return> due = new ArrayList<>();
    while (!away.isEmpty() && away.peek().atNanos() <= nowNanos) {
      due.add(away.remove());
    }
    for (Return back : due) {
      back.absence().end(processes, back.name());
    }
  }
}
