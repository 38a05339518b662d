package io.pando.mon.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.OsdId;
import io.pando.mon.state.FailureReports.Report;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who says that which OSD does not answer. */
class FailureReportsTest {
  private static final OsdId A = new OsdId(1);
  private static final OsdId B = new OsdId(2);
  private static final OsdId C = new OsdId(3);

  private static Report report(long nonce, long atMillis, boolean refused) {
    return new Report(nonce, atMillis, atMillis, refused);
  }

  private static FailureReports some() {
    return FailureReports.NONE
        .with(A, B, report(7, 100, false))
        .with(C, B, report(7, 200, false))
        .with(B, A, report(8, 300, true));
  }

  @Test
  void eachPairHasItsReport() {
    FailureReports reports = some();
    assertThat(reports.of(B))
        .containsExactly(Map.entry(A, report(7, 100, false)), Map.entry(C, report(7, 200, false)));
    assertThat(reports.of(A)).containsExactly(Map.entry(B, report(8, 300, true)));
    assertThat(reports.of(C)).isEmpty();
    assertThat(FailureReports.NONE.byFailed()).isEmpty();
  }

  @Test
  void theSameSaidAgainKeepsWhenItBegan() {
    FailureReports again = some().with(A, B, report(7, 900, false));
    assertThat(again.of(B)).containsEntry(A, new Report(7, 100, 900, false)).hasSize(2);
    FailureReports refused = again.with(A, B, report(7, 950, true));
    assertThat(refused.of(B)).containsEntry(A, new Report(7, 100, 950, true));
    FailureReports stays = refused.with(A, B, report(7, 960, false));
    assertThat(stays.of(B))
        .as("who was refused once was refused")
        .containsEntry(A, new Report(7, 100, 960, true));
  }

  @Test
  void ofAnotherIncarnationNothingWasSaidBefore() {
    FailureReports other = some().with(B, A, report(9, 900, false));
    assertThat(other.of(A)).containsExactly(Map.entry(B, report(9, 900, false)));
  }

  @Test
  void whatIsTakenBackIsGoneAlone() {
    FailureReports less = some().without(A, B);
    assertThat(less.of(B)).containsOnlyKeys(C);
    assertThat(less.of(A)).containsOnlyKeys(B);
    assertThat(less.without(C, B).byFailed()).as("no empty map stays").containsOnlyKeys(A);
    assertThat(less.without(B, C)).as("nothing was said of it").isSameAs(less);
  }

  @Test
  void whoIsDownIsNotSpokenOfAndDoesNotSpeak() {
    assertThat(some().forget(List.of(A)).byFailed()).containsOnlyKeys(B);
    assertThat(some().forget(List.of(A)).of(B)).containsOnlyKeys(C);
    assertThat(some().forget(List.of(C)).of(B)).containsOnlyKeys(A);
    assertThat(some().forget(List.of(B))).isEqualTo(FailureReports.NONE);
    assertThat(some().forget(List.of())).isEqualTo(some());
  }

  @Test
  void oldReportsEnd() {
    assertThat(some().since(100)).isEqualTo(some());
    assertThat(some().since(101).of(B)).containsOnlyKeys(C);
    assertThat(some().since(201).byFailed()).containsOnlyKeys(A);
    assertThat(some().since(301)).isEqualTo(FailureReports.NONE);
  }
}
