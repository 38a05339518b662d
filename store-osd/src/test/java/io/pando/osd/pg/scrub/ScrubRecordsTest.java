package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.message.ScrubMessage.RememberScrub;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.ScrubLimits;
import org.junit.jupiter.api.Test;

/** Which of two records of a group's scrubbing counts. */
class ScrubRecordsTest {
  private final ScrubPair pair = new ScrubPair(new ScrubLimits(0, 0, 0, 4, 3, true));
  private final PrimaryScrub scrub = scrub();

  private PrimaryScrub scrub() {
    pair.begin();
    return new PrimaryScrub(
        pair.here.replica(), pair.replication, pair.recovery, pair.memory, () -> true);
  }

  private ScrubRecord record() {
    return pair.here.replica().scrub();
  }

  /** A record of a scrub that is as far as this. */
  private static ScrubRecord with(long revision, int mark) {
    return new ScrubRecord(
        new ScrubRecord.Past(1, 0, 0, 0),
        new ScrubRecord.Progress(ScrubKind.NONE, ScrubKind.LIGHT, mark),
        ScrubRecord.Found.NOTHING,
        0,
        revision);
  }

  /** A replica may know more than a primary that was elsewhere when the group was scrubbed. */
  @Test
  void aPrimaryThatHasNotBegunTakesTheLaterRecord() {
    scrub.onTold(with(5, 1 << 28));
    assertThat(record()).isEqualTo(with(5, 1 << 28));
    scrub.onTold(with(4, 2 << 28));
    scrub.onTold(with(5, 2 << 28));
    assertThat(record()).as("not later").isEqualTo(with(5, 1 << 28));
    scrub.onTold(with(6, 3 << 28));
    assertThat(record()).isEqualTo(with(6, 3 << 28));
  }

  @Test
  void aPrimaryThatHasBegunKnowsBest() {
    scrub.onTick(1_000);
    ScrubRecord own = record();
    assertThat(own).isNotEqualTo(ScrubRecord.NEVER);
    scrub.onTold(with(own.revision() + 1, 1 << 28));
    assertThat(record()).isEqualTo(own);
    pair.memory.onNotPrimary();
    scrub.onTold(with(own.revision() + 1, 1 << 28));
    assertThat(record())
        .as("another OSD led meanwhile")
        .isEqualTo(with(own.revision() + 1, 1 << 28));
  }

  /** Its record counts even if it is the earlier one. */
  @Test
  void aReplicaRemembersWhatThePrimarySays() {
    ReplicaScrub replica = new ReplicaScrub(pair.here.replica(), pair.memory);
    replica.onRemember(new RememberScrub(Maps.GROUP, Maps.EPOCH, with(7, 5)));
    assertThat(record()).isEqualTo(with(7, 5));
    replica.onRemember(new RememberScrub(Maps.GROUP, Maps.EPOCH, with(3, 9)));
    assertThat(record()).isEqualTo(with(3, 9));
  }
}
