package io.pando.sim.check;

import io.pando.id.Version;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The operations on one object, the order built so far, and the candidates for its next place:
 * operations that no operation outside the order precedes (Wing and Gong). One operation precedes
 * another if it returned before the other was called, and also if both are answered updates of one
 * client and it was called first. Operations of unknown outcome precede no other, except that an
 * update of a fenced session precedes the fence point of that session.
 */
final class Orders {
  private final List<ClientCall> operations;
  private final Remaining byCall;
  private final Remaining byReturn;
  private final Remaining byVersion;
  private final BitSet known = new BitSet();
  private final BitSet unknown = new BitSet();
  private final int[] trail;

  /** For each operation, the one before it in its client's own order; -1: none. */
  private final int[] predecessors;

  /** For each operation, the fence point before which it takes effect or never; -1: none. */
  private final int[] limits;

  private final BitSet fencePoints = new BitSet();
  private int length;

  Orders(List<ClientCall> operations, List<FencePoint> fences) {
    this.operations = operations;
    this.limits = limits(fences);
    this.trail = new int[operations.size()];
    this.predecessors = predecessors(operations);
    int size = operations.size();
    List<Integer> all = IntStream.range(0, size).boxed().toList();
    List<Integer> told = all.stream().filter(i -> operations.get(i).isKnown()).toList();
    List<Integer> versioned = told.stream().filter(i -> version(i) != null).toList();
    this.byCall = new Remaining(size, all, Comparator.comparingLong(i -> at(i).callNanos()));
    this.byReturn = new Remaining(size, told, Comparator.comparingLong(i -> at(i).returnNanos()));
    this.byVersion =
        new Remaining(
            size,
            versioned,
            Comparator.comparing((Integer i) -> versionOf(i)).thenComparing(i -> i));
  }

  ClientCall at(int operation) {
    return operations.get(operation);
  }

  /** Version in an operation's answer; null if there is none, or if the object is absent. */
  private @Nullable Version version(int operation) {
    return at(operation).ending() instanceof CallOutcome.Succeeded it
            && it.version() != null
            && !it.version().equals(Version.ZERO)
        ? it.version()
        : null;
  }

  private Version versionOf(int operation) {
    Version version = version(operation);
    return version == null ? Version.ZERO : version;
  }

  /** Whether every operation of known outcome is in the order. */
  boolean isWhole() {
    return byReturn.isEnd(byReturn.first());
  }

  /** Whether no remaining operation has shown a version older than the state's. */
  boolean mayGoOnFrom(State state) {
    int oldest = byVersion.first();
    return byVersion.isEnd(oldest) || state.mayStillShow(versionOf(oldest));
  }

  /** Operations that may come next, in the order of their calls. */
  int[] candidates(boolean ofKnownEnd) {
    int first = byReturn.first();
    long until = byReturn.isEnd(first) ? ClientCall.NEVER : at(first).returnNanos();
    IntStream.Builder found = IntStream.builder();
    for (int i = byCall.first(); !byCall.isEnd(i) && at(i).callNanos() <= until; ) {
      if (at(i).isKnown() == ofKnownEnd && mayComeNow(i)) {
        found.add(i);
      }
      i = byCall.after(i);
    }
    return found.build().toArray();
  }

  /**
   * The order of a client's own updates. An update of unknown outcome breaks it: the client's
   * updates before and after it may have taken effect in any order.
   */
  private static int[] predecessors(List<ClientCall> operations) {
    int[] predecessors = new int[operations.size()];
    Map<String, Integer> last = new HashMap<>();
    for (int i = 0; i < predecessors.length; i++) {
      ClientCall operation = operations.get(i);
      predecessors[i] = -1;
      if (!operation.mutates()) {
        continue;
      }
      if (operation.isKnown()) {
        predecessors[i] = last.getOrDefault(operation.client(), -1);
        last.put(operation.client(), i);
      } else {
        last.remove(operation.client());
      }
    }
    return predecessors;
  }

  private int[] limits(List<FencePoint> fences) {
    int[] limits = new int[operations.size()];
    Arrays.fill(limits, -1);
    for (FencePoint fence : fences) {
      int point = operations.indexOf(fence.answered());
      if (point < 0) {
        continue;
      }
      fencePoints.set(point);
      for (int i = 0; i < limits.length; i++) {
        if (limits[i] < 0 && mayChange(at(i)) && at(i).client().equals(fence.session())) {
          limits[i] = point;
        }
      }
    }
    return limits;
  }

  private static boolean mayChange(ClientCall operation) {
    return operation.mutates() && !(operation.ending() instanceof CallOutcome.Failed);
  }

  /** Whether an operation is the last before which updates of a fenced session take effect. */
  boolean isFencePoint(int operation) {
    return fencePoints.get(operation);
  }

  private boolean mayComeNow(int operation) {
    int before = predecessors[operation];
    return (before < 0 || known.get(before))
        && (limits[operation] < 0 || !known.get(limits[operation]));
  }

  /** Appends an operation to the order. */
  void take(int operation) {
    byCall.take(operation);
    byReturn.take(operation);
    byVersion.take(operation);
    (at(operation).isKnown() ? known : unknown).set(operation);
    trail[length++] = operation;
  }

  /** Shortens the order to this length. */
  void backTo(int shorter) {
    while (length > shorter) {
      int operation = trail[--length];
      (at(operation).isKnown() ? known : unknown).clear(operation);
      byVersion.putBack(operation);
      byReturn.putBack(operation);
      byCall.putBack(operation);
    }
  }

  int length() {
    return length;
  }

  /** A copy of the set of operations with known outcome that are in the order. */
  BitSet known() {
    return (BitSet) known.clone();
  }

  int knownCount() {
    return known.cardinality();
  }

  /** A copy of the set of operations with unknown outcome that are in the order. */
  BitSet unknown() {
    return (BitSet) unknown.clone();
  }

  /** The last operations of the order, oldest first. */
  List<ClientCall> last(int count) {
    return IntStream.range(Math.max(0, length - count), length)
        .mapToObj(i -> at(trail[i]))
        .toList();
  }
}
