package io.pando.osd.pg.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.id.MemberId;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of a pool of 4+2 whose members answer in any order, late, wrongly, or never. */
class FastReadTest {
  private final Random64 random = new Random64(4);

  @Test
  void anAnswerThatNeverComesDoesNotHoldUpAFastRead() {
    FragmentedReads group = new FragmentedReads(true);
    FragmentedReads.Read read = group.read();
    assertThat(group.asked()).containsExactly(1, 2, 3, 4, 5);
    for (int position : List.of(0, 5, 3)) {
      group.answer(position);
      assertThat(read.isDone()).as("three do not suffice").isFalse();
    }
    group.answer(4);
    read.check();
    assertThat(group.bad).isEmpty();
    assertThat(group.decodedReads()).as("nothing is lost").isZero();
  }

  @Test
  void withoutTheOptionItDoes() {
    FragmentedReads group = new FragmentedReads(false);
    FragmentedReads.Read read = group.read();
    assertThat(group.asked()).as("only what is needed").containsExactly(1, 2, 3);
    group.answer(0);
    group.answer(1);
    group.answer(2);
    assertThat(read.isDone()).isFalse();
    group.answer(3);
    read.check();
    assertThat(group.reads.awaited()).isZero();
  }

  @Test
  void anyOrderOfAnswersAndAnyBadOnesGiveTheBytes() {
    for (int round = 0; round < 300; round++) {
      FragmentedReads group = new FragmentedReads(true);
      for (int i = random.nextInt(3); i > 0; i--) {
        group.spoil(random.nextInt(6), random.nextInt(3));
      }
      FragmentedReads.Read read = group.read(range(group.bytes.length));
      order().forEach(group::answer);
      read.check();
      assertThat(group.reads.awaited()).isZero();
      assertThat(group.bad).as("late ones are noted too").isEqualTo(group.spoilt());
    }
  }

  /** All positions, in any order. */
  private List<Integer> order() {
    List<Integer> order = new ArrayList<>();
    for (int position = 0; position < 6; position++) {
      order.add(random.nextInt(position + 1), position);
    }
    return order;
  }

  private ByteRange range(int size) {
    int offset = random.nextInt(size);
    return new ByteRange(offset, 1 + random.nextInt(size - offset));
  }

  @Test
  void ifTooManyAreBadOnesTheReadWaits() {
    FragmentedReads group = new FragmentedReads(true);
    FragmentedReads.Read read = group.read();
    List.of(1, 3, 4).forEach(position -> group.spoil(position, 0));
    List.of(0, 1, 2, 3, 4, 5).forEach(group::answer);
    assertThat(read.isDone()).isFalse();
    assertThat(read.isBlocked()).isTrue();
    assertThat(group.bad).containsExactly(member(1), member(3), member(4));
  }

  private static MemberId member(int position) {
    return FragmentedReads.member(position);
  }

  @Test
  void lateAnswersTellNothingOfAnObjectThatHasChanged() {
    FragmentedReads group = new FragmentedReads(true);
    FragmentedReads.Read read = group.read();
    group.spoil(5, 0);
    List.of(0, 1, 2, 3).forEach(group::answer);
    read.check();
    group.update();
    List.of(4, 5).forEach(group::answer);
    assertThat(group.bad).isEmpty();
    assertThat(group.reads.awaited()).isZero();
  }

  @Test
  void lateAnswersThatAreLostAreAskedForAgain() {
    FragmentedReads group = new FragmentedReads(true);
    FragmentedReads.Read read = group.read();
    List.of(0, 1, 2, 3).forEach(group::answer);
    read.check();
    group.reset(4);
    assertThat(group.asked()).containsExactly(4, 5);
    group.spoil(4, 0);
    List.of(4, 5).forEach(group::answer);
    assertThat(group.bad).containsExactly(member(4));
    assertThat(group.reads.awaited()).isZero();
  }

  /** An update overtakes the answer that tells it, and leaves the fragment missing. */
  @Test
  void aLateAnswerTellsThatAMemberCountsItsOwnAsMissing() {
    FragmentedReads group = new FragmentedReads(true);
    FragmentedReads.Read read = group.read();
    group.setMissing(5, group.version);
    List.of(0, 1, 2, 3).forEach(group::answer);
    read.check();
    group.update();
    group.answer(5);
    assertThat(group.bad).as("which version is not clear").isEmpty();
    assertThat(group.asked()).as("asked again").containsExactly(4, 5);
    group.setMissing(5, group.harness.replica.log().head());
    group.answer(5);
    assertThat(group.bad).containsExactly(member(5));
    group.answer(4);
    assertThat(group.reads.awaited()).isZero();
  }

