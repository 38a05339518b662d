package io.pando.mon.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog.Member;
import io.pando.port.ReplicatedLog.MemberChange;
import io.pando.port.ReplicatedLog.Reconfigured;
import io.pando.port.ReplicatedLog.View;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberStepsTest {
  private static NodeId node(int number) {
    return new NodeId(NodeId.Role.MON, number);
  }

  private static MonitorInfo monitor(int number, long life) {
    return new MonitorInfo(node(number), "h" + number, 1, 2, life, 0);
  }

  private static Member member(int number, long life) {
    return new Member(node(number), life);
  }

  private static View view(List<Member> members, Integer... answering) {
    List<Integer> nodes = List.of(answering);
    return new View(
        node(0),
        node(0),
        1,
        members.stream().filter(it -> nodes.contains((int) it.node().number())).toList(),
        members);
  }

  @Test
  void nothingIsDueIfTheLogMatchesTheMap() {
    assertThat(
            MemberSteps.of(
                List.of(monitor(0, 0), monitor(1, 7)),
                view(List.of(member(0, 0), member(1, 7)), 0)))
        .isEmpty();
  }

  @Test
  void aMonitorThatWasAddedJoins() {
    assertThat(
            MemberSteps.of(List.of(monitor(0, 0), monitor(1, 7)), view(List.of(member(0, 0)), 0)))
        .containsExactly(new MemberChange(monitor(1, 7), null));
  }

  @Test
  void anotherLifeReplacesTheFormerInOneStep() {
    List<Member> three = List.of(member(0, 0), member(1, 0), member(2, 0));
    assertThat(
            MemberSteps.of(List.of(monitor(0, 0), monitor(1, 9), monitor(2, 0)), view(three, 0, 2)))
        .containsExactly(new MemberChange(monitor(1, 9), member(1, 0)));
  }

  @Test
  void aFormerLifeThatStillAnswersIsRemovedFirst() {
    List<Member> three = List.of(member(0, 0), member(1, 0), member(2, 0));
    List<MonitorInfo> wanted = List.of(monitor(0, 0), monitor(1, 9), monitor(2, 0));
    assertThat(MemberSteps.of(wanted, view(three, 0, 1, 2)))
        .containsExactly(new MemberChange(null, member(1, 0)));
    assertThat(MemberSteps.of(wanted, view(three, 0, 1)))
        .as("the log would not go on without it")
        .containsExactly(new MemberChange(monitor(1, 9), member(1, 0)));
  }

  @Test
  void ofTwoTheFormerLifeIsRemovedFirst() {
    List<Member> two = List.of(member(0, 0), member(1, 0));
    assertThat(MemberSteps.of(List.of(monitor(0, 0), monitor(1, 9)), view(two, 0, 1)))
        .containsExactly(new MemberChange(null, member(1, 0)));
  }

  @Test
  void aMonitorIsRemovedOnlyIfTheOthersHaveAQuorum() {
    List<Member> three = List.of(member(0, 0), member(1, 0), member(2, 0));
    List<MonitorInfo> wanted = List.of(monitor(0, 0), monitor(1, 0));
    assertThat(MemberSteps.of(wanted, view(three, 0, 1, 2)))
        .containsExactly(new MemberChange(null, member(2, 0)));
    assertThat(MemberSteps.of(wanted, view(three, 0, 2))).isEmpty();
    assertThat(MemberSteps.of(List.of(monitor(1, 5)), view(List.of(member(0, 0)), 0)))
        .as("the only replica stays until another has joined")
        .containsExactly(new MemberChange(monitor(1, 5), null));
  }

  @Test
  void aStepThatFailsGivesWayToTheOthers() {
    MemberDuty duty = new MemberDuty();
    List<MonitorInfo> wanted = List.of(monitor(0, 0), monitor(1, 3), monitor(2, 4));
    View alone = view(List.of(member(0, 0)), 0);
    MemberChange first = duty.due(wanted, alone, 0).orElseThrow();
    assertThat(first.add()).isEqualTo(monitor(1, 3));
    assertThat(duty.due(wanted, alone, 1)).as("one at a time").isEmpty();
    duty.onDone(first, new Reconfigured.Unavailable("it does not run"), 1);
    assertThat(duty.due(wanted, alone, 2)).as("after a pause").isEmpty();
    assertThat(duty.due(wanted, alone, 10_000_000_000L).orElseThrow().add())
        .isEqualTo(monitor(2, 4));
    View follower = new View(node(1), node(0), 1, List.of(), List.of(member(0, 0)));
    assertThat(new MemberDuty().due(wanted, follower, 0)).as("only the leader").isEmpty();
  }
}
