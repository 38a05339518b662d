package io.pando.client;

import static io.pando.client.TestClient.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cluster.Change;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool that has no key/value maps says so, and refuses them before anything is sent. */
class ErasureCodedPoolTest {
  private final TestClient client = new TestClient();
  private final Pool coded;

  ErasureCodedPoolTest() {
    client.cluster.admin().change(new Change.CreateErasurePool("coded", 1, "2+1"));
    client.pool.writeFull("a", utf8("x"));
    coded = client.cluster.pool("coded");
  }

  @AfterEach
  void end() {
    client.close();
  }

  @Test
  void aPoolSaysWhetherItHasMaps() {
    assertThat(client.pool.supportsEntries()).isTrue();
    assertThat(coded.supportsEntries()).isFalse();
    client.pool.entries("a").set("key", new byte[1]);
  }

  private void request(String kind, Pool pool) {
    ObjectEntries entries = pool.entries("a");
    switch (kind) {
      case "get" -> entries.get("key");
      case "list" -> entries.list(null, "", 10);
      case "set" -> entries.set(Map.of("key", new byte[1]));
      case "remove" -> entries.remove(List.of("key"));
      case "remove range" -> entries.removeRange("a", "b");
      case "asynchronous" -> entries.setAsync(Map.of("key", new byte[1])).join();
      default ->
          pool.operate(
              "a",
              ObjectOperation.builder()
                  .writeFull(utf8("x"))
                  .setEntries(Map.of("key", new byte[1]))
                  .build());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"get", "list", "set", "remove", "remove range", "asynchronous", "within a vector"})
  void aRequestForAMapFailsWithTheWayOut(String kind) {
    assertThatThrownBy(() -> request(kind, coded))
        .isInstanceOf(PandoException.NotSupported.class)
        .hasMessage(
            "object 'a': pool 'coded' is erasure coded: objects have no key/value"
                + " map in it; keep maps in a pool of replicas");
    request(kind, client.pool);
  }
}
