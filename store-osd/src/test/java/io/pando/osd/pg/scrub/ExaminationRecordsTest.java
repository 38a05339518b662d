package io.pando.osd.pg.scrub;

import static io.pando.osd.pg.scrub.ExaminedPair.AT;
import static io.pando.osd.pg.scrub.ExaminedPair.bad;
import static io.pando.osd.pg.scrub.ExaminedPair.missing;
import static io.pando.osd.pg.scrub.ExaminedPair.object;
import static io.pando.osd.pg.scrub.ScrubPair.HERE;
import static io.pando.osd.pg.scrub.ScrubPair.THERE;
import static io.pando.osd.pg.scrub.ScrubPair.ask;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.Bad;
import io.pando.message.ScrubMessage.Examine;
import io.pando.message.ScrubMessage.Recorded;
import io.pando.message.ScrubMessage.Repair;
import io.pando.message.ScrubMessage.TellRecords;
import io.pando.osd.pg.scrub.ExaminedPair.Told;
import io.pando.report.group.CopyFault;
import io.pando.report.group.InconsistentObject;
import io.pando.report.group.InconsistentObject.BadCopy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Objects of which no log tells: what members have recorded of them decides. */
class ExaminationRecordsTest {
  private final ExaminedPair here = new ExaminedPair();

  private void loseAndTell(ObjectId object, IndexEntry... theirs) {
    here.loseThere(object);
    here.examine(List.of(object(0), object));
    here.pair.effects();
    here.pair.answer(1, new Examine(List.of(object(0), object)));
    assertThat(here.pair.effects())
        .as("of equal copies no record is needed")
        .containsExactly(ask(2, new TellRecords(List.of(object))));
    here.pair.answer(2, new Recorded(List.of(theirs)));
  }

  private void told(Version version, boolean provable, BadCopy... bad) {
    isOverOrMends(provable);
    assertThat(here.consistent).containsExactly(object(0));
    assertThat(here.inconsistent)
        .containsExactly(
            new Told(new InconsistentObject(object(1), version, provable, List.of(bad)), provable));
  }

  private void isOverOrMends(boolean mends) {
    assertThat(here.pair.round.isUnderWay()).isEqualTo(mends);
    assertThat(here.done).isEqualTo(mends ? 0 : 1);
  }

  @Test
  void aRecordTellsWhatTheLogDoesNot() {
    Version mine = new Version(1, 2);
    loseAndTell(object(1), new IndexEntry(mine, object(1), true));
    told(mine, true, missing(THERE));
    assertThat(here.pair.effects())
        .contains(ask(3, new Repair(List.of(new Bad(object(1), Version.ZERO, mine, false)))));
  }

  @Test
  void aRecordOfARemovalTellsThatItIsExtra() {
    loseAndTell(object(1), new IndexEntry(new Version(1, 9), object(1), false));
    told(
        Version.ZERO,
        true,
        bad(
            HERE,
            CopyFault.EXTRA,
            "it was removed, but a copy exists in version " + new Version(1, 2)));
  }

  @Test
  void aRecordThatIsOlderThanACopyTellsNothing() {
    loseAndTell(object(1), new IndexEntry(AT, object(1), false));
    undecided();
  }

  @Test
  void withoutARecordNothingIsDecided() {
    loseAndTell(object(1));
    undecided();
  }

  private void undecided() {
    Version mine = new Version(1, 2);
    told(
        mine,
        false,
        bad(
            HERE,
            CopyFault.EXTRA,
            "a copy exists in version " + mine + "; other members do not have it"),
        bad(THERE, CopyFault.MISSING, "missing; other copies exist"));
  }

  /** What belonged to another group when it was updated says nothing of the copy here. */
  @Test
  void anUpdateElsewhereTellsNothingOfAnObject() {
    here.pair.here.update(object(1), LogEntry.Kind.PLACEHOLDER);
    here.pair.here.group.settle();
    here.pair.here.group.put(object(1), new Version(1, 2), "four");
    loseAndTell(object(1));
    undecided();
  }
}
