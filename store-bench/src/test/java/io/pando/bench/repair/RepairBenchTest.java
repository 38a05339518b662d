package io.pando.bench.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.BenchMain;
import io.pando.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole of {@code pando bench repair} in small, with real processes. */
class RepairBenchTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void everyWayBringsWhatChangedAndNothingElse() throws IOException {
    Path out = temp.resolve("outcomes");
    Path tables = temp.resolve("tables.md");
    Shell.Outcome outcome =
        new Shell(BenchMain::commands, temp)
            .run(
                "bench",
                "repair",
                "--objects=600",
                "--stale=2,10",
                "--deletes=1",
                "--new=1",
                "--leaves=0,256",
                "--ways=index",
                "--size=512",
                "--warm-up=0",
                "--out=" + out,
                "--tables=" + tables);
    assertThat(outcome.err()).contains("filling a cluster with 600 objects", "6 of 6: ");
    assertThat(outcome.status()).isZero();
    List<String> lines = Files.readAllLines(out);
    assertThat(lines).hasSize(6);
    for (String line : lines) {
      JsonNode it = JsonMapper.shared().readTree(line);
      long different = it.at("/round/different").asLong();
      assertThat(different).as(line).isBetween(20L, 80L);
      // What the index tells to be gone is removed at once.
      long gone = Math.round(it.at("/round/objects").asLong() / 100.0);
      long lacking = it.at("/back/way").asString().equals("index") ? different - gone : different;
      assertThat(it.at("/back/lacking").asLong()).as(line).isEqualTo(lacking);
      assertThat(it.at("/back/copied").asLong()).as(line).isEqualTo(lacking);
      assertThat(it.at("/back/discovery_millis").asDouble()).as(line).isPositive();
      assertThat(it.at("/back/whole_millis").asDouble())
          .as(line)
          .isGreaterThanOrEqualTo(it.at("/back/known_millis").asDouble());
    }
    long scanned = 0;
    long compared = 0;
    for (String line : lines) {
      JsonNode it = JsonMapper.shared().readTree(line);
      switch (it.at("/round/asked").asString()) {
        case "SCAN" -> scanned = it.at("/cost/store_listed").asLong();
        case "TREE" -> compared = it.at("/cost/store_listed").asLong();
        default -> assertThat(it.at("/back/way").asString()).isEqualTo("index");
      }
    }
    assertThat(scanned).isGreaterThanOrEqualTo(2 * 600);
    assertThat(compared).isBetween(1L, scanned - 1);
    assertThat(tables).exists();
    Shell.Outcome again =
        new Shell(BenchMain::commands, temp).run("bench", "repair", "--from=" + out, "-f", "json");
    assertThat(again.out().lines().toList()).isEqualTo(lines);
  }

  @Test
  void nonsenseIsRefused() {
    Shell.Outcome outcome =
        new Shell(BenchMain::commands, temp).run("bench", "repair", "--leaves", "1000");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("2, 4, 8");
  }
}
