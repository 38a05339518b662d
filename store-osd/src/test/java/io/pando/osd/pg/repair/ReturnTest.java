package io.pando.osd.pg.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.report.ReturnReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReturnTest {
  private static final long BEGAN = -1_000;

  private static Return begun() {
    Return back = new Return(_ -> {});
    back.begin("tree", List.of(), BEGAN);
    return back;
  }

  /** While what was found is copied nobody looks for more: that is no discovery. */
  @Test
  void pausesAreNotDiscovery() {
    Return back = begun();
    back.onLooked(BEGAN + 10);
    back.onLooking(BEGAN + 100);
    back.onLooking(BEGAN + 103);
    back.onLooked(BEGAN + 105);
    back.onLooked(BEGAN + 200);
    assertThat(back.report().times()).isEqualTo(new ReturnReport.Times(15, 0, 0));
    back.onLooking(BEGAN + 300);
    back.onKnown(BEGAN + 301);
    back.onWhole(BEGAN + 400);
    assertThat(back.report().times()).isEqualTo(new ReturnReport.Times(16, 301, 400));
  }

  @Test
  void whatIsWholeIsSoSinceTheFirstTime() {
    Return back = begun();
    back.onKnown(BEGAN + 5);
    back.onWhole(BEGAN + 7);
    back.onKnown(BEGAN + 50);
    back.onWhole(BEGAN + 70);
    assertThat(back.report().times()).isEqualTo(new ReturnReport.Times(5, 5, 7));
  }

  @Test
  void whoIsToldAgainBeginsAgain() {
    Return back = begun();
    back.onKnown(BEGAN + 5);
    back.onWhole(BEGAN + 7);
    back.onLacking(3);
    back.begin("index", List.of(), BEGAN + 1_000);
    back.onKnown(BEGAN + 1_020);
    assertThat(back.report().times()).isEqualTo(new ReturnReport.Times(20, 20, 0));
    assertThat(back.report().lacking()).isZero();
  }
}
