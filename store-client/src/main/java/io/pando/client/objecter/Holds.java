package io.pando.client.objecter;

import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.port.Peer;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What OSDs asked us to keep until they say more: everything for a group, or for one object of it.
 * It counts for the stream by which it was asked, so it goes with that stream.
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

  /** Whether the work must not be sent there now. */
  boolean covers(Route route, Work work) {
    if (holds.isEmpty() || work.named() != null) {
      return false;
    }
    return holds.contains(new Hold(route.primary(), route.group(), null))
        || (work instanceof Work.Vector vector
            && holds.contains(new Hold(route.primary(), route.group(), vector.object())));
  }

  /** No longer waits for the word that would release this work. */
  void lift(Route route, Work work) {
    remove(route.primary(), route.group(), null);
    if (work instanceof Work.Vector vector) {
      remove(route.primary(), route.group(), vector.object());
    }
  }
}