  /** The update brings all of the fragment. */
  @Test
  void anUpdateEndsThatAMemberCountsItsOwnAsMissing() {
    FragmentedReads group = new FragmentedReads(true);
    FragmentedReads.Read read = group.read();
    group.setMissing(5, group.version);
    List.of(0, 1, 2, 3).forEach(group::answer);
    read.check();
    group.update();
    group.answer(5);
    group.setMissing(5, null);
    group.answer(5);
    assertThat(group.bad).isEmpty();
    assertThat(group.asked()).containsExactly(4);
  }

  /** The second answer is overtaken too. */
  @Test
  void aMemberIsAskedUntilNoUpdateOvertakesItsAnswer() {
    FragmentedReads group = new FragmentedReads(true);
    FragmentedReads.Read read = group.read();
    group.setMissing(5, group.version);
    List.of(0, 1, 2, 3).forEach(group::answer);
    read.check();
    for (int i = 0; i < 3; i++) {
      group.update();
      group.answer(5);
      assertThat(group.bad).isEmpty();
      group.setMissing(5, group.harness.replica.log().head());
    }
    group.answer(5);
    assertThat(group.bad).containsExactly(member(5));
  }

  @Test
  void noMemberLacksAnObjectThatIsRemovedMeanwhile() {
    FragmentedReads group = new FragmentedReads(true);
    FragmentedReads.Read read = group.read();
    group.setMissing(5, group.version);
    List.of(0, 1, 2, 3).forEach(group::answer);
    read.check();
    group.remove();
    List.of(4, 5).forEach(group::answer);
    assertThat(group.asked()).isEmpty();
    assertThat(group.bad).isEmpty();
  }

  /** Clients keep writing the object. */
  @Test
  void aFragmentCountsAsMissingOnceUpdatesHaveOvertakenManyAnswers() {
    FragmentedReads group = new FragmentedReads(true);
    FragmentedReads.Read read = group.read();
    group.setMissing(5, group.version);
    List.of(0, 1, 2, 3).forEach(group::answer);
    read.check();
    int answers = 0;
    while (group.bad.isEmpty()) {
      group.update();
      assertThat(group.asked()).contains(5);
      group.expectBad(5, group.harness.replica.log().head());
      group.answer(5);
      answers++;
      group.setMissing(5, group.harness.replica.log().head());
    }
    assertThat(answers).isEqualTo(9);
    assertThat(group.bad).containsExactly(member(5));
  }

  /** A fragment that counts as missing is not used, even if all bytes came. */
  @Test
  void whatCountsAsMissingIsNotRead() {
    FragmentedReads group = new FragmentedReads(false);
    FragmentedReads.Read read = group.read();
    group.setMissing(2, group.version);
    List.of(0, 1, 2, 3).forEach(group::answer);
    assertThat(read.isDone()).isFalse();
    assertThat(group.bad).containsExactly(member(2));
    group.answerAll();
    read.check();
    assertThat(group.decodedReads()).isOne();
  }

  @Test
  void aMemberThatIsFarBehindIsNotAsked() {
    FragmentedReads group = new FragmentedReads(true);
    for (int i = 0; i < 300; i++) {
      FragmentedReads.Read read = group.read();
      List.of(0, 1, 2, 3, 5).forEach(group::answer);
      read.check();
    }
    assertThat(group.reads.awaited()).isEqualTo(256);
    group.spoil(1, 0);
    group.spoil(2, 0);
    FragmentedReads.Read read = group.read();
    List.of(0, 1, 2, 3, 5).forEach(group::answer);
    assertThat(read.isDone()).isFalse();
    while (!read.isDone()) {
      group.answer(0);
      group.answer(3);
      group.answer(4);
      group.answer(5);
    }
    read.check();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void attributesComeFromAnotherMemberIfTheOwnFragmentIsMissing(boolean fast) {
    FragmentedReads group = new FragmentedReads(fast);
    group.loseOwn();
    FragmentedReads.Read read = group.read();
    assertThat(group.asked()).isEqualTo(fast ? List.of(1, 2, 3, 4, 5) : List.of(1));
    group.answer(fast ? 4 : 1);
    for (int position : List.of(2, 3, 4, 5)) {
      group.answer(position);
      group.answer(position);
    }
    assertThat(read.isDone()).as("nothing of position 1").isEqualTo(fast);
    group.answer(1);
    read.check();
    assertThat(group.decodedReads()).isOne();
  }
}
