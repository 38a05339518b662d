package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.wire.Frame;
import io.pando.wire.FrameCodec;
import io.pando.wire.FrameHeader;
import io.pando.wire.Greeting;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** A connection to a node that sends what bytes it likes. */
public final class RawCaller implements AutoCloseable {
  private static final int CRC_AT = FrameHeader.BYTES - 4;

  private final Socket socket;

  private RawCaller(Socket socket) {
    this.socket = socket;
  }

  /** A client of that number, welcomed by shard 0. */
  static RawCaller greeted(TestNode node, int number) throws IOException {
    return greeted(node, number, 0);
  }

  static RawCaller greeted(TestNode node, int number, int shard) throws IOException {
    RawCaller caller = new RawCaller(connect(node));
    assertThat(caller.greet(node, number, shard)).isInstanceOf(Greeting.Welcome.class);
    return caller;
  }

  /** Why such a client is refused. */
  static String refusal(TestNode node, int number) throws IOException {
    try (RawCaller caller = new RawCaller(connect(node))) {
      return ((Greeting.Refused) caller.greet(node, number, 0)).reason();
    }
  }

  private static Socket connect(TestNode node) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(8 << 10);
    socket.connect(new InetSocketAddress(node.address().host(), node.address().port()));
    return socket;
  }

  private Greeting greet(TestNode node, int number, int shard) throws IOException {
    Address address = node.address();
    NodeId self = new NodeId(NodeId.Role.CLIENT, number);
    Greeting hello =
        new Greeting.Hello(TestNode.CLUSTER, self, 9, address.node(), address.nonce(), shard);
    write(bytes(FrameCodec.GREETINGS.encode(hello, 0)));
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] head = new byte[FrameHeader.BYTES];
    in.readFully(head);
    FrameHeader header = FrameHeader.parse(head);
    byte[] message = new byte[header.messageBytes()];
    in.readFully(message);
    return FrameCodec.GREETINGS.decode(header, message, Payload.EMPTY);
  }

  public static byte[] bytes(Frame frame) {
    ByteBuffer all = ByteBuffer.allocate(frame.sizeBytes());
    all.put(frame.head().duplicate());
    frame.data().forEach(part -> all.put(part.asByteBuffer()));
    return all.array();
  }

  /** The first frame of a stream, with so much data. */
  public static byte[] frame(int number, int dataBytes) {
    return frame(number, dataBytes, 0);
  }

  public static byte[] frame(int number, int dataBytes, long sequence) {
    return bytes(
        FrameCodec.MESSAGES.encode(
            Messages.large(number, Messages.bytes(dataBytes, number)), sequence));
  }

  /** A header of a frame of the largest size. */
  public static byte[] announcement() {
    byte[] header = new byte[FrameHeader.BYTES];
    System.arraycopy(frame(1, 5_000), 0, header, 0, header.length);
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    fields.putInt(8, FrameHeader.MAX_MESSAGE_BYTES).putInt(12, FrameHeader.MAX_DATA_BYTES);
    CRC32C crc = new CRC32C();
    crc.update(header, 0, CRC_AT);
    fields.putInt(CRC_AT, (int) crc.getValue());
    return header;
  }

  void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  void write(byte[] bytes, int from, int length) throws IOException {
    socket.getOutputStream().write(bytes, from, length);
  }

  /** The same, and nothing if the other end has closed it. */
  void writeIfOpen(byte[] bytes, int from, int length) {
    try {
      write(bytes, from, length);
    } catch (IOException closed) {
      assertThat(closed).hasMessageMatching("(?i).*(pipe|reset|closed).*");
    }
  }

  /** The same, by another thread. */
  void writeInBackground(byte[] bytes, int from, int length) {
    Thread.ofVirtual()
        .start(() -> {
          try {
            write(bytes, from, length);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
