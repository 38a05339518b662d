package io.pando.mon.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.port.ReplicatedLog.Member;
import java.util.List;
import org.junit.jupiter.api.Test;

class VotersTest {
  private static final Member FORMER = member(0, 0);
  private static final Member JOINING = member(0, 5);
  private static final Member ONE = member(1, 0);
  private static final Member TWO = member(2, 0);
  private static final List<Member> BEFORE = List.of(FORMER, ONE, TWO);
  private static final List<Member> AFTER = List.of(JOINING, ONE, TWO);
  private static final List<Member> STAYING = List.of(ONE, TWO);
  private static final List<Member> NONE = List.of();
  private static final List<Member> ALL = List.of(FORMER, JOINING, ONE, TWO);

  private final Voters voters = new Voters();

  private List<Member> update(List<Member> current, List<Member> previous, List<Member> stored) {
    return voters.update(current, previous, stored::contains);
  }

  private static Member member(int number, long life) {
    return new Member(Trio.node(number), life);
  }

  @Test
  void areThoseOfTheOnlyConfiguration() {
    assertThat(update(BEFORE, NONE, NONE)).isEqualTo(BEFORE);
    assertThat(update(BEFORE, NONE, ALL)).isEqualTo(BEFORE);
  }

  /** A leader that counted it would name a majority that is none if another replica died now. */
  @Test
  void doNotIncludeAReplicaBeforeItHasStoredTheChangeThatAddsIt() {
    update(BEFORE, NONE, ALL);
    assertThat(update(AFTER, BEFORE, NONE)).isEqualTo(STAYING);
    assertThat(update(AFTER, BEFORE, ALL)).isEqualTo(STAYING);
    assertThat(update(AFTER, NONE, NONE)).isEqualTo(STAYING);
    assertThat(update(AFTER, NONE, STAYING)).isEqualTo(STAYING);
    assertThat(update(AFTER, NONE, ALL)).isEqualTo(AFTER);
    assertThat(update(AFTER, NONE, NONE)).isEqualTo(AFTER);
  }

  @Test
  void doNotIncludeAReplicaThatLeaves() {
    update(BEFORE, NONE, ALL);
    assertThat(update(STAYING, BEFORE, NONE)).isEqualTo(STAYING);
    assertThat(update(STAYING, NONE, NONE)).isEqualTo(STAYING);
  }

  @Test
  void areThoseBeforeAChangeThatAReplicaFindsUnderWay() {
    assertThat(update(AFTER, BEFORE, ALL)).isEqualTo(STAYING);
    assertThat(update(AFTER, NONE, ALL)).isEqualTo(AFTER);
  }
}
