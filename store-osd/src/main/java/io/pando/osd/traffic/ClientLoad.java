package io.pando.osd.traffic;

import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.op.OpVector;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The client requests of a shard that are not answered yet. Beyond a limit the shard stops reading
 * from a client that sends more, so that requests wait in sockets and not on the heap. Requests of
 * operators (queries and scrubs) never pause reading, so a connection that sends nothing else is
 * read even under load.
 */
public final class ClientLoad {
  private record Open(long bytes, long sinceNanos) {}

  private record Key(Peer client, RequestId request) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key that
          && request.equals(that.request)
          && client.equals(that.client);
    }

    @Override
    public int hashCode() {
      return 31 * client.hashCode() + request.hashCode();
    }
  }

  private final Transport transport;
  private final int maxOps;
  private final long maxBytes;
  private final Map<Key, Open> open = new LinkedHashMap<>();
  private final Set<Peer> paused = new LinkedHashSet<>();
  private long bytes;

  public ClientLoad(Transport transport, int maxOps, long maxBytes) {
    this.transport = transport;
    this.maxOps = maxOps;
    this.maxBytes = maxBytes;
  }

  /** Records a request; returns the bytes of data that it brings. */
  public long onRequest(Peer client, ObjectMessage.Request request, long nowNanos) {
    long size = bytesOf(request);
    Open before = open.put(new Key(client, request.id()), new Open(size, nowNanos));
    bytes += size - (before == null ? 0 : before.bytes());
    if (isLoad(request) && (open.size() > maxOps || bytes > maxBytes) && paused.add(client)) {
      transport.setReading(client, false);
    }
    return size;
  }

  private static boolean isLoad(ObjectMessage.Request request) {
    return request instanceof ObjectMessage.Operate || request instanceof ObjectMessage.ListObjects;
  }

  /** Ends a request; returns the nanoseconds for which it was open, 0 if it was not. */
  public long onReply(Peer client, RequestId request, long nowNanos) {
    Open done = open.remove(new Key(client, request));
    if (done == null) {
      return 0;
    }
    bytes -= done.bytes();
    resumeIfLight();
    return nowNanos - done.sinceNanos();
  }

  public void onReset(Peer client) {
    paused.remove(client);
    open.entrySet()
        .removeIf(entry -> {
          boolean gone = entry.getKey().client().equals(client);
          bytes -= gone ? entry.getValue().bytes() : 0;
          return gone;
        });
    resumeIfLight();
  }

  /** Number of open requests older than the given age. */
  public int olderThan(long ageNanos, long nowNanos) {
    return (int) open.values().stream().filter(it -> nowNanos - it.sinceNanos() > ageNanos).count();
  }

  public int size() {
    return open.size();
  }

  private void resumeIfLight() {
    if (!paused.isEmpty() && open.size() <= maxOps / 2 && bytes <= maxBytes / 2) {
      paused.forEach(peer -> transport.setReading(peer, true));
      paused.clear();
    }
  }

  private static long bytesOf(ObjectMessage.Request request) {
    if (!(request instanceof ObjectMessage.Operate operate)) {
      return 0;
    }
    long size = 0;
    for (ObjectOp op : operate.ops()) {
      size += OpVector.bytesWritten(op);
    }
    return size;
  }
}
