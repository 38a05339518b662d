package io.pando.osd.pace;

import io.pando.id.ReplicaId;
import io.pando.osd.config.RecoverySettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/**
 * Paces how fast the groups of a shard copy objects. While no client works, every turn is granted
 * at once. While clients work, one batch is under way at a time. After it comes a pause: a
 * configured percentage of the time that the batch took. Load that slows client operations also
 * slows batches, and so makes pauses longer. Pauses have an upper limit, so recovery always
 * continues.
 *
 * <p>Pure; times come as arguments.
 */
final class RecoveryPace {
  /** Permission to copy a batch. */
  record Turn(ReplicaId group, long token) implements Comparable<Turn> {
    @Override
    public int compareTo(Turn other) {
      int byGroup = group.compareTo(other.group);
      return byGroup != 0 ? byGroup : Long.compare(token, other.token);
    }
  }

  private final RecoverySettings settings;
  private final Deque<Turn> asked = new ArrayDeque<>();
  private final TreeMap<Turn, Long> openSince = new TreeMap<>();
  private boolean clientsSeen;
  private long clientNanos;
  private boolean pausing;
  private long pauseEndNanos;

  RecoveryPace(RecoverySettings settings) {
    this.settings = settings;
  }

  /** Records that clients use the shard. */
  void onClientWork(long nowNanos) {
    clientsSeen = true;
    clientNanos = nowNanos;
  }

  void ask(ReplicaId group, long token) {
    asked.addLast(new Turn(group, token));
  }

  /** Ends a turn: its batch is copied. */
  void end(ReplicaId group, long token, long nowNanos) {
    Long since = openSince.remove(new Turn(group, token));
    if (since != null) {
      long took = Math.max(0, nowNanos - since);
      long pause = Math.min(settings.maxPauseNanos(), took / 100 * settings.pausePercent());
      pausing = true;
      pauseEndNanos = nowNanos + pause;
    }
  }

  /** Ends all turns of a group, granted and requested. */
  void endAll(ReplicaId group) {
    asked.removeIf(turn -> turn.group().equals(group));
    openSince.keySet().removeIf(turn -> turn.group().equals(group));
  }

  /**
   * Grants the turns that may begin now, and returns them.
   *
   * @param clientOps number of client operations under way
   */
  List<Turn> give(int clientOps, long nowNanos) {
    List<Turn> given = new ArrayList<>();
    while (!asked.isEmpty() && mayGive(clientOps, nowNanos)) {
      Turn turn = asked.removeFirst();
      openSince.put(turn, nowNanos);
      given.add(turn);
    }
    return given;
  }

  private boolean mayGive(int clientOps, long nowNanos) {
    if (!isBusy(clientOps, nowNanos)) {
      return true;
    }
    return openSince.isEmpty() && !(pausing && pauseEndNanos - nowNanos > 0);
  }

  private boolean isBusy(int clientOps, long nowNanos) {
    return clientOps > 0 || (clientsSeen && nowNanos - clientNanos < settings.idleNanos());
  }

  /**
   * Nanoseconds after which {@link #give} should be called again, unless a turn ends before; 0 if
   * it need not be.
   */
  long waitNanos(long nowNanos) {
    if (asked.isEmpty()) {
      return 0;
    }
    long pause = pausing ? pauseEndNanos - nowNanos : 0;
    long idle = Math.max(1, settings.idleNanos());
    return openSince.isEmpty() && pause > 0 ? Math.min(pause, idle) : idle;
  }
}
