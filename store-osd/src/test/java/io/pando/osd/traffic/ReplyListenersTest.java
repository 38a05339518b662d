package io.pando.osd.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.NodeId;
import io.pando.port.Peer;
import org.junit.jupiter.api.Test;

class ReplyListenersTest {
  private final ReplyListeners listeners = new ReplyListeners();

  private static Peer.Session stream(long client, long number) {
    return new Peer.Session(new NodeId(NodeId.Role.CLIENT, client), 1, number);
  }

  @Test
  void theNewestStreamOfEachClientCounts() {
    listeners.add(stream(1, 5));
    listeners.add(stream(2, 3));
    assertThat(listeners.of(1)).isEqualTo(stream(1, 5));
    assertThat(listeners.of(2)).isEqualTo(stream(2, 3));
    assertThat(listeners.of(3)).isNull();
    listeners.add(stream(1, 4));
    assertThat(listeners.of(1)).isEqualTo(stream(1, 5));
    listeners.add(stream(1, 6));
    assertThat(listeners.of(1)).isEqualTo(stream(1, 6));
  }

  @Test
  void onlyTheStreamThatCountsTakesItWithIt() {
    listeners.add(stream(1, 5));
    listeners.remove(stream(1, 4));
    assertThat(listeners.of(1)).isEqualTo(stream(1, 5));
    listeners.remove(stream(1, 5));
    assertThat(listeners.of(1)).isNull();
    listeners.remove(stream(1, 5));
    listeners.add(stream(1, 2));
    assertThat(listeners.of(1)).isEqualTo(stream(1, 2));
  }
}
