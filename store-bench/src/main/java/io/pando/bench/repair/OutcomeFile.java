package io.pando.bench.repair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * Outcomes in a file: a line of JSON for each, so that an interrupted run keeps the outcomes so
 * far; and the selection of medians among them.
 */
final class OutcomeFile {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private OutcomeFile() {}

  static String line(Outcome outcome) {
    return MAPPER.writeValueAsString(outcome);
  }

  static void append(Path file, Outcome outcome) throws IOException {
    Files.writeString(
        file, line(outcome) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  static List<Outcome> read(Path file) throws IOException {
    List<Outcome> all = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank()) {
        all.add(MAPPER.readValue(line, Outcome.class));
      }
    }
    return all;
  }

  /** Of rounds of the same kind, the one with the median time from up to clean. */
  static List<Outcome> medians(List<Outcome> outcomes) {
    Map<Outcome.Conditions, List<Outcome>> kinds = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      kinds.computeIfAbsent(outcome.round().conditions(), _ -> new ArrayList<>()).add(outcome);
    }
    return kinds.values().stream().map(OutcomeFile::middle).toList();
  }

  private static Outcome middle(List<Outcome> same) {
    same.sort(Comparator.comparingDouble(outcome -> outcome.back().times().cleanMillis()));
    return same.get((same.size() - 1) / 2);
  }
}
