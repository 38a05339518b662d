package io.pando.disk.raw.pipeline.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a thread takes its worker's steps; most tests run it on their own thread. */
class WorkerThreadTest {
  private static final long A_DAY = 86_400_000_000_000L;

  /**
   * A worker with one item that is urgent, or becomes urgent after some calls of {@code attend}.
   */
  private static class FakeWorker implements Worker {
    final List<String> done = new ArrayList<>();
    int untilUrgent;
    long pauseNanos;
    int items = 1;

    FakeWorker(int untilUrgent) {
      this.untilUrgent = untilUrgent;
    }

    @Override
    public boolean isIdle() {
      return items == 0;
    }

    @Override
    public boolean isUrgent() {
      return untilUrgent == 0;
    }

    @Override
    public boolean attend() {
      done.add("attend");
      untilUrgent = Math.max(0, untilUrgent - 1);
      return true;
    }

    @Override
    public long pauseNanos() {
      return pauseNanos;
    }

    @Override
    public Phase phase() {
      return Phase.SERVE;
    }

    @Override
    public void step() {
      assertThat(isIdle()).isFalse();
      done.add("step");
      items--;
    }

    @Override
    public boolean hasEnded() {
      return items == 0;
    }
  }

  private static void run(Worker worker, long patienceNanos) {
    new WorkerThread(worker, patienceNanos, "test").run();
  }

  @Test
  void whatIsUrgentIsDoneAtOnce() {
    FakeWorker worker = new FakeWorker(0);
    worker.items = 2;
    run(worker, A_DAY);
    assertThat(worker.done).containsExactly("step", "step");
  }

  /** A step for many items costs as much as one for a few. */
  @Test
  void whatIsNotUrgentWaitsForMore() {
    FakeWorker worker = new FakeWorker(2);
    run(worker, A_DAY);
    assertThat(worker.done).containsExactly("attend", "attend", "step");
  }

  @Test
  void withoutPatienceNothingWaits() {
    FakeWorker worker = new FakeWorker(2);
    run(worker, 0);
    assertThat(worker.done).containsExactly("step");
  }

  /** The item it would have taken is gone, such as a query of a disconnected client. */
  @ParameterizedTest
  @ValueSource(longs = {1, A_DAY})
  void nothingIsDoneForWhatIsTakenBackMeanwhile(long patienceNanos) {
    FakeWorker worker =
        new FakeWorker(2) {
          @Override
          public boolean attend() {
            items = 0;
            return super.attend();
          }
        };
    run(worker, patienceNanos);
    assertThat(worker.done).containsExactly("attend");
  }

  /** The step has waited already, so it does not wait for more items. */
  @Test
  void aStepThatFoundNoRoomIsTriedAgainAfterItsPause() {
    FakeWorker worker =
        new FakeWorker(1_000_000) {
          @Override
          public boolean attend() {
            pauseNanos = 0;
            return super.attend();
          }
        };
    worker.pauseNanos = 1;
    run(worker, A_DAY);
    assertThat(worker.done).startsWith("attend").endsWith("step");
    assertThat(worker.isUrgent()).isFalse();
  }

  /** Work that need not wait for the step is not delayed by the pause. */
  @Test
  @Timeout(20)
  void itAttendsToOthersDuringAPause() {
    FakeWorker worker =
        new FakeWorker(0) {
          @Override
          public boolean attend() {
            if (done.size() == 3) {
              throw new IllegalStateException("ends a pause of a day");
            }
            return super.attend();
          }
        };
    worker.pauseNanos = A_DAY;
    assertThatThrownBy(() -> run(worker, 0)).hasMessage("ends a pause of a day");
    assertThat(worker.done).containsExactly("attend", "attend", "attend");
  }

  /** It sets its flag before the last check, so that no item can be missed. */
  @Test
  @Timeout(20)
  void itIsWokenForWhatComesWhileItSleeps() throws InterruptedException {
    CountDownLatch looksAgain = new CountDownLatch(2);
    FakeWorker worker =
        new FakeWorker(0) {
          @Override
          public synchronized boolean isIdle() {
            looksAgain.countDown();
            return items == 0;
          }

          @Override
          public synchronized void step() {
            done.add("step");
            items--;
          }

          @Override
          public synchronized boolean hasEnded() {
            return !done.isEmpty();
          }
        };
    worker.items = 0;
    WorkerThread thread = new WorkerThread(worker, A_DAY, "test");
    thread.start();
    looksAgain.await();
    synchronized (worker) {
      worker.items = 1;
    }
    thread.wake();
    thread.join();
    assertThat(worker.done).containsExactly("step");
  }
}
