package io.pando.osd.pg.write;

import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Requests that the log remembers and whose object some member still lacks. Peering may choose a
 * log that only one member had: then its entries are on all members, but the objects are not. Such
 * a request is answered once recovery has copied the object to every member. So an answer always
 * means as many copies as there are members. While no OSD has a good copy of the object, the
 * request waits.
 */
final class AwaitedCopies {
  /** A request and its log entry. */
  record Waiting(ClientOp op, LogEntry entry) {}

  private final Map<ObjectId, List<Waiting>> waiting = new TreeMap<>();

  void add(ClientOp op, LogEntry entry) {
    waiting.computeIfAbsent(op.object(), _ -> new ArrayList<>()).add(new Waiting(op, entry));
  }

  boolean contains(ObjectId object) {
    return waiting.containsKey(object);
  }

  /** Removes and returns all requests that wait for the object. */
  List<Waiting> take(ObjectId object) {
    List<Waiting> taken = waiting.remove(object);
    return taken == null ? List.of() : taken;
  }
}
