package io.pando.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pando.client.Pool;
import io.pando.client.file.PandoFileSystem;
import io.pando.fs.call.OpenMode;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real Prometheus scrapes a cluster: every query of the dashboard finds data, and the alert rules
 * notice an OSD that is down. Skipped where Prometheus is not installed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PrometheusTest {
  private static final Path DASHBOARD = Path.of("../dist/share/grafana/pando.json");
  private static final Path RULES = Path.of("../dist/share/prometheus/pando-alerts.yml");
  private static final Path PROGRAM = Path.of("/usr/bin/prometheus");
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Queries as dashboards and alert rules for Ceph combine its metrics. */
  private static final List<String> OF_CEPH =
      List.of(
          "ceph_health_status == 0",
          "count(ceph_osd_metadata) == 3",
          "sum(ceph_osd_up) == 3",
          "sum(ceph_osd_in == bool 0) == 0",
          "count(ceph_mon_quorum_status) / sum(ceph_mon_quorum_status) == 1",
          "count(ceph_mon_quorum_status == 1) == bool (floor(count(ceph_mon_metadata) / 2) + 1)",
          "sum(ceph_osd_stat_bytes_used) / sum(ceph_osd_stat_bytes)",
          "ceph_cluster_total_used_bytes / ceph_cluster_total_bytes",
          "sum(ceph_pg_total - ceph_pg_active) == 0",
          "sum(ceph_pg_degraded) == 0",
          "quantile(0.95, ceph_osd_apply_latency_ms)",
          "avg(ceph_osd_commit_latency_ms) > 0",
          "sum(irate(ceph_osd_op_w_in_bytes[20s])) > 0",
          "sum(irate(ceph_osd_op_r_out_bytes[20s])) > 0",
          "sum(irate(ceph_osd_recovery_ops[20s])) >= 0",
          "sum(deriv(ceph_pool_stored[20s]))",
          "max(rate(ceph_osd_op_r_latency_sum[20s])"
              + " / on (ceph_daemon) rate(ceph_osd_op_r_latency_count[20s]) * 1000) > 0",
          "rate(ceph_pool_wr[20s]) * on (pool_id) group_left (instance, name)"
              + " ceph_pool_metadata{name=\"photos\"} > 0",
          "rate(ceph_pool_rd_bytes[20s]) + rate(ceph_pool_wr_bytes[20s]) > 0",
          "(ceph_pool_stored / (ceph_pool_stored + ceph_pool_max_avail))"
              + " * on (pool_id) group_left (instance, name) ceph_pool_metadata",
          "ceph_pool_bytes_used * on (pool_id) group_right ceph_pool_metadata",
          "ceph_pool_metadata * on (pool_id, instance) group_left ()"
              + " (ceph_pg_total - ceph_pg_clean)",
          "rate(ceph_osd_up[20s]) * on (ceph_daemon) group_left (hostname) ceph_osd_metadata",
          "abs((ceph_osd_numpg > 0) - on (job) group_left avg by (job) (ceph_osd_numpg > 0))",
          "count by (device_class) (ceph_osd_metadata)",
          "((ceph_health_detail{name=\"PG_AVAILABILITY\"} == 0)"
              + " - scalar(ceph_health_detail{name=\"OSD_DOWN\"})) == 0",
          "ceph_daemon_health_metrics{type=\"SLOW_OPS\", ceph_daemon=~\"osd.*\"}");

  private static final String AT = ": metrics at http://";
  private static final int SERVICE_UNAVAILABLE = 503;

  private final HttpClient http = HttpClient.newHttpClient();
  private final JsonMapper json = new JsonMapper();
  private @Nullable TestCluster cluster;
  private @Nullable PandoFileSystem files;
  private @Nullable Process prometheus;
  private URI url = URI.create("http://127.0.0.1/");

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    boolean installed = Files.isExecutable(PROGRAM);
    if (!installed) {
      System.err.println("PrometheusTest is skipped: " + PROGRAM + " is not installed");
    }
    Assumptions.assumeTrue(installed, PROGRAM + " is not installed");
    TestCluster started =
        TestCluster.start(
            TestCluster.layOut(folder.resolve("cluster"), 2, "metrics: {ceph_names: true}"));
    cluster = started;
    started.createPool("photos", 8);
    files = started.createFileSystem("home", 8);
    int port = freePort();
    url = URI.create("http://127.0.0.1:" + port + "/");
    Path configuration = configure(folder, targets(started));
    prometheus =
        new ProcessBuilder(
                PROGRAM.toString(),
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(new File(folder.resolve("prometheus.log").toString()))
            .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> targets(TestCluster of) {
    List<String> targets = new ArrayList<>();
    for (String note : of.notes()) {
      int at = note.indexOf(AT);
      if (at > 0) {
        targets.add("'" + note.substring(at + AT.length()).replace("/metrics", "") + "'");
      }
    }
    assertThat(targets).hasSize(8);
    return targets;
  }

  /** The rules as they are delivered, but for alerts that fire at once. */
  private static Path configure(Path folder, List<String> targets) throws IOException {
    Path rules = folder.resolve("rules.yml");
    Files.writeString(rules, Files.readString(RULES).replaceAll("for: \\w+", "for: 0s"));
    return Files.writeString(
        folder.resolve("prometheus.yml"),
        """
        global: {scrape_interval: 1s, evaluation_interval: 1s}
        rule_files: ['%s']
        scrape_configs:
          - job_name: pando
            static_configs: [{targets: [%s]}]
        """
            .formatted(rules, String.join(", ", targets)));
  }

  @AfterAll
  void stop() throws Exception {
    if (prometheus != null) {
      prometheus.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
    }
    if (files != null) {
      files.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE).build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
    if (answer.statusCode() == SERVICE_UNAVAILABLE) {
      throw new IOException("Prometheus is not ready yet: " + answer.body());
    }
    return json.readTree(answer.body());
  }

  private int found(String query) throws IOException, InterruptedException {
    JsonNode answer = get("api/v1/query?query=" + URLEncoder.encode(query, UTF_8));
    assertThat(answer.path("status").asString()).as("%s: %s", query, answer).isEqualTo("success");
    return answer.at("/data/result").size();
  }

  private List<String> alerts() throws IOException, InterruptedException {
    return get("api/v1/alerts")
        .at("/data/alerts")
        .valueStream()
        .filter(alert -> alert.path("state").asString().equals("firing"))
        .map(alert -> alert.at("/labels/alertname").asString())
        .collect(Collectors.toList());
  }

  private boolean isUp() throws InterruptedException {
    try {
      return found("count(up{job=\"pando\"} == 1) == 8") == 1;
    } catch (IOException notYet) {
      return false;
    }
  }

  @Test
  @Order(1)
  void everyQueryOfTheDashboardFindsData() throws Exception {
    Pool pool = Objects.requireNonNull(cluster).pool("photos");
    await().atMost(PATIENCE).until(this::isUp);
    List<String> queries = new ArrayList<>();
    json.readTree(Files.readString(DASHBOARD))
        .findValues("expr")
        .forEach(expr -> queries.add(expr.asString().replace("$__rate_interval", "20s")));
    assertThat(queries).hasSizeGreaterThan(20);
    awaitData(pool, queries);
  }

  @Test
  @Order(2)
  void queriesOfDashboardsForCephFindData() throws Exception {
    Pool pool = Objects.requireNonNull(cluster).pool("photos");
    await().atMost(PATIENCE).until(this::isUp);
    awaitData(pool, OF_CEPH);
  }

  private void awaitData(Pool pool, List<String> queries) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          pool.writeFull("o", ByteBuffer.allocate(5_000));
          pool.read("o");
          Objects.requireNonNull(files).create("/f", 0644, OpenMode.READ_WRITE).close();
          List<String> empty = new ArrayList<>();
          for (String query : queries) {
            if (found(query) == 0) {
              empty.add(query);
            }
          }
          assertThat(empty).isEmpty();
        });
  }

  @Test
  @Order(3)
  void anOsdThatIsDownIsAnAlertUntilItIsBack() throws Exception {
    TestCluster started = Objects.requireNonNull(cluster);
    await().atMost(PATIENCE).until(() -> alerts().isEmpty());
    started.daemons().stopOsd(1);
    await()
        .atMost(PATIENCE)
        .until(() ->
            alerts()
                .containsAll(
                    List.of("PandoOsdDown", "PandoHealthWarning", "PandoDaemonNotScraped")));
    started.daemons().startOsd(1);
    // It listens on another port now, where this Prometheus does not look.
    await().atMost(PATIENCE).until(() -> !alerts().contains("PandoOsdDown"));
  }
}
