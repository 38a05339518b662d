package io.pando.bench.study.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results in a file: a line of JSON for each, so that an interrupted study continues where it
 * ended.
 */
public record ResultFile(Path path) {
  /** Name of the file in the folder of a study. */
  public static final String NAME = "results.jsonl";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  /** A value of this package on one line. */
  public static String line(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** Adds a result at the end. */
  public void append(StudyResult result) throws IOException {
    Files.writeString(
        path, line(result) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /**
   * All results, in the order in which they were added; none if the file does not exist.
   *
   * @throws IOException also if a line is not a result; the message names it
   */
  public List<StudyResult> read() throws IOException {
    List<StudyResult> all = new ArrayList<>();
    if (!Files.exists(path)) {
      return all;
    }
    List<String> lines = Files.readAllLines(path);
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        try {
          all.add(MAPPER.readValue(lines.get(i), StudyResult.class));
        } catch (JacksonException notOne) {
          throw new IOException(
              "line %d of %s is not a result of this study: remove the line, or take another --out"
                  .formatted(i + 1, path),
              notOne);
        }
      }
    }
    return all;
  }
}
