package io.pando.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** docs/health.md describes every health code, in the words of the catalogue. */
class HealthPageTest {
  private static List<String> page() throws IOException {
    return Files.readAllLines(Path.of("").toAbsolutePath().resolve("../docs/health.md"));
  }

  /** Lines of the section of a code, without its title. */
  private static List<String> section(HealthCode code) throws IOException {
    List<String> found = new ArrayList<>();
    boolean within = false;
    for (String line : page()) {
      if (line.startsWith("#")) {
        within = line.equals("## " + code.name());
      } else if (within && !line.isBlank()) {
        found.add(line);
      }
    }
    return found;
  }

  @Test
  void thereIsASectionForEachCodeInTheOrderOfTheCatalogue() throws IOException {
    List<String> titles =
        page().stream()
            .filter(line -> line.matches("## [A-Z_]+"))
            .map(line -> line.substring(3))
            .toList();
    assertThat(titles).isEqualTo(HealthCode.names());
  }

  @Test
  void eachSectionHasMeaningCauseAndRemedy() throws IOException {
    for (HealthCode code : HealthCode.values()) {
      String severity = code.worst() == Health.Severity.ERROR ? "Error" : "Warning";
      List<String> section = section(code);
      assertThat(section.getFirst())
          .as(code.name())
          .startsWith(severity)
          .contains(": " + code.meaning() + ".");
      assertThat(section).as(code.name()).anyMatch(line -> line.startsWith("**Cause.**"));
      assertThat(section)
          .as(code.name())
          .anyMatch(line -> line.startsWith("**What to do.** "))
          .anyMatch(line ->
              line.toLowerCase(Locale.ROOT).contains(code.remedy().toLowerCase(Locale.ROOT)));
    }
  }

  @Test
  void codesAreFoundByName() {
    assertThat(HealthCode.named("OSD_DOWN")).contains(HealthCode.OSD_DOWN);
    assertThat(HealthCode.named("osd_down")).isEmpty();
    assertThat(HealthCode.unknown("X")).contains("'X'").contains("OSD_DOWN, OSD_FLAPPING");
    assertThat(HealthCode.OSD_DOWN.anchor()).isEqualTo("osd_down");
  }

  @Test
  void mutedChecksDoNotCountForTheWord() {
    Health.Check down =
        new Health.Check("OSD_DOWN", Health.Severity.WARNING, "1 osd down", List.of(), 1);
    Health.Check full =
        new Health.Check("OSD_FULL", Health.Severity.ERROR, "1 full osd", List.of(), 1);
    Health health = new Health(List.of(full, down));
    assertThat(health.word()).isEqualTo("HEALTH_ERR");
    Health muted = health.withMutes(List.of(new Health.Mute("OSD_FULL", 0, false, 1)));
    assertThat(muted.word()).isEqualTo("HEALTH_WARN");
    assertThat(muted.unmuted()).containsExactly(down);
    assertThat(muted.checks()).containsExactly(full, down);
    assertThat(
            muted
                .withMutes(
                    List.of(
                        new Health.Mute("OSD_FULL", 0, false, 1),
                        new Health.Mute("OSD_DOWN", 0, false, 1)))
                .word())
        .isEqualTo("HEALTH_OK");
    assertThat(new Health.Mute("X", 0, false, 1).isOver(Long.MAX_VALUE)).isFalse();
    assertThat(new Health.Mute("X", 5, false, 1).isOver(4)).isFalse();
    assertThat(new Health.Mute("X", 5, false, 1).isOver(5)).isTrue();
  }
}
