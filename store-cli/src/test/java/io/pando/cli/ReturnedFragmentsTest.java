package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.NewCluster;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.random.Random64;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An OSD of an erasure-coded pool of 4+2 that returns gets only what changed meanwhile, if the logs
 * reach: recovery reads and sends at most twice the stripes that changed.
 */
class ReturnedFragmentsTest {
  private static final String POOL = "coded";
  private static final int OBJECTS = Integer.getInteger("pando.fragments.objects", 12);
  private static final int OBJECT_BYTES = 4 << 20;
  private static final int BLOCK = 4096;
  private static final int STRIPE = 4 * (16 << 10);
  private static final int OSDS = 6;
  private static final int BACK = 3;

  private static final String AT = ": metrics at ";

  @TempDir private Path folder = Path.of("");

  @Test
  void recoveryReadsAndSendsNoMoreThanWhatChanged() throws Exception {
    Path file = NewCluster.write(folder.resolve("cluster"), 1, OSDS, 0);
    Files.writeString(
        file,
        "osd: {capacity: 1GiB, scrub_every: never, deep_scrub_every: never, repair_every: never}\n",
        StandardOpenOption.APPEND);
    ClusterConfig config = ClusterConfig.read(file);
    try (TestCluster cluster = TestCluster.start(config)) {
      Cluster client = cluster.client();
      Shell shell = new Shell(folder, "-c", config.file().toString());
      assertThat(
              shell.run("profile", "set", "disks", "k=4", "m=2", "crush-failure-domain=osd").err())
          .isEmpty();
      client.admin().change(new Change.CreateErasurePool(POOL, 8, "disks"));
      Pool pool = client.pool(POOL);
      Random64 random = new Random64(5);
      for (int i = 0; i < OBJECTS; i++) {
        pool.writeFull("o" + i, bytes(random, OBJECT_BYTES));
      }
      Progress.awaitClean(client, OSDS);
      cluster.daemons().stopOsd(BACK);
      Progress.await("it is down", () -> OSDS - client.admin().status().osds().osdsUp(), 1);
      long changedBytes = overwriteOneInAHundred(pool, random) * STRIPE;
      long readBefore = rebuildReadBytes(cluster, false);
      long sentBefore = sentBytes(client, false);
      cluster.daemons().startOsd(BACK);
      Progress.awaitClean(client, OSDS);
      // Figures of OSDs come with their next reports.
      Progress.await("it is told", () -> sentBytes(client, true) > sentBefore ? 1 : 0, 1);
      long read = rebuildReadBytes(cluster, true) - readBefore;
      long sent = sentBytes(client, true) - sentBefore;
      assertThat(read).isPositive();
      assertThat(read + sent)
          .as("read %d, sent %d", read, sent)
          .isLessThanOrEqualTo(2 * changedBytes);
    }
  }

  private static byte[] bytes(Random64 random, int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Overwrites a hundredth of all blocks; returns the number of stripes that changed. */
  private static long overwriteOneInAHundred(Pool pool, Random64 random) {
    Set<String> changed = new TreeSet<>();
    int writes = OBJECTS * (OBJECT_BYTES / BLOCK) / 100;
    for (int i = 0; i < writes; i++) {
      String name = "o" + random.nextInt(OBJECTS);
      int offset = random.nextInt(OBJECT_BYTES / BLOCK) * BLOCK;
      pool.write(name, offset, bytes(random, BLOCK));
      changed.add(name + " " + offset / STRIPE);
    }
    return changed.size();
  }

  private static long sentBytes(Cluster client, boolean all) {
    return client.admin().osds().stream()
        .filter(stats -> all || stats.osd().value() != BACK)
        .mapToLong(stats -> stats.repairs().recoveredBytes())
        .sum();
  }

  /** Bytes of fragments that OSDs read to rebuild others, by their endpoints. */
  private static long rebuildReadBytes(TestCluster cluster, boolean all) throws Exception {
    SortedMap<String, String> endpoints = new TreeMap<>();
    for (String note : cluster.notes()) {
      int at = note.indexOf(AT);
      if (at > 0 && note.startsWith("osd.")) {
        // An OSD that was started again has another endpoint.
        endpoints.put(note.substring(0, at), note.substring(at + AT.length()));
      }
    }
    assertThat(endpoints).hasSize(OSDS);
    if (!all) {
      endpoints.remove("osd." + BACK);
    }
    double sum = 0;
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String endpoint : endpoints.values()) {
        sum += read(http, endpoint);
      }
    }
    return (long) sum;
  }

  private static double read(HttpClient http, String endpoint) throws Exception {
    return http.send(
            HttpRequest.newBuilder(URI.create(endpoint)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body()
        .lines()
        .filter(line -> line.startsWith("pando_osd_fragment_rebuild_read_bytes_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
