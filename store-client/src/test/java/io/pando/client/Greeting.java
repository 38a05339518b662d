package io.pando.client;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The first example of docs/sdk.md, which connects to a cluster on three hosts. */
final class Greeting {
  private Greeting() {}

  static void greet() {
    ClientConfig config =
        ClientConfig.builder().monitors("10.0.0.1:6789", "10.0.0.2:6789", "10.0.0.3:6789").build();
    try (Cluster cluster = Pando.connect(config)) {
      Pool pool = cluster.pool("photos");
      pool.writeFull("greeting", "hello".getBytes(UTF_8));
      System.out.println(pool.read("greeting").toUtf8());
    }
  }
}
