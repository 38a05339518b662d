package io.pando.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.random.Random64;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OsdMemoryTest {
  private static final long MIB = 1L << 20;
  private static final Path FILE = Path.of("/etc/pando/pando.yaml");

  private static OsdMemory read(String osd, Map<String, String> variables) {
    String text =
        """
        cluster: 6a0e5e0a-5d0e-4a4e-9b0f-5b7e1e3f0c11
        monitors:
          - {id: 0, host: 127.0.0.1, port: 6789, raft_port: 6790}
        osds:
          - {id: 0}
        osd: {%s}
        """
            .formatted(osd);
    ClusterConfig config = ClusterConfig.parse(FILE, text, SettingVariables.of(variables));
    return config.settings().osd().storage().memory();
  }

  private static OsdMemory read(String osd) {
    return read(osd, Map.of());
  }

  @Test
  void isTheUsualOneUnlessItIsSet() {
    assertThat(read("")).isEqualTo(OsdMemory.usual());
    assertThat(read("").cacheBytes()).isEqualTo(64 * MIB);
  }

  @Test
  void aVariableSetsIt() {
    OsdMemory memory = read("memory: 1GiB", Map.of("PANDO_OSD_MEMORY", "2GiB"));
    assertThat(memory.totalBytes()).isEqualTo(2048 * MIB);
  }

  @Test
  void theCacheFollowsUnlessItIsSet() {
    assertThat(read("memory: 2GiB").cacheBytes()).isEqualTo(256 * MIB);
    assertThat(read("memory: 2GiB, cache: 64MiB").cacheBytes()).isEqualTo(64 * MIB);
  }

  /** Configurations that are older than the setting. */
  @Test
  void aCacheThatIsSetAloneIsInAddition() {
    OsdMemory large = read("cache: 1GiB");
    assertThat(large.cacheBytes()).isEqualTo(1024 * MIB);
    assertThat(large.totalBytes()).isEqualTo(OsdMemory.USUAL_BYTES + 960 * MIB);
    assertThat(read("cache: 4MiB").totalBytes()).isEqualTo(OsdMemory.USUAL_BYTES);
  }

  @Test
  void thePartsAreTheWhole() {
    Random64 random = new Random64(1);
    for (int i = 0; i < 1_000; i++) {
      long total = random.between(OsdMemory.LEAST_BYTES, 64L << 30);
      OsdMemory memory = read("memory: " + total);
      long parts = memory.heapBytes() + memory.cacheBytes() / 4 * 3 + OsdMemory.PROGRAM_BYTES;
      assertThat(parts).isBetween(total - MIB, total);
      assertThat(memory.heapBytes() % MIB).isZero();
      long onHeap = memory.cacheBytes() / 4 + memory.recentObjectsBytes() + memory.groupLogBytes();
      assertThat(onHeap).isLessThan(memory.heapBytes() / 2);
      if (total > OsdMemory.LEAST_BYTES) {
        OsdMemory smaller = new OsdMemory(total - 1, memory.cacheBytes());
        assertThat(smaller.heapBytes()).isLessThanOrEqualTo(memory.heapBytes());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          memory: 100MiB | osd.memory: must be at least
          memory: lots   | osd.memory: must be a size such as 10GiB or 4096, is 'lots'
          memory: 512MiB, cache: 400MiB \
          | osd.cache: 400 MiB leave too little of osd.memory, which is 512 MiB: set a smaller
          """)
  void refusesValuesThatLeaveNoRoom(String osd, String complaint) {
    assertThatThrownBy(() -> read(osd))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void theAdviceOfARefusalHolds() {
    for (int cache = 8; cache < 4096; cache += 24) {
      String osd = "memory: 320MiB, cache: " + cache + "MiB";
      try {
        assertThat(read(osd).heapBytes()).isPositive();
      } catch (ConfigException refused) {
        String advice =
            String.valueOf(refused.getMessage())
                .replaceFirst("(?s).*an osd.memory of at least ([^,]*),.*", "$1");
        OsdMemory memory = read("memory: " + advice + ", cache: " + cache + "MiB");
        assertThat(memory.cacheBytes()).isEqualTo(cache * MIB);
      }
    }
  }
}
