package io.pando.osd.pg.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.ObjectId;
import io.pando.report.RepairCounts;
import io.pando.report.group.ReturnReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaReturnTest {
  private static final long BEGAN = -1_000;

  private static ReplicaReturn begun() {
    ReplicaReturn back = new ReplicaReturn(_ -> {});
    back.begin("tree", List.of(), BEGAN);
    return back;
  }

  /** While found objects are copied, no search runs: that time is no discovery. */
  @Test
  void pausesAreNotDiscovery() {
    ReplicaReturn back = begun();
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
    ReplicaReturn back = begun();
    back.onKnown(BEGAN + 5);
    back.onWhole(BEGAN + 7);
    back.onKnown(BEGAN + 50);
    back.onWhole(BEGAN + 70);
    assertThat(back.report().times()).isEqualTo(new ReturnReport.Times(5, 5, 7));
  }

  /** Digests, parts and objects with their names take different numbers of bytes. */
  @Test
  void whatItTakesIsCountedOfEachKind() {
    List<RepairCounts> counted = new ArrayList<>();
    ReplicaReturn back = new ReplicaReturn(counted::add);
    ObjectId object = new ObjectId(1, "name");
    back.begin("tree", List.of(object), BEGAN);
    assertThat(counted)
        .containsExactly(
            RepairCounts.way("tree"),
            RepairCounts.compared(1, 0, 0, 0),
            RepairCounts.compared(0, 12 + 4 + 4, 0, 1));
    counted.clear();
    back.onDigests(5, 7);
    back.onParts(11);
    back.onAsked(13);
    back.onListed(List.of(object, new ObjectId(2, "n")));
    back.onLacking(17);
    assertThat(counted)
        .containsExactly(
            RepairCounts.compared(1, 7 * 8 + 5 * 3, 7, 0),
            RepairCounts.compared(0, 11 * 3, 0, 0),
            RepairCounts.compared(1, 13 * 3, 0, 0),
            RepairCounts.compared(0, 20 + 17, 0, 2),
            RepairCounts.differing(17));
    back.onBrought(1_000, 300);
    back.onBrought(10, 3);
    back.onCopied();
    assertThat(back.report())
        .isEqualTo(
            new ReturnReport(
                "tree",
                new ReturnReport.Cost(3, 20 + 71 + 33 + 39 + 37, 7, 3),
                17,
                new ReturnReport.Copies(1, 1_010, 303),
                new ReturnReport.Times(0, 0, 0)));
  }

  @Test
  void whoIsToldAgainBeginsAgain() {
    ReplicaReturn back = begun();
    back.onKnown(BEGAN + 5);
    back.onWhole(BEGAN + 7);
    back.onLacking(3);
    back.begin("index", List.of(), BEGAN + 1_000);
    back.onKnown(BEGAN + 1_020);
    assertThat(back.report().times()).isEqualTo(new ReturnReport.Times(20, 20, 0));
    assertThat(back.report().lacking()).isZero();
  }
}
