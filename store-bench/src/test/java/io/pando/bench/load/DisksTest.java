package io.pando.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisksTest {
  @TempDir private Path folder = Path.of("set by JUnit");

  @Test
  void sectorsWrittenAreTheSeventhFigure() throws IOException {
    TreeMap<String, Path> counters = new TreeMap<>();
    counters.put(
        "disk", Files.writeString(folder.resolve("stat"), "   1  2 3 4\t5 6 1000 8 9 10 11\n"));
    assertThat(new Disks(counters).writtenBytes().toString()).isEqualTo("{disk=512000}");
  }

  @Test
  void disksAreFoundOnceEachOrNotAtAll() throws IOException {
    Disks once = Disks.below(List.of(folder));
    assertThat(Disks.below(List.of(folder, folder, folder.resolve("none")))).isEqualTo(once);
    assertThat(Disks.below(List.of()).isEmpty()).isTrue();
    assertThat(once.writtenBytes().keySet()).isEqualTo(once.counters().keySet());
  }
}
