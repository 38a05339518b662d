package io.pando.osd.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.NodeId;
import io.pando.port.Peer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerStreamsTest {
  private final PeerStreams streams = new PeerStreams();

  private static Peer.Session session(NodeId.Role role, long nonce, long number) {
    return new Peer.Session(new NodeId(role, 5), nonce, number);
  }

  @ParameterizedTest
  @EnumSource(names = {"OSD", "CLIENT"})
  void whatAnOlderStreamStillDeliversDoesNotCount(NodeId.Role role) {
    Peer.Session first = session(role, 1, 7);
    Peer.Session second = session(role, 1, 8);
    assertThat(streams.isCurrent(first)).isTrue();
    assertThat(streams.isCurrent(second)).isTrue();
    assertThat(streams.isCurrent(first)).isFalse();
    assertThat(streams.isCurrent(second)).isTrue();
    streams.forget(first);
    assertThat(streams.isCurrent(second)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"OSD", "CLIENT"})
  void anotherIncarnationBeginsAnew(NodeId.Role role) {
    assertThat(streams.isCurrent(session(role, 1, 8))).isTrue();
    assertThat(streams.isCurrent(session(role, 2, 9))).isTrue();
  }
}
