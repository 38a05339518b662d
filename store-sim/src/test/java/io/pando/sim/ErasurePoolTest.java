package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.random.Random64;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** An erasure-coded pool of a whole cluster: written, read, broken and mended. */
class ErasurePoolTest {
  private final Random64 random = new Random64(6);
  private final SimCluster cluster =
      new SimCluster(21, new SimCluster.Shape(1, 7, 2), SimSettings.usual()).formed();
  private final Cluster client = cluster.connect();
  private final SortedMap<String, byte[]> content = new TreeMap<>();

  private Pool pool(String code) {
    cluster.await(client.admin().changeAsync(new Change.CreateErasurePool("data", 4, code)));
    return client.pool("data");
  }

  private byte[] bytes(int most) {
    byte[] bytes = new byte[1 + random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }

  private void write(Pool pool, int from, int to) {
    for (int i = from; i < to; i++) {
      byte[] bytes = bytes(200_000);
      content.put("o" + i, bytes);
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(bytes)));
    }
  }

  private void writeParts(Pool pool, int times) {
    for (int i = 0; i < times; i++) {
      String name = "o" + random.nextInt(content.size());
      byte[] old = content.getOrDefault(name, new byte[0]);
      byte[] part = bytes(50_000);
      int offset = random.nextInt(old.length + 10_000);
      byte[] now = Arrays.copyOf(old, Math.max(old.length, offset + part.length));
      System.arraycopy(part, 0, now, offset, part.length);
      content.put(name, now);
      cluster.await(pool.writeAsync(name, offset, ByteBuffer.wrap(part)));
    }
  }

  private void readAll(Pool pool) {
    content.forEach((name, bytes) ->
        assertThat(Arrays.equals(cluster.await(pool.readAsync(name)).toByteArray(), bytes))
            .as(name)
            .isTrue());
  }

  @Test
  void objectsAreWrittenInPartsAndRead() {
    Pool pool = pool("4+2");
    write(pool, 0, 20);
    readAll(pool);
    writeParts(pool, 40);
    readAll(pool);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
  }

  @Test
  void lostFragmentsAreDecodedAndRebuilt() {
    Pool pool = pool("4+2");
    write(pool, 0, 20);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    cluster.crashOsd(2);
    readAll(pool);
    writeParts(pool, 20);
    readAll(pool);
    cluster.startOsd(2);
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    cluster.crashOsd(3);
    cluster.crashOsd(4);
    cluster.world().runFor(30 * SECOND);
    cluster.startOsd(3);
    cluster.startOsd(4);
    readAll(pool);
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    readAll(pool);
  }
}
