package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.client.Pool;
import io.pando.random.Random64;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hundred thousand small objects: all are read, and the listing names each once. */
class ManyObjectsTest {
  private static final int OBJECTS = 100_000;
  private static final int SIZE_BYTES = 4096;
  private static final int AT_A_TIME = 128;

  @TempDir private Path temp = Path.of("");

  @Test
  void allComeBackAndAreListedOnce() throws Exception {
    ClusterConfig config = TestCluster.layOut(temp);
    try (TestCluster cluster = TestCluster.start(config)) {
      cluster.createPool("rbd", 32);
      Pool pool = cluster.pool("rbd");
      ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
      forAll(i -> pool.writeFullAsync(name(i), ByteBuffer.wrap(content(i))), wrong);
      assertThat(wrong).isEmpty();
      forAll(
          i -> pool.readAsync(name(i)).thenAccept(read -> compare(i, read.toByteArray(), wrong)),
          wrong);
      assertThat(wrong).isEmpty();
      BitSet listed = new BitSet();
      for (String name : pool.list()) {
        int i = Integer.parseInt(name.substring("small/".length()));
        assertThat(listed.get(i)).as(name).isFalse();
        listed.set(i);
      }
      assertThat(listed.cardinality()).isEqualTo(OBJECTS);
    }
  }

  private static void forAll(
      IntFunction<CompletableFuture<?>> start, ConcurrentLinkedQueue<String> wrong)
      throws InterruptedException {
    Semaphore free = new Semaphore(AT_A_TIME);
    for (int i = 0; i < OBJECTS; i++) {
      int number = i;
      free.acquire();
      var _ =
          start
              .apply(i)
              .whenComplete((_, failure) -> {
                if (failure != null) {
                  wrong.add(name(number) + ": " + failure);
                }
                free.release();
              });
    }
    free.acquire(AT_A_TIME);
  }

  private static void compare(int number, byte[] read, ConcurrentLinkedQueue<String> wrong) {
    if (!Arrays.equals(read, content(number))) {
      wrong.add(name(number) + ": other bytes");
    }
  }

  private static String name(int number) {
    return "small/" + number;
  }

  private static byte[] content(int number) {
    byte[] bytes = new byte[SIZE_BYTES];
    new Random64(number).nextBytes(bytes);
    return bytes;
  }
}
