package io.pando.osd.pg.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A record of a fragment that says another version than the object has. */
class OwnRecordTest {
  private static Version after(Version version, int updates) {
    return new Version(version.epoch(), version.counter() + updates);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLogKnowsBetterThanTheRecordOfTheOwnFragment(boolean fast) {
    FragmentedReads group = new FragmentedReads(fast);
    group.recordOwn(after(group.version, 1));
    FragmentedReads.Read read = group.read();
    group.answerAll();
    read.check();
    assertThat(group.bad).containsExactly(FragmentedReads.member(0));
  }

  /** The read needs the own fragment alone, so no other member contradicts it. */
  @ParameterizedTest
  @CsvSource({"-1, true", "-1, false", "1, true", "1, false"})
  void theLogKnowsBetterWhereNoOtherFragmentIsNeeded(int updates, boolean fast) {
    FragmentedReads group = new FragmentedReads(fast);
    group.recordOwn(after(group.version, updates));
    FragmentedReads.Read read = group.read(new ByteRange(0, 10));
    group.answerAll();
    read.check();
    assertThat(group.bad).containsExactly(FragmentedReads.member(0));
    assertThat(group.decodedReads()).isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anObjectThatIsNotHereAndThatTheLogKnowsIsReadFromTheOthers(boolean fast) {
    FragmentedReads group = new FragmentedReads(fast);
    group.dropOwn();
    FragmentedReads.Read read = group.read();
    group.answerAll();
    read.check();
    assertThat(group.bad).containsExactly(FragmentedReads.member(0));
  }

  /** The log says that the object was removed, or nothing: then what the store says counts. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anObjectThatIsNotHereAndThatTheLogDoesNotKnowIsAbsent(boolean removed) {
    FragmentedReads group = new FragmentedReads(false);
    if (removed) {
      group.remove();
    } else {
      group.trimLog();
      group.dropOwn();
    }
    FragmentedReads.Read read = group.read();
    group.answerAll();
    assertThat(read.isAbsent()).isTrue();
    assertThat(group.bad).isEmpty();
  }

  /** The log says which version is right, however many have another one. */
  @Test
  void theLogOutweighsTheOthers() {
    FragmentedReads group = new FragmentedReads(false);
    List.of(1, 3, 4).forEach(position -> group.spoil(position, 2));
    FragmentedReads.Read read = group.read();
    group.answerAll();
    assertThat(read.isBlocked()).isTrue();
    assertThat(group.bad).isEqualTo(group.spoilt());
  }

  /** Without an entry of the object: a version in what the log covers, and one before it. */
  @ParameterizedTest
  @CsvSource({"2, true", "2, false", "1, true", "1, false"})
  void withoutTheLogTheOthersDo(int updates, boolean fast) {
    FragmentedReads group = new FragmentedReads(fast);
    group.trimLog();
    group.recordOwn(after(group.version, updates));
    FragmentedReads.Read read = group.read();
    group.answerAll();
    assertThat(group.bad).containsExactly(FragmentedReads.member(0));
    if (!read.isDone()) {
      assertThat(read.isBlocked()).isTrue();
      group.loseOwn();
      read = group.read();
      group.answerAll();
    }
    read.check();
  }

  /** The own fragment alone answers the read; the others are late, and tell what is wrong. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void lateAnswersProveThatTheRecordIsWrong(int updates) {
    FragmentedReads group = new FragmentedReads(true);
    group.trimLog();
    group.recordOwn(after(group.version, updates));
    FragmentedReads.Read read = group.read(new ByteRange(0, 10));
    group.answer(0);
    read.check();
    group.answerAll();
    assertThat(group.bad).containsExactly(FragmentedReads.member(0));
    assertThat(group.reads.awaited()).isZero();
  }

  /** The own fragment is read last, and ends the read; the others told before what is wrong. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void earlyAnswersProveThatTheRecordIsWrong(int updates) {
    FragmentedReads group = new FragmentedReads(true);
    group.trimLog();
    group.recordOwn(after(group.version, updates));
    FragmentedReads.Read read = group.read(new ByteRange(0, 10));
    List.of(1, 2, 3).forEach(group::answer);
    assertThat(read.isDone()).isFalse();
    group.answer(0);
    read.check();
    group.answerAll();
    assertThat(group.bad).containsExactly(FragmentedReads.member(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void lateAnswersAreWrongIfTheOthersAgreeWithTheRecord(int way) {
    FragmentedReads group = new FragmentedReads(true);
    group.trimLog();
    group.spoil(3, way);
    group.spoil(5, way);
    FragmentedReads.Read read = group.read(new ByteRange(0, 10));
    group.answer(0);
    read.check();
    group.answerAll();
    assertThat(group.bad).isEqualTo(group.spoilt());
  }

  /** Neither version decodes, so no fragment counts as bad. */
  @Test
  void lateAnswersProveNothingIfTooFewAgree() {
    FragmentedReads group = new FragmentedReads(true);
    group.trimLog();
    group.spoil(1, 1);
    group.spoil(2, 1);
    group.spoil(3, 2);
    FragmentedReads.Read read = group.read(new ByteRange(0, 10));
    group.answer(0);
    read.check();
    group.answerAll();
    assertThat(group.bad).isEmpty();
    assertThat(group.reads.awaited()).isZero();
  }

  @Test
  void aRecordThatIsRightIsBelieved() {
    FragmentedReads group = new FragmentedReads(false);
    group.trimLog();
    group.spoil(3, 1);
    FragmentedReads.Read read = group.read();
    group.answerAll();
    read.check();
    assertThat(group.bad).containsExactly(FragmentedReads.member(3));
  }

  @Test
  void tooFewOthersProveNothing() {
    FragmentedReads group = new FragmentedReads(false);
    group.trimLog();
    List.of(1, 3, 4).forEach(position -> group.spoil(position, 1));
    FragmentedReads.Read read = group.read();
    group.answerAll();
    assertThat(read.isBlocked()).isTrue();
    assertThat(group.bad).isEqualTo(group.spoilt());
  }

  /** What a member notes when it is asked for a version that it does not have. */
  @ParameterizedTest
  @CsvSource({
    "false, 0, 0, false",
    "false, -1, 0, true",
    "false, 0, 1, false",
    "false, -1, 1, false",
    "true, -1, 0, false",
    "true, 0, 1, false",
    "true, 0, 2, false",
  })
  void aMemberNotesItsFragmentOnlyIfItsLogSaysTheSame(
      boolean trimmed, int recorded, int wanted, boolean noted) {
    FragmentedReads group = new FragmentedReads(false);
    GroupHarness harness = group.harness;
    if (trimmed) {
      group.trimLog();
    }
    group.recordOwn(after(group.version, recorded));
    ObjectId object = GroupHarness.object("o");
    new FragmentServer(harness.replica)
        .onRead(
            GroupHarness.stream(FragmentedReads.member(1).osd()),
            new FragmentMessage.ReadFragments(
                Maps.GROUP,
                Maps.EPOCH,
                1,
                List.of(
                    new FragmentMessage.Query(
                        object,
                        after(group.version, wanted),
                        List.of(new ByteRange(0, 10)),
                        false))));
    harness.settle();
    assertThat(harness.replica.missing().containsKey(object)).isEqualTo(noted);
    assertThat(harness.said(FragmentMessage.FragmentsRead.class)).hasSize(1);
  }

  /** The update was sent before the primary learned of the bad fragment. */
  @Test
  void aFragmentThatIsUpdatedMeanwhileIsMissingInTheNewVersion() {
    FragmentedReads group = new FragmentedReads(false);
    group.loseOwn();
    group.update();
    assertThat(group.harness.replica.missing())
        .containsEntry(GroupHarness.object("o"), after(group.version, 1));
  }
}
