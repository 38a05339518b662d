package io.pando.osd.pg.write;

import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Requests that the log remembers, and whose object some member still lacks. Peering makes a log
 * the truth that one member alone may have had: its entries are on all members then, the objects
 * are not. Such a request is answered once recovery has brought the object to every member, so that
 * an answer always means as many copies as there are members. While no OSD has good bytes of the
 * object, the request waits.
 */
final class AwaitedCopies {
  /** A request, and what the log remembers of it. */
  record Waiting(ClientOp op, LogEntry entry) {}

  private final Map<ObjectId, List<Waiting>> waiting = new TreeMap<>();

  void add(ClientOp op, LogEntry entry) {
    waiting.computeIfAbsent(op.object(), _ -> new ArrayList<>()).add(new Waiting(op, entry));
  }

  boolean contains(ObjectId object) {
    return waiting.containsKey(object);
  }

  /** All that wait for the object; they wait no longer. */
  List<Waiting> take(ObjectId object) {
    List<Waiting> taken = waiting.remove(object);
    return taken == null ? List.of() : taken;
  }

  /** A new interval. */
  void clear() {
    waiting.clear();
  }
}
