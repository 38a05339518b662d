package io.pando.cli;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.ShardMapping;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.message.MonitorMessage;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.random.Random64;
import io.pando.wire.Frame;
import io.pando.wire.FrameCodec;
import io.pando.wire.FrameHeader;
import io.pando.wire.Greeting;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/** Connections that greet as a client does, and then keep to nothing. */
final class HostilePeer implements AutoCloseable {
  private static final int CRC_AT = FrameHeader.BYTES - 4;
  private static final int SMALL_BUFFER_BYTES = 16 << 10;

  private final ClusterId cluster;
  private final Random64 random = new Random64(11);
  private final List<Socket> open = new ArrayList<>();

  HostilePeer(ClusterId cluster) {
    this.cluster = cluster;
  }

  /** Announces a frame of the largest size to a daemon, and sends none of it. */
  void announce(Address daemon, int shard) throws IOException {
    byte[] header = new byte[FrameHeader.BYTES];
    all(FrameCodec.MESSAGES.encode(new MonitorMessage.Subscribe(1), 0)).get(header);
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    fields.putInt(8, FrameHeader.MAX_MESSAGE_BYTES).putInt(12, FrameHeader.MAX_DATA_BYTES);
    CRC32C crc = new CRC32C();
    crc.update(header, 0, CRC_AT);
    fields.putInt(CRC_AT, (int) crc.getValue());
    greeted(daemon, shard).getOutputStream().write(header);
  }

  /** Asks for an object several times by one connection, and reads no answer. */
  void askAndNeverRead(ClusterMap map, PoolId in, String name, int bytes, int times)
      throws IOException {
    PoolInfo pool = Objects.requireNonNull(map.pools().get(in));
    ObjectId object = Placement.object(name);
    PgId group = Placement.group(pool, object);
    OsdInfo osd = Objects.requireNonNull(map.osds().get(new OsdId(0)));
    int shard = ShardMapping.shardOf(pool, group, osd.endpoint().shards());
    OutputStream out = greeted(Objects.requireNonNull(osd.address()), shard).getOutputStream();
    long session = random.nextLong();
    for (int i = 0; i < times; i++) {
      ObjectMessage.Operate read =
          new ObjectMessage.Operate(
              new RequestId(session, i + 1),
              map.epoch(),
              group,
              object,
              List.of(new ObjectOp.Read(new ByteRange(0, bytes))),
              ObjectMessage.Sending.FIRST);
      out.write(all(FrameCodec.MESSAGES.encode(read, i)).array());
    }
  }

  /** Sends what is no frame, once without a greeting and once after it. */
  void babble(Address daemon) throws IOException {
    byte[] nonsense = new byte[2 * FrameHeader.BYTES];
    random.nextBytes(nonsense);
    for (boolean greets : new boolean[] {false, true}) {
      try (Socket socket = greets ? greeted(daemon, 0) : connect(daemon)) {
        socket.getOutputStream().write(nonsense);
        while (socket.getInputStream().read() >= 0) {
          // Until the daemon has closed it, perhaps after some last words.
        }
      } catch (IOException reset) {
        // It was closed before all that came was read: that is what it is.
      }
    }
  }

  private Socket greeted(Address daemon, int shard) throws IOException {
    Socket socket = connect(daemon);
    NodeId self = new NodeId(NodeId.Role.CLIENT, random.nextLong());
    Greeting hello = new Greeting.Hello(cluster, self, random.nextLong(), daemon.node(), 0, shard);
    socket.getOutputStream().write(all(FrameCodec.GREETINGS.encode(hello, 0)).array());
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] head = new byte[FrameHeader.BYTES];
    in.readFully(head);
    FrameHeader header = FrameHeader.parse(head);
    byte[] message = new byte[header.messageBytes()];
    in.readFully(message);
    Greeting answer = FrameCodec.GREETINGS.decode(header, message, Payload.EMPTY);
    if (!(answer instanceof Greeting.Welcome)) {
      throw new IOException("not welcome: " + answer);
    }
    return socket;
  }

  private Socket connect(Address daemon) throws IOException {
    Socket socket = new Socket();
    open.add(socket);
    socket.setReceiveBufferSize(SMALL_BUFFER_BYTES);
    socket.connect(new InetSocketAddress(daemon.host(), daemon.port()));
    return socket;
  }

  private static ByteBuffer all(Frame frame) {
    ByteBuffer all = ByteBuffer.allocate(frame.sizeBytes());
    all.put(frame.head().duplicate());
    frame.data().forEach(part -> all.put(part.asByteBuffer()));
    return all.flip();
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    open.clear();
  }
}
