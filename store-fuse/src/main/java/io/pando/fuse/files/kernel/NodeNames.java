package io.pando.fuse.files.kernel;

import io.pando.fuse.files.kernel.CacheLoss.Names;
import io.pando.fuse.protocol.FuseName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names of a directory that the kernel may have, absent ones included, and requests about them. One
 * thread at a time uses it.
 */
final class NodeNames {
  /** Most names of a directory that the kernel may keep; others it asks for each time. */
  static final int MOST = 200_000;

  /** For how long after an answer the kernel may be about to use it. */
  private static final long SETTLING_NANOS = 100_000_000;

  private final Map<FuseName, Long> untils = new HashMap<>();
  private int requests;
  private long lastAnswer = Long.MIN_VALUE / 2;

  void begin() {
    requests++;
  }

  void end(long now) {
    requests--;
    lastAnswer = now;
  }

  /** The kernel is about to be told of a name; returns for how long it may keep it. */
  long give(FuseName name, long now, long nanos) {
    if (nanos <= 0 || untils.size() >= MOST) {
      return 0;
    }
    arrived(name, now + nanos);
    return nanos;
  }

  /** Until when the kernel may keep a name; 0 if it does not have it. */
  long until(FuseName name) {
    return untils.getOrDefault(name, 0L);
  }

  /** The kernel may keep a name until a time. */
  void arrived(FuseName name, long until) {
    untils.merge(name, until, Math::max);
  }

  boolean isEmpty() {
    return untils.isEmpty();
  }

  /** Whether nothing has to be remembered. */
  boolean isIdle() {
    return untils.isEmpty() && requests == 0;
  }

  /** Forgets names that are not valid any more. */
  void expire(long now) {
    untils.values().removeIf(until -> until <= now);
  }

  /** The names that are valid; none is from now on. */
  Names lose(long now) {
    List<FuseName> valid = new ArrayList<>();
    long last = 0;
    for (Map.Entry<FuseName, Long> each : untils.entrySet()) {
      if (each.getValue() > now) {
        valid.add(each.getKey());
        last = Math.max(last, each.getValue());
      }
    }
    untils.clear();
    boolean busy = requests > 0 || now - lastAnswer < SETTLING_NANOS;
    return valid.isEmpty() ? Names.NONE : new Names(valid, last, busy);
  }
}
