package io.pando.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cli.config.ClusterConfig;
import io.pando.client.ObjectOperation;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that sets more attributes than an object can have is told so, and how many. */
class AttributeLimitsTest {
  private static final int MOST = 1_024;
  private static final int AT_ONCE = 128;
  private static final byte[] VALUE = "v".getBytes(UTF_8);

  @TempDir private Path temp = Path.of("");

  @Test
  void attributesAndKeysAreBoundedAndTheErrorNamesTheBound() throws Exception {
    ClusterConfig config = TestCluster.layOut(temp);
    try (TestCluster cluster = TestCluster.start(config)) {
      cluster.createPool("rbd", 8);
      Pool pool = cluster.pool("rbd");
      for (int from = 0; from < MOST; from += AT_ONCE) {
        ObjectOperation.Builder operation = ObjectOperation.builder();
        for (int i = from; i < from + AT_ONCE; i++) {
          operation.setAttribute("a" + i, VALUE);
        }
        pool.operate("o", operation.build());
      }
      assertThatThrownBy(() -> pool.attributes("o").set("one-more", VALUE))
          .isInstanceOf(PandoException.TooLarge.class)
          .hasMessageContaining("an object has 1025 attributes; at most 1024 are allowed");
      assertThat(pool.attributes("o").list()).hasSize(MOST).doesNotContainKey("one-more");
      pool.attributes("o").set("a0", "other".getBytes(UTF_8));
      pool.attributes("o").remove("a1");
      pool.attributes("o").set("one-more", VALUE);
      assertThat(pool.attributes("o").list()).hasSize(MOST).containsKey("one-more");
      assertThatThrownBy(() -> pool.attributes("p").set("n".repeat(256), VALUE))
          .isInstanceOf(PandoException.TooLarge.class)
          .hasMessageContaining("of 256 bytes; at most 255");
      checkEntries(pool);
    }
  }

  private static void checkEntries(Pool pool) {
    Map<String, byte[]> entries = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      entries.put("k" + i, VALUE);
    }
    pool.entries("m").set(entries);
    entries.put("one-more", VALUE);
    assertThatThrownBy(() -> pool.entries("m").set(entries))
        .isInstanceOf(PandoException.TooLarge.class)
        .hasMessageContaining("20001 keys in one operation; at most 20000");
  }
}
