package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.unix.FileDescriptor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.pando.port.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WatchedDescriptorTest {
  private NettyLoop loop;
  private FileDescriptor[] pipe;
  private final BlockingQueue<Integer> read = new LinkedBlockingQueue<>();
  private final CountDownLatch loopEnded = new CountDownLatch(1);
  private EventLoop.Watching watching;

  /** Reads a byte each time that it is told. */
  private final class Bytes implements EventLoop.Readiness {
    @Override
    public void onReadable() {
      ByteBuffer one = ByteBuffer.allocateDirect(1);
      try {
        assertThat(pipe[0].read(one, 0, 1)).isEqualTo(1);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      read.add((int) one.get(0));
    }

    @Override
    public void onLoopEnded() {
      loopEnded.countDown();
    }
  }

  @BeforeEach
  void watch() throws IOException {
    assumeTrue(SocketIo.EPOLL.missing() == null);
    loop = new NettyLoop(new DefaultThreadFactory("loop", true), SocketIo.EPOLL.handlers());
    pipe = FileDescriptor.pipe();
    watching = loop.watch(pipe[0].intValue(), new Bytes()).orElseThrow();
  }

  @AfterEach
  void close() throws IOException {
    if (loop != null) {
      loop.stop();
      pipe[0].close();
      pipe[1].close();
    }
  }

  private void write(int... bytes) throws IOException {
    ByteBuffer all = ByteBuffer.allocateDirect(bytes.length);
    for (int each : bytes) {
      all.put((byte) each);
    }
    assertThat(pipe[1].write(all.flip(), 0, bytes.length)).isEqualTo(bytes.length);
  }

  /** Waits until the loop has done what it was given. */
  private void turn(Runnable action) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    loop.execute(() -> {
      action.run();
      loop.execute(done::countDown);
    });
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private void assertRead(int expected) throws InterruptedException {
    assertThat(read.poll(30, TimeUnit.SECONDS)).isEqualTo(expected);
  }

  @Test
  void isToldAgainUntilNothingIsLeft() throws Exception {
    write(1, 2, 3);
    loop.execute(() -> watching.enable(true));
    assertRead(1);
    assertRead(2);
    assertRead(3);
  }

  @Test
  void isNotToldWhileDisabled() throws Exception {
    write(1);
    turn(() -> {});
    turn(() -> {});
    assertThat(read).isEmpty();
    turn(() -> watching.enable(true));
    assertRead(1);
    turn(() -> watching.enable(false));
    write(2);
    turn(() -> {});
    turn(() -> {});
    assertThat(read).isEmpty();
    turn(() -> watching.enable(true));
    assertRead(2);
  }

  @Test
  void endIsTheEnd() throws Exception {
    turn(() -> watching.enable(true));
    turn(() -> watching.end());
    write(1);
    turn(() -> {});
    turn(() -> {});
    assertThat(read).isEmpty();
    loop.stop();
    assertThat(loopEnded.getCount()).isEqualTo(1);
  }

  @Test
  void theEndOfTheLoopIsTold() throws Exception {
    turn(() -> watching.enable(true));
    loop.stop();
    assertThat(loopEnded.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void otherCarriersWatchNothing() {
    NettyLoop other = new NettyLoop(new DefaultThreadFactory("nio", true), SocketIo.NIO.handlers());
    try {
      assertThat(other.watch(pipe[0].intValue(), new Bytes())).isEmpty();
    } finally {
      other.stop();
    }
  }
}
