package io.pando.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pando.client.Pool;
import org.junit.jupiter.api.Test;

/** The example of docs/sdk.md. */
@PandoCluster(osds = 3)
class GreetingTest {
  @Test
  void greetingIsKept(Pool pool) {
    pool.writeFull("greeting", "hello".getBytes(UTF_8));
    assertEquals("hello", pool.read("greeting").toUtf8());
  }

  @Test
  void greetingOutlivesAnOsd(Pool pool, LocalCluster local) {
    pool.writeFull("greeting", "hello".getBytes(UTF_8));
    local.stopOsd(1);
    assertEquals("hello", pool.read("greeting").toUtf8());
    local.startOsd(1);
  }
}
