package io.pando.sim.locks;

import io.pando.fs.lock.LockPart;
import io.pando.fs.lock.LockRanges;
import io.pando.mds.locks.LockLimits;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Clients and servers of locks. Messages take time, connections break, sessions are evicted, and
 * servers fail. After each step no two programs believe to have locks that exclude each other.
 */
final class LockWorld {
  private static final LockLimits LIMITS = new LockLimits(9, 400);

  private final Random64 random;
  private final int faults;
  private final NavigableMap<Long, Deque<Runnable>> events = new TreeMap<>();
  private final SortedSet<Long> sessions = new TreeSet<>();
  private final SortedSet<Long> over = new TreeSet<>();
  private final List<LockMount> mounts = new ArrayList<>();
  private final SortedMap<String, Integer> counts = new TreeMap<>();
  private @Nullable LockServer server;
  private long now;
  private long lastSession;
  private long lastCall;
  private boolean ending;

  /** Clients that act; one fault in {@code faults} steps. */
  LockWorld(long seed, int mounts, int faults) {
    this.random = new Random64(seed);
    this.faults = faults;
    this.server = new LockServer(this, LIMITS);
    for (int i = 0; i < mounts; i++) {
      LockMount mount = new LockMount(this, 2);
      this.mounts.add(mount);
      mount.connect();
      mount.programs().forEach(this::live);
    }
  }

  private void live(LockProgram program) {
    at(
        now + 1 + random.nextInt(60),
        () -> {
          if (ending) {
            program.giveUp();
          } else {
            program.act();
          }
          live(program);
        });
  }

  // What the parts use

  Random64 random() {
    return random;
  }

  long now() {
    return now;
  }

  long delay() {
    return 1L + random.nextInt(random.oneIn(10) ? 100 : 10);
  }

  long nextSession() {
    return ++lastSession;
  }

  long nextCall() {
    return ++lastCall;
  }

  /** Sessions that are durable. */
  SortedSet<Long> sessions() {
    return sessions;
  }

  /** Whether a session was fenced. */
  boolean isOver(long session) {
    return over.contains(session);
  }

  /** The holder of the rank; null if there is none. */
  @Nullable LockServer server() {
    return server;
  }

  void at(long time, Runnable event) {
    events.computeIfAbsent(time, _ -> new ArrayDeque<>()).add(event);
  }

  void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  int counted(String what) {
    return counts.getOrDefault(what, 0);
  }

  // Running

  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      if (random.oneIn(faults)) {
        fail();
      }
      step();
    }
  }

  /** No more faults; programs give up everything, until nothing is under way. */
  void end() {
    ending = true;
    for (int i = 0; i < 20_000 && !isQuiet(); i++) {
      step();
    }
    if (!isQuiet()) {
      throw new AssertionError("not quiet: " + mounts + "\n" + server);
    }
  }

  private boolean isQuiet() {
    LockServer at = server;
    if (at == null) {
      return false;
    }
    for (LockMount mount : mounts) {
      if (!mount.isIdle()
          || mount.programs().stream().anyMatch(LockProgram::isBusy)
          || at.service().locksOf(mount.session()) > 0) {
        return false;
      }
    }
    return true;
  }

  private void step() {
    var first = events.firstEntry();
    now = first.getKey();
    Runnable event = first.getValue().removeFirst();
    if (first.getValue().isEmpty()) {
      events.remove(first.getKey());
    }
    event.run();
    check();
  }

  private void fail() {
    LockMount mount = mounts.get(random.nextInt(mounts.size()));
    LockServer at = server;
    LockLink link = mount.link();
    if (random.oneIn(6) && at != null) {
      count("crash");
      server = null;
      at.crash();
      at(now + 1 + random.nextInt(100), () -> server = new LockServer(this, LIMITS));
    } else if (random.oneIn(6) && at != null && sessions.contains(mount.session())) {
      count("eviction");
      over.add(mount.session());
      at.end(mount.session());
    } else if (link != null) {
      count("cut");
      link.cut();
    }
  }

  private void check() {
    LockServer at = server;
    if (at != null) {
      at.service().invariants();
    }
    SortedMap<String, List<LockRanges>> locked = new TreeMap<>();
    for (LockMount mount : mounts) {
      if (!mount.isFenced()) {
        for (LockProgram each : mount.programs()) {
          each.believed()
              .forEach((file, has) -> {
                List<LockRanges> others = locked.computeIfAbsent(file, _ -> new ArrayList<>());
                others.forEach(other -> checkExclusion(file, other, has));
                others.add(has);
              });
        }
      }
    }
  }

  private void checkExclusion(String file, LockRanges one, LockRanges other) {
    for (LockPart part : one.parts()) {
      if (other.conflict(part.range(), part.mode()).isPresent()) {
        throw new AssertionError(
            "at %d, file %s: %s and %s%n%s%n%s".formatted(now, file, one, other, mounts, server));
      }
    }
  }
}
