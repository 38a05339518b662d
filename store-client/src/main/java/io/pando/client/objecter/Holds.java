package io.pando.client.objecter;

import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.port.Peer;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests of OSDs to hold operations until released: all operations of a group, or those on one of
 * its objects. A hold belongs to the stream on which it was requested, and ends with that stream.
 */
final class Holds {
  private record Hold(Peer by, PgId group, @Nullable ObjectId object) {}

  private final Set<Hold> holds = new LinkedHashSet<>();

  void add(Peer by, PgId group, @Nullable ObjectId object) {
    holds.add(new Hold(by, group, object));
  }

  void remove(Peer by, PgId group, @Nullable ObjectId object) {
    holds.remove(new Hold(by, group, object));
  }

  /** The stream ended. */
  void forget(Peer by) {
    holds.removeIf(hold -> hold.by().equals(by));
  }

  /** Whether work must not be sent on that route now. */
  boolean covers(Route route, Operation operation) {
    if (holds.isEmpty() || operation.named() != null) {
      return false;
    }
    return holds.contains(new Hold(route.primary(), route.group(), null))
        || (operation instanceof Operation.Vector vector
            && holds.contains(new Hold(route.primary(), route.group(), vector.object())));
  }

  /** Drops the holds that cover this work. */
  void lift(Route route, Operation operation) {
    remove(route.primary(), route.group(), null);
    if (operation instanceof Operation.Vector vector) {
      remove(route.primary(), route.group(), vector.object());
    }
  }
}
