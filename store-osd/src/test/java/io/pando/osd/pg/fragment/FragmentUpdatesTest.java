package io.pando.osd.pg.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates of which old bytes are read while members lose fragments or get them. */
class FragmentUpdatesTest {
  private final FragmentedReads group = new FragmentedReads(false);
  private int plans;
  private int blocked;

  private void plan() {
    group.updates().plan(group.oneByte(), _ -> plans++, () -> blocked++);
    assertThat(plans).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void parityThatAMemberGetsMeanwhileIsNotLeftAsItWas(int position) {
    group.bad.add(FragmentedReads.member(position));
    plan();
    group.bad.clear();
    group.answerAll();
    assertThat(plans).isZero();
    assertThat(blocked).isOne();
    plan();
    group.answerAll();
    assertThat(plans).isOne();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5})
  void anUpdateIsPlannedWithThoseThatHaveAFragment(int position) {
    group.bad.add(FragmentedReads.member(position));
    plan();
    assertThat(group.asked()).doesNotContain(position);
    group.answerAll();
    assertThat(plans).isOne();
    assertThat(blocked).isZero();
  }
}
