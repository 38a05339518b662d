package io.pando.mds.serve;

import io.pando.check.Invariant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the order of requests when a rank has a new holder. First all sessions tell what they have.
 * Then changes are repeated that the former holder had answered, and that were not durable: one
 * after the other, in the order of their records. Then everything else is executed.
 *
 * <p>A client relies on an answer. A request that was not answered must not change what a repeated
 * one finds.
 */
final class StartGate {
  private final SortedSet<Long> awaited;
  private final List<OpenRequest> repeated = new ArrayList<>();
  private final List<OpenRequest> others = new ArrayList<>();
  private @Nullable OpenRequest underWay;

  /** A gate that opens once these sessions have told what they have, and repeated their changes. */
  StartGate(Collection<Long> awaited) {
    this.awaited = new TreeSet<>(awaited);
  }

  /** Whether sessions have not told yet what they have, and what they repeat. */
  boolean isReconnecting() {
    return !awaited.isEmpty();
  }

  /** Whether requests are executed as they come. */
  boolean isOpen() {
    return awaited.isEmpty() && underWay == null && repeated.isEmpty();
  }

  /** A session has told what it has, and sent all requests that it repeats. */
  void onReconnected(long session) {
    awaited.remove(session);
  }

  /** A session has ended. */
  void onGone(long session) {
    awaited.remove(session);
    repeated.removeIf(it -> it.session() == session);
    others.removeIf(it -> it.session() == session);
    if (underWay != null && underWay.session() == session) {
      underWay = null;
    }
  }

  /** Whether a request is to be executed now; if not, it is kept. */
  boolean admits(OpenRequest request) {
    if (isOpen()) {
      return true;
    }
    boolean isRepeat = request.request().answered() != 0 && isReconnecting();
    (isRepeat ? repeated : others).add(request);
    return false;
  }

  /** A request was answered, or is not executed. */
  void onEnded(OpenRequest request) {
    if (underWay == request) {
      underWay = null;
    }
    repeated.remove(request);
    others.remove(request);
  }

  /** The next request that is repeated; null if it has to wait, and if there is none. */
  @Nullable OpenRequest nextRepeated() {
    if (isReconnecting() || underWay != null || repeated.isEmpty()) {
      return null;
    }
    OpenRequest next =
        Collections.min(repeated, Comparator.comparingLong(it -> it.request().answered()));
    repeated.remove(next);
    underWay = next;
    return next;
  }

  /** All other requests, once the gate is open. */
  List<OpenRequest> takeOthers() {
    Invariant.check(isOpen(), "changes that were answered are not repeated yet");
    List<OpenRequest> taken = List.copyOf(others);
    others.clear();
    return taken;
  }
}
