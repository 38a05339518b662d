package io.pando.cli.metrics.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.cli.config.MetricsSettings;
import io.pando.cli.metrics.DaemonMetrics;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.report.OsdStats;
import io.pando.report.OsdStats.PoolWork;
import io.pando.report.ScrubCounts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The parts of the metrics that have the names of Ceph. */
class CephNamesTest {
  private static final PoolId PHOTOS = new PoolId(1);
  private static final PoolId SONGS = new PoolId(2);

  private static OsdStats report(int osd, PoolId pool, PoolWork work) {
    SortedMap<PoolId, PoolWork> pools = new TreeMap<>();
    pools.put(pool, work);
    return new OsdStats(
        new OsdId(osd),
        1,
        new OsdStats.Space(0, 0),
        new OsdStats.Load(0, 0),
        new OsdStats.Clients(0, 0, 0, 0, pools, 0),
        new OsdStats.Repairs(0, 0, 0, ScrubCounts.NOTHING));
  }

  @Test
  void totalsOfAPoolDoNotDecreaseWhenAnOsdStartsAnew() {
    PoolTotals totals = new PoolTotals();
    List<PoolId> pools = List.of(PHOTOS);
    totals.add(
        List.of(
            report(0, PHOTOS, new PoolWork(10, 20, 100, 200)),
            report(1, PHOTOS, new PoolWork(1, 2, 3, 4))),
        pools);
    assertThat(totals.of(PHOTOS)).isEqualTo(new PoolWork(11, 22, 103, 204));
    totals.add(List.of(report(0, PHOTOS, new PoolWork(11, 20, 110, 200))), pools);
    assertThat(totals.of(PHOTOS)).isEqualTo(new PoolWork(12, 22, 113, 204));
    totals.add(List.of(report(0, PHOTOS, new PoolWork(1, 1, 10, 10))), pools);
    assertThat(totals.of(PHOTOS)).isEqualTo(new PoolWork(13, 23, 123, 214));
    assertThat(totals.of(SONGS)).isEqualTo(PoolWork.NOTHING);
  }

  @Test
  void totalsOfAPoolThatIsGoneAreForgotten() {
    PoolTotals totals = new PoolTotals();
    totals.add(List.of(report(0, PHOTOS, new PoolWork(1, 1, 1, 1))), List.of(PHOTOS));
    totals.add(List.of(), List.of(SONGS));
    assertThat(totals.of(PHOTOS)).isEqualTo(PoolWork.NOTHING);
  }

  @Test
  void aMeanIsOfTheLastSecondsAndZeroWhenNothingWasTimed() {
    Timer timer = new SimpleMeterRegistry().timer("t");
    RecentMean mean = new RecentMean(0);
    long period = TimeUnit.SECONDS.toNanos(RecentMean.PERIOD_SECONDS);
    timer.record(2, TimeUnit.MILLISECONDS);
    timer.record(4, TimeUnit.MILLISECONDS);
    assertThat(mean.millis(timer, period - 1)).isZero();
    assertThat(mean.millis(timer, period)).isEqualTo(3);
    timer.record(10, TimeUnit.MILLISECONDS);
    assertThat(mean.millis(timer, period + 1)).isEqualTo(3);
    assertThat(mean.millis(timer, 2 * period)).isEqualTo(10);
    assertThat(mean.millis(timer, 3 * period)).isZero();
  }

  @Test
  void textIsInTheFormatOfPrometheus() {
    CephText text = new CephText();
    text.gauge("ceph_a", "A thing").add(1);
    CephText.Family labelled = text.counter("ceph_b_total", "Things");
    labelled.add(0.5, "x", "1", "y", "say \"no\"\\");
    labelled.add(1e15, "x", "2");
    assertThat(text.toString())
        .isEqualTo(
            """
            # HELP ceph_a A thing
            # TYPE ceph_a gauge
            ceph_a 1
            # HELP ceph_b_total Things
            # TYPE ceph_b_total counter
            ceph_b_total{x="1",y="say \\"no\\"\\\\"} 0.5
            ceph_b_total{x="2"} 1000000000000000
            """);
  }

  @Test
  void theyAreShownOnlyIfTheSettingSaysSo() throws Exception {
    assertThat(scrape(false)).doesNotContain("ceph_");
    assertThat(scrape(true)).contains("ceph_osd_op_w{ceph_daemon=\"osd.7\"} 0");
  }

  private static String scrape(boolean cephNames) throws IOException, InterruptedException {
    ClusterId cluster = new ClusterId(new UUID(1, 2));
    NodeId osd = new OsdId(7).node();
    MetricsSettings settings = new MetricsSettings(true, "", 0, cephNames);
    try (DaemonMetrics metrics = DaemonMetrics.open(cluster, osd, "127.0.0.1", settings);
        HttpClient http = HttpClient.newHttpClient()) {
      URI endpoint = URI.create(metrics.describe().replace("metrics at ", ""));
      HttpRequest request = HttpRequest.newBuilder(endpoint).build();
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }
}
