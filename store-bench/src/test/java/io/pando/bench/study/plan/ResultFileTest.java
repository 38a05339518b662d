package io.pando.bench.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void whatIsWrittenIsRead() throws IOException {
    ResultFile file = new ResultFile(temp.resolve(ResultFile.NAME));
    assertThat(file.read()).isEmpty();
    for (StudyCase it : StudyPlan.of(0.3, "isal").cases()) {
      file.append(
          StudyResult.of(
              "pando",
              it,
              Map.of(Figure.FILL_SECONDS, 1.5, Figure.NET_BYTES, 12e9),
              List.of(new StudyResult.CpuPoint(0.25, 1.75)),
              "a \"note\""));
    }
    List<StudyResult> read = file.read();
    assertThat(read).extracting(StudyResult::at).isEqualTo(StudyPlan.of(0.3, "isal").cases());
    assertThat(read)
        .allSatisfy(result -> {
          assertThat(result.figure(Figure.FILL_SECONDS)).hasValue(1.5);
          assertThat(result.figure(Figure.NET_BYTES)).hasValue(12e9);
          assertThat(result.figure(Figure.LISTING_SECONDS)).isEmpty();
          assertThat(result.cpu()).containsExactly(new StudyResult.CpuPoint(0.25, 1.75));
          assertThat(result.note()).isEqualTo("a \"note\"");
        });
  }

  @Test
  void aLineThatIsCutIsNamed() throws IOException {
    ResultFile file = new ResultFile(temp.resolve(ResultFile.NAME));
    file.append(
        StudyResult.of("x", StudyPlan.of(1, "isal").cases().getFirst(), Map.of(), List.of(), ""));
    Files.writeString(file.path(), "{\"system\":\"pan", StandardOpenOption.APPEND);
    assertThatThrownBy(file::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 2 of");
  }
}
