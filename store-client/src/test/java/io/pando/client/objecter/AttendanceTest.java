package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.Address;
import io.pando.id.OsdId;
import io.pando.port.Peer;
import org.junit.jupiter.api.Test;

/** Only who was asked and has confirmed it counts, for as long as its stream lasts. */
class AttendanceTest {
  private static final Peer.Dialed A = osd(1);
  private static final Peer.Dialed B = osd(2);

  private final Attendance attendance = new Attendance();

  private static Peer.Dialed osd(int number) {
    return new Peer.Dialed(new Address(new OsdId(number).node(), 1, "127.0.0.1", 7000 + number), 0);
  }

  private void confirmed(Peer.Dialed osd) {
    attendance.onAsked(osd);
    attendance.onConfirmed(osd);
  }

  @Test
  void whoWasAskedIsKnownAndReliedOnOnceItConfirms() {
    assertThat(attendance.isUnknown(A)).isTrue();
    assertThat(attendance.isConfirmed(A)).isFalse();
    attendance.onAsked(A);
    assertThat(attendance.isUnknown(A)).isFalse();
    assertThat(attendance.isConfirmed(A)).isFalse();
    attendance.onConfirmed(A);
    assertThat(attendance.isConfirmed(A)).isTrue();
    attendance.onAsked(A);
    assertThat(attendance.isConfirmed(A)).as("asked again").isTrue();
    assertThat(attendance.isUnknown(B)).isTrue();
    attendance.onConfirmed(B);
    assertThat(attendance.isUnknown(B)).as("nobody asked it").isTrue();
    assertThat(attendance.isConfirmed(B)).isFalse();
  }

  @Test
  void aStreamThatEndsTakesItsConfirmation() {
    confirmed(A);
    confirmed(B);
    attendance.forget(A);
    assertThat(attendance.isUnknown(A)).isTrue();
    assertThat(attendance.isConfirmed(A)).isFalse();
    assertThat(attendance.isConfirmed(B)).isTrue();
  }

  @Test
  void whoIsGoneByTheMapIsForgotten() {
    confirmed(A);
    confirmed(B);
    attendance.retain(B::equals);
    assertThat(attendance.isUnknown(A)).isTrue();
    assertThat(attendance.isConfirmed(B)).isTrue();
  }
}
