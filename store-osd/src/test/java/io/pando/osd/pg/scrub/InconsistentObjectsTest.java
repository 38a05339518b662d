package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.report.group.InconsistentObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What scrubs found, and until when it counts. */
class InconsistentObjectsTest {
  private final InconsistentObjects findings = new InconsistentObjects();

  private static ObjectId object(int number) {
    return GroupHarness.object("o" + number);
  }

  private boolean add(int number, long scrub, boolean repairing) {
    boolean provable = number % 2 == 0;
    return findings.add(
        new InconsistentObject(object(number), Version.ZERO, provable, List.of()),
        scrub,
        repairing);
  }

  private static ScrubRecord.Found found(long inconsistent, long unprovable, long leaves) {
    return new ScrubRecord.Found(inconsistent, unprovable, leaves);
  }

  @Test
  void whatIsRepairedIsTakenOnceItIsNotInWork() {
    add(1, 0, false);
    add(2, 0, true);
    assertThat(findings.lastFound()).isEqualTo(2);
    assertThat(findings.now()).isEqualTo(found(2, 1, 0));
    assertThat(findings.lasting()).isEqualTo(found(1, 1, 0));
    assertThat(findings.takeRepaired(_ -> true)).isZero();
    assertThat(findings.takeRepaired(_ -> false)).isOne();
    assertThat(findings.now()).isEqualTo(found(1, 1, 0));
    findings.onConsistent(object(1));
    assertThat(findings.now()).isEqualTo(found(0, 0, 0));
  }

  @Test
  void whatWasFoundInALostPartIsLookedForAnew() {
    add(1, 0, false);
    findings.onPartDone();
    add(2, 0, false);
    findings.onPartLost();
    assertThat(findings.left(1)).containsExactly(object(1));
    findings.onPartLost();
    assertThat(findings.left(1)).containsExactly(object(1));
  }

  @Test
  void whatAnotherScrubFoundIsLeftUntilEverythingWasReadOnceMore() {
    findings.begin(found(5, 2, 3));
    add(1, 7, false);
    add(2, 7, true);
    add(3, 8, false);
    assertThat(findings.left(8)).containsExactly(object(1));
    findings.onBegun();
    assertThat(findings.lastFound()).isZero();
    findings.onEnded(8, false, true);
    findings.onEnded(8, true, false);
    assertThat(findings.now()).isEqualTo(found(8, 4, 0));
    findings.onEnded(8, true, true);
    assertThat(findings.now()).isEqualTo(found(2, 1, 0));
    assertThat(findings.left(7)).containsExactly(object(3));
  }

  @Test
  void wrongLeavesCountUntilAScrubFindsNone() {
    findings.onBegun();
    findings.onWrongLeaves(2);
    findings.onWrongLeaves(0);
    findings.onEnded(1, true, true);
    assertThat(findings.now()).isEqualTo(found(0, 0, 2));
    findings.onBegun();
    findings.onEnded(2, false, true);
    assertThat(findings.now()).isEqualTo(found(0, 0, 2));
    findings.onEnded(2, true, false);
    assertThat(findings.now()).isEqualTo(found(0, 0, 0));
  }

  @Test
  void aThousandAreKept() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(add(i, 0, false)).isTrue();
    }
    assertThat(add(1_000, 0, false)).isFalse();
    assertThat(add(5, 1, false)).as("it is known").isTrue();
    assertThat(findings.lastFound()).isEqualTo(1_002);
    assertThat(findings.list(100)).hasSize(100);
    assertThat(findings.list(2_000)).hasSize(1_000);
  }
}
