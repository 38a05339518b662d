package io.pando.osd.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.NodeId;
import io.pando.port.Peer;
import org.junit.jupiter.api.Test;

class AttendantsTest {
  private final Attendants attendants = new Attendants();

  private static Peer.Session stream(long client, long number) {
    return new Peer.Session(new NodeId(NodeId.Role.CLIENT, client), 1, number);
  }

  @Test
  void theNewestStreamOfEachClientCounts() {
    attendants.add(stream(1, 5));
    attendants.add(stream(2, 3));
    assertThat(attendants.of(1)).isEqualTo(stream(1, 5));
    assertThat(attendants.of(2)).isEqualTo(stream(2, 3));
    assertThat(attendants.of(3)).isNull();
    attendants.add(stream(1, 4));
    assertThat(attendants.of(1)).isEqualTo(stream(1, 5));
    attendants.add(stream(1, 6));
    assertThat(attendants.of(1)).isEqualTo(stream(1, 6));
  }

  @Test
  void onlyTheStreamThatCountsTakesItWithIt() {
    attendants.add(stream(1, 5));
    attendants.remove(stream(1, 4));
    assertThat(attendants.of(1)).isEqualTo(stream(1, 5));
    attendants.remove(stream(1, 5));
    assertThat(attendants.of(1)).isNull();
    attendants.remove(stream(1, 5));
    attendants.add(stream(1, 2));
    assertThat(attendants.of(1)).isEqualTo(stream(1, 2));
  }
}
