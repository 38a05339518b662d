package io.pando.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.OsdMemory;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapLimitTest {
  private static final HeapLimit LIMIT = new HeapLimit(300);

  @Test
  void replacesTheLaunchersAndLeavesTheOperatorsWhichComesLater() {
    List<String> line =
        List.of("java", "-XX:+UseZGC", "-Xmx512m", "-Xmx1g", "-cp", "-Xmx1m", "Main", "osd");
    assertThat(LIMIT.in(line))
        .containsExactly(
            "java", "-XX:+UseZGC", "-Xmx300m", "-Xmx1g", "-cp", "-Xmx1m", "Main", "osd");
  }

  @Test
  void isAddedOnce() {
    List<String> line = LIMIT.in(List.of("java", "-cp", "x", "Main", "osd", "-Xmx7m"));
    assertThat(line).containsExactly("java", "-Xmx300m", "-cp", "x", "Main", "osd", "-Xmx7m");
    assertThat(LIMIT.in(line)).isEqualTo(line);
  }

  @Test
  void ofAnOsdIsThatOfItsMemory() {
    OsdMemory memory = OsdMemory.usual();
    assertThat((long) HeapLimit.of(memory).mib() << 20).isEqualTo(memory.heapBytes());
  }
}
