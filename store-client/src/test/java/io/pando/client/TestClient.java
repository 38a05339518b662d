package io.pando.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;

/** A client of a network in memory, with a pool. */
final class TestClient implements AutoCloseable {
  static final ClientConfig CONFIG =
      ClientConfig.builder()
          .monitors("10.0.0.1")
          .operationTimeout(Duration.ofSeconds(20))
          .adminTimeout(Duration.ofSeconds(10))
          .maxOperationBytes(1 << 20)
          .maxInFlight(4)
          .maxQueued(8)
          .build();

  final TestNetwork network = new TestNetwork(11);
  final Cluster cluster = Pando.connect(CONFIG, network);
  final Pool pool = cluster.pool("photos");

  static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  @Override
  public void close() {
    network.osdAnswers(true);
    cluster.close();
    network.close();
  }
}
