package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import io.pando.bytes.Payload;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.message.Message;
import io.pando.net.frame.PeerTimeouts;
import io.pando.proto.FormatException;
import io.pando.wire.Frame;
import io.pando.wire.FrameCodec;
import io.pando.wire.FrameHeader;
import io.pando.wire.Greeting;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What strangers, old releases and broken wires can do to a daemon: nothing. */
@Timeout(60)
class BadBytesTest {
  private static final NetworkLimits LIMITS =
      Limits.with(new PeerTimeouts(300, 20_000, 10_000, 16 << 10));

  private NettyNetwork network = NettyNetwork.open(2, "auto", LIMITS);

  @AfterEach
  void closeNetwork() {
    network.close();
  }

  private TestNode osd() throws IOException {
    return TestNode.listening(network, TestNode.osd(3, 7));
  }

  private static Socket connect(TestNode to) throws IOException {
    Address address = to.address();
    return new Socket(address.host(), address.port());
  }

  private static Socket greeted(TestNode to, int shard) throws IOException {
    Socket socket = connect(to);
    NodeId self = new NodeId(NodeId.Role.CLIENT, 8);
    Greeting hello = new Greeting.Hello(TestNode.CLUSTER, self, 9, to.address().node(), 7, shard);
    socket.getOutputStream().write(bytes(FrameCodec.GREETINGS.encode(hello, 0)));
    assertThat(answer(socket)).isEqualTo(new Greeting.Welcome(7));
    return socket;
  }

  private static Greeting answer(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] head = new byte[FrameHeader.BYTES];
    in.readFully(head);
    FrameHeader header = FrameHeader.parse(head);
    byte[] message = new byte[header.messageBytes()];
    in.readFully(message);
    return FrameCodec.GREETINGS.decode(header, message, Payload.EMPTY);
  }

  private static byte[] bytes(Frame frame) {
    ByteBuffer all = ByteBuffer.allocate(frame.sizeBytes());
    all.put(frame.head().duplicate());
    frame.data().forEach(part -> all.put(part.asByteBuffer()));
    return all.array();
  }

  private static byte[] message(int number, long sequence) {
    Message large = Messages.large(number, Messages.bytes(5000, number));
    return bytes(FrameCodec.MESSAGES.encode(large, sequence));
  }

  @Test
  void whoSpeaksSomethingElseIsToldAndDropped() throws IOException {
    TestNode osd = osd();
    try (Socket socket = connect(osd)) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: nobody.example.org\r\n\r\n"
                  .getBytes(StandardCharsets.UTF_8));
      assertThat(answer(socket))
          .isEqualTo(new Greeting.Refused("frame: it does not begin with PNDO"));
      assertThat(socket.getInputStream().read()).isNegative();
    }
    assertThat(network.badStreamCount()).isEqualTo(1);
    assertThat(osd.resets()).isEmpty();
  }

  @Test
  void anotherVersionIsRefusedByName() throws IOException {
    TestNode osd = osd();
    try (Socket socket = connect(osd)) {
      byte[] hello = new byte[FrameHeader.BYTES];
      System.arraycopy(message(1, 0), 0, hello, 0, hello.length);
      hello[4] = 9;
      socket.getOutputStream().write(hello);
      assertThat(answer(socket))
          .isEqualTo(
              new Greeting.Refused("frame: it is of version 9, this release speaks version 1"));
    }
  }

  @Test
  void whoSaysNothingIsDropped() throws IOException {
    try (Socket socket = connect(osd())) {
      assertThat(socket.getInputStream().read()).isNegative();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aFlippedBitResetsTheStreamBeforeAnythingIsHeard(int shard) throws IOException {
    TestNode osd = osd();
    try (Socket socket = greeted(osd, shard)) {
      socket.getOutputStream().write(message(1, 0));
      byte[] damaged = message(2, 1);
      damaged[damaged.length - 1] ^= 4;
      socket.getOutputStream().write(damaged);
      osd.awaitResets(1);
      assertThat(socket.getInputStream().read()).isNegative();
    }
    assertThat(osd.messages().stream().map(Messages::number)).containsExactly(1);
    assertThat(osd.resets())
        .singleElement()
        .satisfies(reset -> {
          assertThat(reset.shard()).isEqualTo(shard);
          assertThat(reset.reason())
              .isEqualTo("bad bytes: frame: the data does not match its checksum");
        });
    assertThat(network.badStreamCount()).isEqualTo(1);
  }

  @Test
  void aRepeatedFrameResetsTheStream() throws IOException {
    TestNode osd = osd();
    try (Socket socket = greeted(osd, 0)) {
      socket.getOutputStream().write(message(1, 0));
      socket.getOutputStream().write(message(1, 0));
      osd.awaitResets(1);
    }
    assertThat(osd.heardCount()).isEqualTo(1);
    assertThat(osd.resets().getFirst().reason()).contains("frame: expected number 1, found 0");
  }

  @Test
  void halfAMessageIsNone() throws IOException {
    TestNode osd = osd();
    byte[] whole = message(1, 0);
    try (Socket socket = greeted(osd, 0)) {
      socket.getOutputStream().write(whole, 0, whole.length - 1);
    }
    osd.awaitResets(1);
    assertThat(osd.heardCount()).isZero();
    assertThat(osd.resets().getFirst().reason()).isEqualTo("closed by the other side");
  }

  /** A broken invariant must reach the handler that stops the daemon. */
  @Test
  void whatEscapesFromAListenerReachesTheThreadsHandler() throws IOException {
    TestNode osd = osd();
    CompletableFuture<Throwable> escaped = new CompletableFuture<>();
    osd.run(
        0,
        () ->
            Thread.currentThread()
                .setUncaughtExceptionHandler((thread, thrown) -> escaped.complete(thrown)));
    osd.onMessage((peer, message) -> {
      throw new AssertionError("planted");
    });
    try (Socket socket = greeted(osd, 0)) {
      socket.getOutputStream().write(message(1, 0));
      await().until(escaped::isDone);
    }
    assertThat(escaped.join()).isInstanceOf(AssertionError.class).hasMessage("planted");
  }

  @Test
  void aGreetingIsSmall() {
    assertThatThrownBy(
            () -> Sockets.greetings().next(Unpooled.wrappedBuffer(RawCaller.announcement())))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("at most 16384 are allowed here");
  }
}
