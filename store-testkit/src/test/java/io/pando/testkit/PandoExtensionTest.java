package io.pando.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.pando.client.ClientConfig;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Test classes that use the extension are run by JUnit's own engine. */
class PandoExtensionTest {
  private static final List<String> POOLS = new ArrayList<>();
  private static final List<LocalCluster> CLUSTERS = new ArrayList<>();
  private static final List<Path> FOLDERS = new ArrayList<>();

  private static EngineExecutionResults run(Class<?> tests) {
    return EngineTestKit.engine("junit-jupiter").selectors(selectClass(tests)).execute();
  }

  @Test
  void testsOfAClassShareAClusterAndHaveTheirOwnPools() {
    run(UsesAll.class).testEvents().assertStatistics(stats -> stats.started(3).succeeded(3));
    assertThat(POOLS).hasSize(3).doesNotHaveDuplicates();
    assertThat(CLUSTERS).hasSize(3);
    assertThat(CLUSTERS.stream().distinct()).hasSize(1);
    assertThat(FOLDERS.getFirst()).as("folder of the cluster").doesNotExist();
  }

  @Test
  void parameterWithoutAClusterIsRefused() {
    run(WithoutCluster.class)
        .testEvents()
        .failed()
        .assertThatEvents()
        .singleElement()
        .asString()
        .contains("put @PandoCluster on the test class");
  }

  @Test
  void clusterThatCannotStartFailsTheClass() {
    run(UnknownSetting.class)
        .containerEvents()
        .failed()
        .assertThatEvents()
        .singleElement()
        .asString()
        .contains("log_entrys");
  }

  @PandoCluster(osds = 1, settings = "osd.log_entries=50")
  static class UsesAll {
    @BeforeEach
    void fill(Pool pool) {
      assertThat(pool.list()).isEmpty();
      pool.writeFull("a", "b".getBytes(UTF_8));
    }

    @Test
    void first(Pool pool, LocalCluster local) {
      note(pool, local);
    }

    @Test
    void second(Pool pool, Cluster client, ClientConfig config, LocalCluster local) {
      assertThat(client.pools()).contains(pool.name());
      assertThat(config.cluster()).isEqualTo(client.id());
      note(pool, local);
    }

    @Nested
    class Inside {
      @Test
      void third(Pool pool, LocalCluster local) {
        note(pool, local);
      }
    }

    private static void note(Pool pool, LocalCluster local) {
      assertThat(pool.read("a").toUtf8()).isEqualTo("b");
      POOLS.add(pool.name());
      CLUSTERS.add(local);
      FOLDERS.add(local.folder());
    }
  }

  @ExtendWith(PandoExtension.class)
  static class WithoutCluster {
    @Test
    void test(Pool pool) {
      pool.list();
    }
  }

  @PandoCluster(settings = "osd.log_entrys=50")
  static class UnknownSetting {
    @Test
    void test() {}
  }
}
