package io.pando.osd.pg;

import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.message.ObjectMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.port.Peer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Clients that were told to keep their requests for the group, or for one object, until they are
 * released. Requests then wait in the memory of the client, which has their bytes anyway. They take
 * no memory of an OSD that may die, and they block no other request. The number of held clients is
 * bounded; a client beyond the bound has to retry by itself.
 *
 * <p>Only the newest stream of each client counts. When a stream ends, the promise to release its
 * client ends too: the client asks again.
 */
final class HeldClients {
  private final Replica replica;
  private final int max;
  private final Map<NodeId, Peer> ofGroup = new LinkedHashMap<>();
  private final SortedMap<ObjectId, Map<NodeId, Peer>> ofObjects = new TreeMap<>();
  private int count;

  HeldClients(Replica replica, int max) {
    this.replica = replica;
    this.max = max;
  }

  /** Whether any client waits for the group. */
  boolean isHeld() {
    return !ofGroup.isEmpty();
  }

  /**
   * Promises to tell the client when the group serves; false if there is no room for the promise.
   */
  boolean hold(Peer client) {
    return add(ofGroup, client);
  }

  /**
   * Promises to tell the client when the object is available; false if there is no room for that.
   */
  boolean hold(Peer client, ObjectId object) {
    Map<NodeId, Peer> held = ofObjects.getOrDefault(object, new LinkedHashMap<>());
    boolean added = add(held, client);
    if (added) {
      ofObjects.put(object, held);
    }
    return added;
  }

  private boolean add(Map<NodeId, Peer> held, Peer client) {
    if (count >= max && !held.containsKey(client.node())) {
      return false;
    }
    if (held.put(client.node(), client) == null) {
      count++;
    }
    return true;
  }

  /** Releases the clients of the group: it serves, or will not serve any more. */
  void release() {
    List<Peer> clients = List.copyOf(ofGroup.values());
    count -= clients.size();
    ofGroup.clear();
    clients.forEach(
        client -> tell(client, new ObjectMessage.Released(replica.epoch(), replica.group(), null)));
  }

  /** Releases the clients of an object: it is available. */
  void release(ObjectId object) {
    Map<NodeId, Peer> clients = ofObjects.remove(object);
    if (clients != null) {
      count -= clients.size();
      clients
          .values()
          .forEach(client ->
              tell(client, new ObjectMessage.Released(replica.epoch(), replica.group(), object)));
    }
  }

  void releaseAll() {
    release();
    List.copyOf(ofObjects.keySet()).forEach(this::release);
  }

  private void tell(Peer client, ObjectMessage.Released released) {
    replica.answer(client, released);
  }
}
