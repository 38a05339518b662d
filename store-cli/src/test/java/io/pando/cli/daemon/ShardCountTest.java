package io.pando.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.disk.ShardFolders;
import io.pando.disk.StoreKind;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardCountTest {
  private static final String CLUSTER =
      """
      cluster: 6a0e5e0a-5d0e-4a4e-9b0f-5b7e1e3f0c11
      monitors:
        - {id: 0, host: 127.0.0.1, port: 6789, raft_port: 6790}
      osds:
        - {id: 0, host: one}
        - {id: 1, host: two}
        - {id: 2, host: two}
        - {id: 3, host: two}
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1,0,1", "2,0,1", "4,0,2", "16,0,8", "64,0,8", "2,1,1", "11,1,1", "12,2,2", "64,3,8"})
  void everyShardHasTwoProcessorsOfTheMachineThatItsOsdsShare(int processors, int osd, int expected)
      throws Exception {
    ClusterConfig config = config("");
    assertThat(new ShardCount(processors).of(config, config.osds().get(osd))).isEqualTo(expected);
  }

  @Test
  void anOsdKeepsWhatItWasMadeWith() throws Exception {
    ClusterConfig config = config("");
    new ShardFolders(ShardCount.folder(config.osds().getFirst()), 3).prepare(StoreKind.RAW);
    assertThat(new ShardCount(64).of(config, config.osds().getFirst())).isEqualTo(3);
  }

  @Test
  void whatIsConfiguredGoesFirst() throws Exception {
    ClusterConfig config = config("osd: {shards: 5}\n");
    new ShardFolders(ShardCount.folder(config.osds().getFirst()), 3).prepare(StoreKind.RAW);
    assertThat(new ShardCount(64).of(config, config.osds().getFirst())).isEqualTo(5);
  }

  private ClusterConfig config(String more) throws Exception {
    Path file = folder.resolve("pando.yaml");
    Files.writeString(file, CLUSTER + more);
    return ClusterConfig.read(file);
  }
}
