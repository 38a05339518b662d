package io.pando.client;

import static io.pando.client.TestClient.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cluster.Change;
import io.pando.cluster.release.Release;
import io.pando.id.Version;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connecting, administering, closing. */
class PandoTest {
  private final TestClient client = new TestClient();
  private final TestNetwork network = client.network;
  private final Cluster cluster = client.cluster;
  private final Pool pool = client.pool;

  @AfterEach
  void end() {
    client.close();
  }

  @Test
  void administers() {
    Admin admin = cluster.admin();
    assertThat(cluster.id()).isEqualTo(TestNetwork.CLUSTER);
    assertThat(admin.change(new Change.CreatePool("docs", 1, 1, 1, null)).epoch()).isEqualTo(11);
    cluster.pool("docs").writeFull("a", utf8("x"));
    assertThat(cluster.pools()).containsExactly("photos", "docs");
    assertThat(admin.monitors().leader()).isNotNull();
    assertThat(admin.osdsAsync().join()).isEmpty();
    assertThat(admin.groups()).isEmpty();
    assertThatThrownBy(() -> admin.change(new Change.Tick()))
        .isInstanceOf(PandoException.Rejected.class)
        .hasMessage("that is not for tests");
    assertThatThrownBy(admin::status)
        .isInstanceOf(PandoException.Unavailable.class)
        .hasMessageContaining("no quorum");
  }

  @Test
  void waitsForMaps() {
    Admin admin = cluster.admin();
    CompletableFuture<?> gone =
        admin.awaitMapAsync(map -> map.pools().isEmpty(), Duration.ofSeconds(10));
    assertThatThrownBy(() -> admin.awaitEpoch(11, Duration.ofMillis(20)))
        .isInstanceOf(PandoException.Timeout.class)
        .hasMessageContaining("of epoch 10");
    network.dropPools();
    gone.join();
    assertThat(admin.awaitEpoch(11, Duration.ofSeconds(10)).epoch()).isEqualTo(11);
  }

  @Test
  void saysThatTheClusterIsOfANewerRelease() {
    network.requireRelease(Release.current().number() + 1);
    ClientConfig hasty =
        ClientConfig.builder().monitors("10.0.0.1").operationTimeout(Duration.ofMillis(50)).build();
    network.osdAnswers(false);
    try (Cluster own = Pando.connect(hasty, network)) {
      assertThat(own.admin().awaitEpoch(11, Duration.ofSeconds(10)).releases().required())
          .isGreaterThan(Release.current().number());
      assertThatThrownBy(() -> own.pool("photos").create("a", true))
          .isInstanceOf(PandoException.Timeout.class)
          .hasMessageContaining("this client is of " + Release.current().label())
          .hasMessageContaining("upgrade the client");
    }
  }

  @Test
  void failsWhatIsUnderWayWhenClosed() throws InterruptedException {
    network.osdAnswers(false);
    CompletableFuture<Version> under = pool.createAsync("a", false);
    CompletableFuture<?> waiting =
        cluster.admin().awaitMapAsync(map -> false, Duration.ofSeconds(30));
    Thread.currentThread().interrupt();
    cluster.close();
    assertThat(Thread.interrupted()).isTrue();
    cluster.close();
    assertThat(network.awaitDetached()).isTrue();
    assertThat(network.isClosed()).isFalse();
    assertThatThrownBy(under::join).hasCauseInstanceOf(PandoException.Closed.class);
    assertThatThrownBy(waiting::join).hasCauseInstanceOf(PandoException.Closed.class);
    assertThatThrownBy(() -> pool.stat("a")).isInstanceOf(PandoException.Closed.class);
    assertThatThrownBy(() -> cluster.admin().osds()).isInstanceOf(PandoException.Closed.class);
  }

  @Test
  void endsTheNetworkItFoundByItself() {
    TestNetworkProvider.OPENED.clear();
    try (Cluster own = Pando.connect(TestClient.CONFIG)) {
      own.pool("photos").create("a", true);
    }
    ClientConfig hopeless =
        ClientConfig.builder()
            .monitors("10.0.0.1")
            .carrier("deaf")
            .adminTimeout(Duration.ofMillis(50))
            .build();
    assertThatThrownBy(() -> Pando.connect(hopeless))
        .isInstanceOf(PandoException.Unavailable.class);
    // A loop that has been stopped has been waited for, so no thread is left.
    assertThat(TestNetworkProvider.OPENED).hasSize(2).allMatch(TestNetwork::isClosed);
  }

  @Test
  void saysWhyItCannotConnect() {
    try (TestNetwork deaf = new TestNetwork(1)) {
      deaf.monitorAnswers(false);
      ClientConfig config =
          ClientConfig.builder()
              .monitors("10.0.0.1:99")
              .adminTimeout(Duration.ofMillis(100))
              .build();
      assertThatThrownBy(() -> Pando.connect(config, deaf))
          .isInstanceOf(PandoException.Unavailable.class)
          .hasMessageContaining("100 ms");
      CompletableFuture<Cluster> async =
          Pando.connectAsync(config, deaf, Thread::startVirtualThread);
      assertThatThrownBy(async::join).hasCauseInstanceOf(PandoException.Unavailable.class);
    }
  }
}
