package io.pando.client;

import static io.pando.client.TestClient.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.id.Version;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How calls wait and end. */
class CallsTest {
  private final TestClient client = new TestClient();
  private final TestNetwork network = client.network;
  private final Cluster cluster = client.cluster;
  private final Pool pool = client.pool;

  @AfterEach
  void end() {
    client.close();
  }

  @Test
  void completesFuturesOffTheLoop() {
    AtomicReference<String> thread = new AtomicReference<>("");
    pool.writeFullAsync("a", ByteBuffer.wrap(utf8("x")))
        .thenAccept(_ -> {
          thread.set(Thread.currentThread().getName());
          // A blocking call in a continuation must not hang.
          pool.append("a", utf8("y"));
        })
        .join();
    assertThat(thread.get()).isNotEqualTo(TestLoop.THREAD);
    assertThat(pool.read("a").toUtf8()).isEqualTo("xy");
  }

  @Test
  void boundsWhatWaitsAndLetsBlockingCallersThrough() throws InterruptedException {
    network.osdAnswers(false);
    List<CompletableFuture<Version>> futures = new ArrayList<>();
    for (int i = 0; i < 13; i++) {
      futures.add(pool.createAsync("o" + i, false));
    }
    assertThatThrownBy(() -> futures.get(12).get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(PandoException.Overloaded.class);
    CountDownLatch done = new CountDownLatch(1);
    Thread.startVirtualThread(() -> {
      pool.create("patient", false);
      done.countDown();
    });
    network.osdAnswers(true);
    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    futures.subList(0, 12).forEach(CompletableFuture::join);
  }

  @Test
  void givesUpInTime() {
    network.osdAnswers(false);
    assertThatThrownBy(() -> pool.withTimeout(Duration.ofMillis(50)).stat("a"))
        .isInstanceOf(PandoException.Timeout.class)
        .hasMessageContaining("50 ms")
        .hasMessageContaining("osd.0");
  }

  @Test
  void endsABlockingCallWhenItsThreadIsInterrupted() throws InterruptedException {
    network.osdAnswers(false);
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    AtomicReference<Boolean> flag = new AtomicReference<>(false);
    Thread caller =
        Thread.startVirtualThread(() -> {
          try {
            pool.stat("a");
          } catch (PandoException e) {
            thrown.set(e);
            flag.set(Thread.currentThread().isInterrupted());
          }
        });
    caller.interrupt();
    assertThat(caller.join(Duration.ofSeconds(10))).isTrue();
    assertThat(thrown.get()).isInstanceOf(PandoException.Interrupted.class);
    assertThat(flag.get()).isTrue();
  }

  @Test
  void dropsWhatIsCancelled() {
    network.osdAnswers(false);
    CompletableFuture<Version> first = pool.createAsync("a", false);
    CompletableFuture<Version> second = pool.createAsync("a", false);
    first.cancel(false);
    network.osdAnswers(true);
    second.join();
    assertThat(first.isCancelled()).isTrue();
  }

  @Test
  void failsWhenThePoolIsDeleted() {
    network.osdAnswers(false);
    CompletableFuture<Version> future = pool.createAsync("a", false);
    network.dropPools();
    assertThatThrownBy(future::join).hasCauseInstanceOf(PandoException.NoPool.class);
    assertThatThrownBy(() -> pool.stat("a")).isInstanceOf(PandoException.NoPool.class);
    assertThat(cluster.pools()).isEmpty();
  }
}
