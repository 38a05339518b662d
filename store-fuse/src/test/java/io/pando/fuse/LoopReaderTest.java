package io.pando.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fuse.device.PollLoop;
import io.pando.fuse.device.SocketDevice;
import io.pando.fuse.protocol.FuseAnswer;
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
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A loop that reads requests, with messages that no kernel sends. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoopReaderTest {
  /** The least that a mount may have. */
  private static final long BUDGET_BYTES = 1 << 20;

  /** What a small request takes of it. */
  private static final int REQUEST_BYTES = 4096;

  private final SocketDevice device = new SocketDevice();
  private final PollLoop loop = new PollLoop();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final BlockingQueue<FuseReply> replies = new LinkedBlockingQueue<>();
  private final FuseSession session =
      new FuseSession(
          device.channel(),
          MountOptions.usual("sockets").withLimits(new MountLimits(4096, 0, 1, 1, BUDGET_BYTES)),
          new Waiting());

  /** Answers nothing. */
  private final class Waiting implements FuseFileSystem {
    @Override
    public void onRequest(FuseContext context, FuseRequest request, FuseReply reply) {
      assertThat(loop.isCurrent()).isTrue();
      replies.add(reply);
    }

    @Override
    public void onForget(List<KernelMessage.Forgotten> nodes) {}
  }

  @BeforeEach
  void start() throws Exception {
    boolean started =
        LoopReader.start(
            session,
            device.channel(),
            loop,
            new MessageDecoder(InitFlag.usual()),
            ended::countDown);
    assertThat(started).isTrue();
  }

  @AfterEach
  void end() {
    device.close();
    loop.close();
    device.channel().close();
  }

  private void send(long unique) {
    byte[] name = "name\0".getBytes(StandardCharsets.UTF_8);
    ByteBuffer message = ByteBuffer.allocate(40 + name.length).order(ByteOrder.nativeOrder());
    message.putInt(message.capacity()).putInt(Opcode.LOOKUP.number()).putLong(unique).putLong(1);
    device.send(message.position(40).put(name).array());
  }

  private FuseReply next() throws InterruptedException {
    return Optional.ofNullable(replies.poll(30, TimeUnit.SECONDS)).orElseThrow();
  }

  @Test
  void moreRequestsThanOneTurnTakesAreRead() throws Exception {
    for (int i = 1; i <= 40; i++) {
      send(2L * i);
    }
    for (int i = 1; i <= 40; i++) {
      assertThat(next().answer(new FuseAnswer.NoEntry(1))).isTrue();
      assertThat(device.receive().getLong(8)).isEqualTo(2L * i);
    }
  }

  @Test
  void fullBudgetHoldsTheLoopBackUntilAnAnswer() throws Exception {
    int most = (int) (BUDGET_BYTES / REQUEST_BYTES);
    for (int i = 1; i <= most + 3; i++) {
      send(2L * i);
      if (i <= most - 1) {
        boolean _ = replies.poll(30, TimeUnit.SECONDS) != null;
      }
    }
    FuseReply last = next();
    assertThat(replies.poll(100, TimeUnit.MILLISECONDS)).isNull();
    assertThat(last.error(2)).isTrue();
    assertThat(next()).isNotNull();
  }

  @Test
  void theEndOfTheDeviceEndsIt() throws Exception {
    device.close();
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theEndOfTheLoopEndsIt() throws Exception {
    loop.close();
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
