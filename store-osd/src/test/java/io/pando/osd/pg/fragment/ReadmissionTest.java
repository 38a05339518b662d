package io.pando.osd.pg.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.store.StoreOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A member is asked whether a fragment that it counts as missing is whole. */
class ReadmissionTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");

  private final FragmentedReads group = new FragmentedReads(false);
  private final GroupHarness harness = group.harness;

  /** The member's answer. */
  private FragmentMessage.Part ask(Version version) {
    harness.effects();
    new FragmentServer(harness.replica)
        .onRead(
            GroupHarness.stream(FragmentedReads.member(1).osd()),
            new FragmentMessage.ReadFragments(
                Maps.GROUP,
                Maps.EPOCH,
                1,
                List.of(FragmentMessage.Query.readmission(OBJECT, version))));
    harness.settle();
    List<FragmentMessage.FragmentsRead> said = harness.said(FragmentMessage.FragmentsRead.class);
    assertThat(said).hasSize(1);
    return said.getFirst().parts().getFirst();
  }

  private boolean isMissing() {
    return harness.replica.missing().containsKey(OBJECT);
  }

  @Test
  void aWholeFragmentCountsAsPresent() {
    group.loseOwn();
    FragmentMessage.Part part = ask(group.version);
    assertThat(part.problem()).isEmpty();
    assertThat(part.version()).isEqualTo(group.version);
    assertThat(isMissing()).isFalse();
  }

  /** The answer was lost. */
  @Test
  void whatIsAskedAgainIsAnsweredAgain() {
    group.loseOwn();
    assertThat(ask(group.version)).isEqualTo(ask(group.version));
    assertThat(isMissing()).isFalse();
  }

  @Test
  void oneWithUnreadableBytesStaysMissing() {
    group.loseOwn();
    group.spoil(0, 0);
    assertThat(ask(group.version).problem()).isNotEmpty();
    assertThat(isMissing()).isTrue();
  }

  @Test
  void oneOfAnotherVersionStaysMissing() {
    group.loseOwn();
    group.recordOwn(new Version(group.version.epoch(), group.version.counter() + 1));
    assertThat(ask(group.version).version()).isEqualTo(Version.ZERO);
    assertThat(isMissing()).isTrue();
  }

  @Test
  void oneThatIsTooLongStaysMissing() {
    group.loseOwn();
    harness.store.apply(
        List.of(
            new StoreOp.Write(
                GroupHarness.COLLECTION,
                OBJECT,
                group.bytes.length,
                Payload.wrap(new byte[] {1}))));
    assertThat(ask(group.version).version()).isEqualTo(Version.ZERO);
    assertThat(isMissing()).isTrue();
  }

  @Test
  void anAbsentOneStaysMissing() {
    group.loseOwn();
    harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, OBJECT)));
    assertThat(ask(group.version).version()).isEqualTo(Version.ZERO);
    assertThat(isMissing()).isTrue();
  }

  /** The question may come late: the object has been updated elsewhere since. */
  @Test
  void whatIsMissingInAnotherVersionStaysMissing() {
    Version newer = new Version(group.version.epoch(), group.version.counter() + 5);
    harness.replica.noteMissing(OBJECT, newer);
    harness.settle();
    ask(group.version);
    assertThat(harness.replica.missing()).containsEntry(OBJECT, newer);
  }

  @Test
  void aFragmentIsStillMissingIfThatCannotBeStored() {
    group.loseOwn();
    harness.setRoom(false);
    assertThat(ask(group.version).version()).isEqualTo(Version.ZERO);
    assertThat(isMissing()).isTrue();
  }

  /** Its bytes could not be read for a while, but the update was written over them. */
  @Test
  void anUnreadableOneThatWasUpdatedMeanwhileCountsAsPresent() {
    group.loseOwn();
    Version updated = group.updatePart();
    assertThat(harness.replica.missing()).containsEntry(OBJECT, updated);
    assertThat(ask(updated).version()).isEqualTo(updated);
    assertThat(isMissing()).isFalse();
  }

  /** An update of a part would give old bytes the new version. */
  @Test
  void aWrongOneThatWasUpdatedMeanwhileStaysMissing() {
    harness.replica.noteWrong(OBJECT, group.version);
    Version updated = group.updatePart();
    assertThat(harness.replica.missing()).containsEntry(OBJECT, updated);
    assertThat(ask(updated).version()).isNotEqualTo(updated);
    assertThat(isMissing()).isTrue();
    Version again = group.updatePart();
    assertThat(ask(again).version()).isNotEqualTo(again);
    assertThat(isMissing()).isTrue();
  }
}
