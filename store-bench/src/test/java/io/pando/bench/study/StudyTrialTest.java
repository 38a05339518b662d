package io.pando.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.StudyCase;
import io.pando.bench.study.plan.StudyPool;
import io.pando.bench.study.plan.StudyResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A small case with real processes: 2+1 on four hosts. */
class StudyTrialTest {
  private static final int OBJECTS = 40;

  @TempDir private Path temp = Path.of("");

  @Test
  @Timeout(180)
  void checkingAndRebuildingAreApart() throws Exception {
    StudyCase at =
        new StudyCase(
            "test/2+1",
            new StudyPool(0, new StudyPool.Code("isa", 2, 1, 0, 16 << 10), "plain", 8),
            new StudyCase.Data(OBJECTS, 1 << 20),
            new StudyCase.Layout(4, 1),
            new StudyCase.Conditions(4, 100, 1, false, 1),
            new StudyCase.Loss(1, false));
    List<String> steps = new ArrayList<>();
    StudyResult result = StudyTrial.run(at, new StudyTrial.Site(temp, System.err), steps::add);
    assertThat(steps).contains("kills [osd.0]", "rebuilds");
    assertThat(result.at()).isEqualTo(at);
    assertThat(result.note()).contains("plain");
    for (Figure figure : Figure.values()) {
      assertThat(result.figure(figure)).as(figure.key()).isPresent();
    }
    double waiting = value(result, Figure.WAITING_SECONDS);
    assertThat(waiting)
        .as("the monitors wait before they mark the OSD out")
        .isBetween(StudyTrial.OUT_SECONDS - 1.0, StudyTrial.OUT_SECONDS + 20.0);
    assertThat(value(result, Figure.NOTICING_SECONDS)).isPositive();
    assertThat(value(result, Figure.CHECKING_SECONDS))
        .isGreaterThanOrEqualTo(value(result, Figure.NOTICING_SECONDS) + waiting);
    // Rebuilding begins when the OSD is out: it does not contain the wait.
    assertThat(value(result, Figure.REBUILDING_SECONDS)).isPositive();
    // Each OSD has a fragment of about three of four objects.
    assertThat(value(result, Figure.REBUILT_OBJECTS)).isGreaterThan(OBJECTS / 4.0);
    assertThat(value(result, Figure.NET_BYTES)).isGreaterThan(OBJECTS / 4.0 * (1 << 19));
    assertThat(value(result, Figure.SPACE_PER_BYTE)).isBetween(1.4, 2.5);
    assertThat(result.cpu()).hasSizeGreaterThan(10);
  }

  private static double value(StudyResult result, Figure figure) {
    return result.figure(figure).orElseThrow();
  }
}
