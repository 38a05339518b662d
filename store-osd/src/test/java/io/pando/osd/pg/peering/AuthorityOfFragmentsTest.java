package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.erasure.LinearCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.LogBounds;
import io.pando.group.GroupInfo.Totals;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.redundancy.WholeCopies;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Of fragments, the shortest log of the last activation is the authoritative one. */
class AuthorityOfFragmentsTest {
  private static final Fragments FRAGMENTS =
      new Fragments(
          LinearCode.of(CodeParameters.of(4, 2), new PlainKernel()), new StripeLayout(4, 16));

  private final SortedMap<MemberId, GroupInfo> infos = new TreeMap<>();

  private static MemberId member(int position) {
    return new MemberId(new OsdId(position), position);
  }

  private static Version version(long counter) {
    return new Version(7, counter);
  }

  private void heard(int position, long head, long settled, long started, boolean whole) {
    infos.put(
        member(position),
        new GroupInfo(
            Maps.GROUP,
            new LogBounds(version(head), version(1), version(head), Version.ZERO, version(settled)),
            new GroupInfo.CopyState(started, whole ? null : GroupInfo.NOTHING, Maps.EPOCH),
            History.fresh(1, Maps.EPOCH),
            new Totals(9, 9, true)));
  }

  private Optional<Integer> chosen() {
    return Authority.choose(infos, member(0), FRAGMENTS).map(it -> it.member().position());
  }

  @Test
  void nothingBeyondTheShortestLogWasAcknowledged() {
    heard(0, 9, 5, 7, true);
    heard(1, 7, 5, 7, true);
    heard(2, 8, 5, 7, true);
    assertThat(chosen()).contains(1);
    assertThat(Authority.choose(infos, member(0), new WholeCopies()).map(Authority::member))
        .as("of replicas the longest")
        .contains(member(0));
  }

  @Test
  void aLogThatEndsBeforeWhatIsSettledLostUpdates() {
    heard(0, 9, 5, 7, true);
    heard(1, 4, 3, 7, true);
    heard(2, 8, 6, 7, true);
    assertThat(chosen()).contains(2);
    heard(2, 6, 6, 7, true);
    assertThat(chosen()).as("it ends with what is settled").contains(2);
  }

  @Test
  void membersOfEarlierActivationsAndIncompleteOnesDoNotCount() {
    heard(0, 9, 5, 7, true);
    heard(1, 6, 5, 6, true);
    heard(2, 6, 5, 7, false);
    assertThat(chosen()).contains(0);
  }

  @Test
  void oneMemberOfTheLastActivationIsEnough() {
    heard(0, 5, 5, 7, true);
    heard(3, 9, 5, 8, true);
    assertThat(chosen()).as("if others joined it, it accepted nothing without them").contains(3);
  }

  @Test
  void ownLogIsPreferredAmongEqualOnes() {
    heard(0, 9, 5, 7, true);
    heard(1, 9, 5, 7, true);
    assertThat(chosen()).contains(0);
  }
}
