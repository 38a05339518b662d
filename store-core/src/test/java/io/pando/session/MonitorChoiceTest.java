package io.pando.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cluster.MonitorInfo;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.random.Random64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MonitorChoiceTest {
  @Test
  void goesRound() {
    MonitorChoice choice = new MonitorChoice(FakeMonitors.ADDRESSES, new Random64(1));
    List<Address> chosen = Stream.generate(choice::next).limit(6).toList();
    assertThat(chosen.subList(0, 3)).containsExactlyInAnyOrderElementsOf(FakeMonitors.ADDRESSES);
    assertThat(chosen.subList(3, 6)).isEqualTo(chosen.subList(0, 3));
  }

  @Test
  void keepsConfiguredOnesThatTheMapDoesNotName() {
    MonitorChoice choice = new MonitorChoice(FakeMonitors.ADDRESSES, new Random64(1));
    choice.learn(
        List.of(
            new MonitorInfo(new NodeId(NodeId.Role.MON, 0), "moved", 1, 2),
            new MonitorInfo(new NodeId(NodeId.Role.MON, 7), "10.0.0.1", 6789, 2)));
    assertThat(Stream.generate(choice::next).limit(choice.size()).map(Address::host))
        .containsExactlyInAnyOrder("moved", "10.0.0.1", "10.0.0.2");
  }

  @Test
  void needsOne() {
    assertThatThrownBy(() -> new MonitorChoice(List.of(), new Random64(1)))
        .hasMessageContaining("at least one monitor");
  }
}
