package io.pando.client.fs.caps;

import io.pando.check.Invariant;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client has of one inode. */
final class HeldInode {
  /** Capabilities on their way back to the server. */
  static final class Release {
    CapabilitySet losing;

    /** Confirmation that is awaited. */
    long token;

    /** Whether that is the one that data is written; otherwise, that caches are dropped. */
    boolean flushing;

    Release(CapabilitySet losing) {
      this.losing = losing;
    }
  }

  final Ino ino;

  /** By what the server knows, these are held. */
  CapabilitySet held = CapabilitySet.NONE;

  /** Number of the newest grant, revocation or question. */
  long newest;

  /** Number that the newest update named: grants up to it are not given any more. */
  long told;

  long writableTo;

  /** Null if nothing is on its way back. */
  @Nullable Release release;

  /**
   * Whether the client made the file ahead of the server, which is told nothing of it before it has
   * answered.
   */
  boolean ahead;

  /** Whether an update is due once the release is complete. */
  boolean tellLater;

  /** What is done once the server is told; null for nothing. */
  private @Nullable List<Runnable> whenTold;

  /** How many open files need each capability; null for none. */
  private @Nullable Map<Capability, Integer> needs;

  HeldInode(Ino ino) {
    this.ino = ino;
  }

  CapabilitySet usable() {
    Release returning = release;
    return returning == null ? held : held.minus(returning.losing);
  }

  void whenTold(Runnable then) {
    List<Runnable> all = whenTold == null ? new ArrayList<>() : whenTold;
    all.add(then);
    whenTold = all;
  }

  /** What is to be done now that the server is told. */
  List<Runnable> takeWhenTold() {
    List<Runnable> all = whenTold == null ? List.of() : whenTold;
    whenTold = null;
    return all;
  }

  /** An open file needs capabilities. */
  void need(CapabilitySet some) {
    Map<Capability, Integer> counts = needs;
    if (counts == null) {
      counts = new EnumMap<>(Capability.class);
      needs = counts;
    }
    for (Capability each : Capability.values()) {
      if (some.contains(each)) {
        counts.merge(each, 1, Integer::sum);
      }
    }
  }

  /** An open file does not need them any more. */
  void needNoMore(CapabilitySet some) {
    Map<Capability, Integer> counts =
        Invariant.present(needs, () -> "inode " + ino + " is closed and was not open");
    for (Capability each : Capability.values()) {
      if (some.contains(each)) {
        counts.computeIfPresent(each, (_, count) -> count == 1 ? null : count - 1);
      }
    }
    if (counts.isEmpty()) {
      needs = null;
    }
  }

  CapabilitySet wanted() {
    Map<Capability, Integer> counts = needs;
    return counts == null
        ? CapabilitySet.NONE
        : CapabilitySet.of(counts.keySet().toArray(Capability[]::new));
  }

  boolean isNeeded() {
    return needs != null;
  }
}
