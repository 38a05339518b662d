package io.pando.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.client.Cluster;
import io.pando.client.Pando;
import io.pando.client.Pool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LocalClusterTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void clusterServesUntilItIsClosed() throws InterruptedException {
    Path folder;
    try (LocalCluster local =
        LocalCluster.builder().monitors(3).osds(2).store(TestStore.KV).start()) {
      folder = local.folder();
      assertThat(folder).exists();
      Pool pool = local.createPool("photos");
      local.awaitClean(LIMIT);
      pool.writeFull("a", "b".getBytes(UTF_8));
      try (Cluster other = Pando.connect(local.clientConfig())) {
        assertThat(other.pool("photos").read("a").toUtf8()).isEqualTo("b");
      }
      local.removePool(pool);
      assertThat(local.client().pools()).isEmpty();
    }
    assertThat(folder).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void objectOutlivesARestart(TestStore store) throws InterruptedException {
    try (LocalCluster local = LocalCluster.builder().osds(1).store(store).start()) {
      assertThat(Files.exists(local.folder().resolve("osd.0").resolve("store")))
          .isEqualTo(store != TestStore.MEMORY);
      Pool pool = local.newPool();
      pool.writeFull("a", "b".getBytes(UTF_8));
      local.stopOsd(0);
      assertThatThrownBy(() -> local.stopOsd(0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("osd.0 does not run");
      assertThatThrownBy(() -> local.startOsd(7)).hasMessageContaining("osd.7");
      local.startOsd(0);
      local.awaitClean(LIMIT);
      assertThat(pool.read("a").toUtf8()).isEqualTo("b");
    }
  }

  @Test
  void invalidSettingsAreRefused() throws Exception {
    assertThatThrownBy(() -> LocalCluster.builder().setting("osd"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a setting must look like osd.log_entries=100, is 'osd'");
    assertThatThrownBy(() -> LocalCluster.builder().osds(0).start())
        .hasMessage("a cluster needs at least one of its OSDs");
    assertRefused("osd.log_entrys=100", "log_entrys");
    assertRefused("osd.log_entries=0", "log_entries");
  }

  private static void assertRefused(String setting, String why) throws Exception {
    TestConfig config = new TestConfig();
    config.set(setting);
    Path folder = config.write(1, 1);
    assertThatThrownBy(() -> TestConfig.read(folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
    assertThat(folder).doesNotExist();
  }

  @Test
  void settingsAreGroupedBySection() {
    TestConfig config = new TestConfig();
    config.set("osd.log_entries=100");
    config.set("osd.store", "kv");
    assertThat(config.text(3)).isEqualTo("\nosd:\n  log_entries: 100\n  store: kv\n");
    assertThat(config.text(1)).startsWith("\nmonitor:\n  election_ms: 200\n");
    config.set("monitor.election_ms=5000");
    assertThat(config.text(1)).startsWith("\nmonitor:\n  election_ms: 5000\n");
  }
}
