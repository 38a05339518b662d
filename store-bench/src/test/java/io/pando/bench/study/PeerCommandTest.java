package io.pando.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.StudyCase;
import io.pando.bench.study.plan.StudyPlan;
import io.pando.bench.study.plan.StudyResult;
import io.pando.cli.command.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeerCommandTest {
  private static final StudyCase AT = StudyPlan.of(1, "vector").cases().getFirst();
  private static final PeerCommand PEER = PeerCommand.parse("ceph=./case.sh --x=1");

  @Test
  void aNameAndACommandAreRead() {
    assertThat(PEER).isEqualTo(new PeerCommand("ceph", "./case.sh --x=1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ceph", "=run", "ceph=", "ceph= ", "a b=run", "pando=run"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> PeerCommand.parse(text))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("--peer");
  }

  @Test
  void figuresAreRead() {
    StudyResult result =
        PEER.answer(
            AT,
            """
            {"noticing_seconds": 1, "waiting_seconds": 5, "peering_seconds": 0.5,
             "listing_seconds": 0, "rebuilding_seconds": 30, "fill_seconds": null,
             "cpu": [[1, 0.5], [2, 1.5]], "note": "16.2.15"}
            """);
    assertThat(result.system()).isEqualTo("ceph");
    assertThat(result.at()).isEqualTo(AT);
    assertThat(result.figure(Figure.CHECKING_SECONDS)).hasValue(6.5);
    assertThat(result.wholeSeconds()).hasValue(36.5);
    assertThat(result.figure(Figure.FILL_SECONDS)).isEmpty();
    assertThat(result.cpu()).contains(new StudyResult.CpuPoint(2, 1.5));
    assertThat(result.note()).isEqualTo("16.2.15");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      textBlock =
          """
          ready                        ! not JSON
          [1]                          ! '[1]'
          {"speed": 1}                 ! 'speed', which is no figure; figures are write_bytes_per_second
          {"fill_seconds": "1"}        ! fill_seconds = "1", which is not a number
          {"fill_seconds": -1}         ! fill_seconds = -1, which is not a number from 0 on
          {"cpu": [[1]]}               ! the point [1] in cpu
          """)
  void otherAnswersAreRefused(String answer, String complaint) {
    assertThatThrownBy(() -> PEER.answer(AT, answer))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("peer ceph")
        .hasMessageContaining(complaint);
  }

  @Test
  void theCommandGetsTheCaseAndItsAnswerCounts() throws Exception {
    StudyResult result =
        PeerCommand.parse("p=grep -q 'jerasure 4+2: 1 lost' && echo '{\"fill_seconds\": 3}'")
            .run(AT);
    assertThat(result.figure(Figure.FILL_SECONDS)).hasValue(3);
    assertThatThrownBy(() -> PeerCommand.parse("p=exit 4").run(AT))
        .hasMessageContaining("status 4");
  }
}
