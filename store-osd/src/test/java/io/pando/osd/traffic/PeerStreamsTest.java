package io.pando.osd.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.port.Peer;
import io.pando.random.Random64;
import org.junit.jupiter.api.Test;
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

  /** Streams are numbered by each incarnation on its own. */
  @ParameterizedTest
  @EnumSource(names = {"OSD", "CLIENT"})
  void anotherIncarnationMayBeginWithALowerNumber(NodeId.Role role) {
    assertThat(streams.isCurrent(session(role, 1, 8))).isTrue();
    assertThat(streams.isCurrent(session(role, 2, 3))).isTrue();
    assertThat(streams.isCurrent(session(role, 2, 2))).isFalse();
  }

  @Test
  void ofAStreamThatIsForgottenAnOlderOneCountsAgain() {
    Peer.Session newer = session(NodeId.Role.OSD, 1, 8);
    assertThat(streams.isCurrent(newer)).isTrue();
    streams.forget(newer);
    assertThat(streams.isCurrent(session(NodeId.Role.OSD, 1, 7))).isTrue();
  }

  @Test
  void streamsOfOthersDoNotMatter() {
    assertThat(streams.isCurrent(session(NodeId.Role.OSD, 1, 8))).isTrue();
    assertThat(streams.isCurrent(session(NodeId.Role.CLIENT, 1, 7))).isTrue();
  }

  private static Peer dialed(int osd) {
    return new Peer.Dialed(new Address(new OsdId(osd).node(), 1, "test", 6800), 0);
  }

  private long longestWait(int osd, int breaks) {
    long longest = 0;
    for (int i = 0; i < breaks; i++) {
      longest = streams.onBroken(new OsdId(osd).node(), new Random64(1));
    }
    return longest;
  }

  @Test
  void whoseStreamBreaksAgainAndAgainIsDialledMoreAndMoreRarelyUntilItSpeaks() {
    long first = longestWait(1, 1);
    long later = longestWait(1, 5);
    assertThat(later).isGreaterThan(first);
    assertThat(longestWait(2, 1)).as("each on its own").isEqualTo(first);
    assertThat(streams.isCurrent(dialed(2))).as("an answer").isTrue();
    assertThat(longestWait(1, 1)).as("another one spoke").isGreaterThanOrEqualTo(later);
    assertThat(streams.isCurrent(dialed(1))).isTrue();
    assertThat(longestWait(1, 1)).isEqualTo(first);
  }
}
