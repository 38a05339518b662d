package io.pando.sim.group;

import io.pando.id.NodeId;
import io.pando.message.Message;
import io.pando.message.ReplicationMessage;
import io.pando.message.ScrubMessage;
import io.pando.port.Peer;
import io.pando.store.StoreOp;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Streams between nodes, dialled by one of them: ordered in each direction, until a reset takes
 * what is on the way and both ends hear of it. Counts what goes by them.
 */
final class GroupStreams {
  /** Who speaks first. */
  record Way(NodeId from, NodeId to) {}

  /** Takes what arrives. */
  interface Ear {
    void hear(Peer via, Message message);
  }

  private static final class Stream {
    long number;
    long thereNanos;
    long backNanos;
  }

  private final GroupWorld world;
  private final Map<Way, Stream> streams = new LinkedHashMap<>();
  private final Map<Way, Long> sent = new LinkedHashMap<>();
  private final Map<NodeId, Long> updateBytes = new LinkedHashMap<>();
  private long numbers;

  GroupStreams(GroupWorld world) {
    this.world = world;
  }

  /** Messages from one to another but for those of scrubs, by whatever stream. */
  long sent(NodeId from, NodeId to) {
    return sent.getOrDefault(new Way(from, to), 0L);
  }

  /** Bytes of clients that a node sent to others in updates. */
  long updateBytes(NodeId from) {
    return updateBytes.getOrDefault(from, 0L);
  }

  void forgetCounts() {
    sent.clear();
    updateBytes.clear();
  }

  private void count(NodeId from, NodeId to, Message message) {
    // Roots and scrubs come with time, not with what is done.
    if (!(message instanceof ReplicationMessage.Root) && !(message instanceof ScrubMessage)) {
      sent.merge(new Way(from, to), 1L, Long::sum);
    }
    if (message instanceof ReplicationMessage.Replicate update) {
      for (StoreOp op : update.update().ops()) {
        if (op instanceof StoreOp.Write write) {
          updateBytes.merge(from, (long) write.data().size(), Long::sum);
        }
      }
    }
  }

  private Stream stream(Way way) {
    return streams.computeIfAbsent(
        way,
        _ -> {
          Stream fresh = new Stream();
          fresh.number = ++numbers;
          return fresh;
        });
  }

  /** From who dials. */
  void send(Way way, Message message, Ear ear) {
    count(way.from(), way.to(), message);
    Stream stream = stream(way);
    long number = stream.number;
    long at = Math.max(stream.thereNanos, world.nanoTime() + world.delay());
    stream.thereNanos = at;
    world.schedule(
        at - world.nanoTime(),
        () -> {
          if (stream.number == number) {
            ear.hear(new Peer.Session(way.from(), 1, number), message);
          }
        });
  }

  /** Back to who dialled. */
  void answer(Way way, long number, Message message, Runnable arrived) {
    Stream stream = stream(way);
    if (stream.number != number) {
      return;
    }
    count(way.to(), way.from(), message);
    long at = Math.max(stream.backNanos, world.nanoTime() + world.delay());
    stream.backNanos = at;
    world.schedule(
        at - world.nanoTime(),
        () -> {
          if (stream.number == number) {
            arrived.run();
          }
        });
  }

  /** What is on the way is lost. */
  void reset(Way way) {
    Stream stream = streams.get(way);
    if (stream != null) {
      stream.number = ++numbers;
    }
  }

  boolean isCurrent(Way way, long number) {
    Stream stream = streams.get(way);
    return stream != null && stream.number == number;
  }
}
