package io.pando.client.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.NodeId;
import io.pando.message.FileMessage;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldSendsTest {
  private static final Peer SERVER = peer(1);
  private static final Peer OTHER = peer(2);

  private final HandLoop loop = new HandLoop();
  private final List<FileMessage> sent = new ArrayList<>();
  private final HeldSends sends = new HeldSends(loop, (_, message) -> sent.add(message));

  /** A loop whose timers run when the test says so. */
  private static final class HandLoop implements EventLoop {
    private final Deque<Runnable> timers = new ArrayDeque<>();

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
      assertThat(delayNanos).isEqualTo(HeldSends.HELD_NANOS);
      timers.add(task);
      return () -> timers.remove(task);
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public long wallMillis() {
      return 0;
    }
  }

  private static Peer peer(int number) {
    return new Peer.Session(new NodeId(NodeId.Role.MDS, number), 1, number);
  }

  private static FileMessage message(long number) {
    return new FileMessage.RenewSession(number);
  }

  private void hold(int from, int to) {
    for (int i = from; i <= to; i++) {
      sends.hold(SERVER, message(i));
      sends.linger();
    }
  }

  @Test
  void messagesWaitForTheirTime() {
    hold(1, 3);
    assertThat(sent).isEmpty();
    assertThat(loop.timers).hasSize(1);
    loop.timers.remove().run();
    assertThat(sent).containsExactly(message(1), message(2), message(3));
  }

  @Test
  void oneThatMayNotWaitTakesThoseBeforeItAlong() {
    hold(1, 2);
    sends.hold(SERVER, message(3));
    sends.release();
    assertThat(sent).containsExactly(message(1), message(2), message(3));
    assertThat(loop.timers).isEmpty();
  }

  @Test
  void manyDoNotWait() {
    hold(1, HeldSends.MOST);
    assertThat(sent).hasSize(HeldSends.MOST);
    assertThat(loop.timers).isEmpty();
  }

  @Test
  void theEndOfAStreamDropsItsMessages() {
    hold(1, 1);
    sends.hold(OTHER, message(2));
    sends.drop(SERVER);
    sends.release();
    assertThat(sent).containsExactly(message(2));
  }

  @Test
  void theEndOfASessionDropsAll() {
    hold(1, 2);
    sends.dropAll();
    sends.release();
    assertThat(sent).isEmpty();
    assertThat(loop.timers).isEmpty();
  }
}
