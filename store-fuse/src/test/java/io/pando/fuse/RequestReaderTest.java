package io.pando.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fuse.device.SocketDevice;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseContext;
import io.pando.fuse.protocol.FuseRequest;
import io.pando.fuse.protocol.InitFlag;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.fuse.protocol.Opcode;
import io.pando.fuse.protocol.codec.MessageDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A reading thread with messages that no kernel sends. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RequestReaderTest {
  private final SocketDevice device = new SocketDevice();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final FuseSession session =
      new FuseSession(device.channel(), MountOptions.usual("sockets"), new Interruptible());

  /** Answers nothing until the process is interrupted. */
  private static final class Interruptible implements FuseFileSystem {
    @Override
    public void onRequest(FuseContext context, FuseRequest request, FuseReply reply) {
      reply.onInterrupt(() -> reply.error(Errno.EINTR));
    }

    @Override
    public void onForget(List<KernelMessage.Forgotten> nodes) {}
  }

  @BeforeEach
  void start() {
    RequestReader reader =
        new RequestReader(
            session, device.channel(), new MessageDecoder(InitFlag.usual()), ended::countDown);
    Thread.ofPlatform().daemon().start(reader);
  }

  @AfterEach
  void end() throws InterruptedException {
    device.close();
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    device.channel().close();
  }

  private void send(Opcode opcode, long unique, byte[] body) {
    send(opcode.number(), unique, body);
  }

  private void send(int opcode, long unique, byte[] body) {
    ByteBuffer message = ByteBuffer.allocate(40 + body.length).order(ByteOrder.nativeOrder());
    message.putInt(message.capacity()).putInt(opcode).putLong(unique).putLong(1);
    message.position(40);
    device.send(message.put(body).array());
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(value).array();
  }

  private void assertAnswer(long unique, int errno) {
    ByteBuffer answer = device.receive();
    assertThat(answer.getInt()).isEqualTo(answer.capacity()).isEqualTo(16);
    assertThat(answer.getInt()).isEqualTo(-errno);
    assertThat(answer.getLong()).isEqualTo(unique);
  }

  @Test
  void malformedRequestsFailAndAreCounted() {
    send(Opcode.LOOKUP, 3, text("name without zero"));
    assertAnswer(3, Errno.EIO);
    send(Opcode.READ, 5, new byte[39]);
    assertAnswer(5, Errno.EIO);
    assertThat(session.counters().read().malformed()).isEqualTo(2);
  }

  @Test
  void messagesThatHaveNoAnswerGetNone() {
    device.send(new byte[] {1, 2, 3});
    send(Opcode.FORGET, 3, new byte[1]);
    send(Opcode.INTERRUPT, 4, new byte[1]);
    send(Opcode.NOTIFY_REPLY, 5, new byte[1]);
    send(Opcode.DESTROY, 7, new byte[0]);
    assertAnswer(7, 0);
    assertThat(session.counters().read().malformed()).isEqualTo(4);
  }

  @Test
  void unknownOperationsAreNotThere() {
    send(48, 3, new byte[8]);
    assertAnswer(3, Errno.ENOSYS);
    send(-1, 5, new byte[0]);
    assertAnswer(5, Errno.ENOSYS);
    assertThat(session.counters().read().unknown()).isEqualTo(2);
  }

  @Test
  void interruptMayComeBeforeAndAfterItsRequest() {
    send(Opcode.INTERRUPT, 3, number(2));
    send(Opcode.LOOKUP, 2, text("early\0"));
    assertAnswer(2, Errno.EINTR);
    send(Opcode.LOOKUP, 4, text("late\0"));
    send(Opcode.INTERRUPT, 5, number(4));
    assertAnswer(4, Errno.EINTR);
    assertThat(session.counters().read().interrupts()).isEqualTo(2);
  }
}
