package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.Address;
import io.pando.id.OsdId;
import io.pando.port.Peer;
import org.junit.jupiter.api.Test;

/** Only who was asked and has confirmed it counts, for as long as its stream lasts. */
class ReplySourcesTest {
  private static final Peer.Dialed A = osd(1);
  private static final Peer.Dialed B = osd(2);

  private final ReplySources sources = new ReplySources();

  private static Peer.Dialed osd(int number) {
    return new Peer.Dialed(new Address(new OsdId(number).node(), 1, "127.0.0.1", 7000 + number), 0);
  }

  private void confirmed(Peer.Dialed osd) {
    sources.onAsked(osd);
    sources.onConfirmed(osd);
  }

  @Test
  void whoWasAskedIsKnownAndReliedOnOnceItConfirms() {
    assertThat(sources.isUnknown(A)).isTrue();
    assertThat(sources.isConfirmed(A)).isFalse();
    sources.onAsked(A);
    assertThat(sources.isUnknown(A)).isFalse();
    assertThat(sources.isConfirmed(A)).isFalse();
    sources.onConfirmed(A);
    assertThat(sources.isConfirmed(A)).isTrue();
    sources.onAsked(A);
    assertThat(sources.isConfirmed(A)).as("asked again").isTrue();
    assertThat(sources.isUnknown(B)).isTrue();
    sources.onConfirmed(B);
    assertThat(sources.isUnknown(B)).as("nobody asked it").isTrue();
    assertThat(sources.isConfirmed(B)).isFalse();
  }

  @Test
  void aStreamThatEndsTakesItsConfirmation() {
    confirmed(A);
    confirmed(B);
    sources.forget(A);
    assertThat(sources.isUnknown(A)).isTrue();
    assertThat(sources.isConfirmed(A)).isFalse();
    assertThat(sources.isConfirmed(B)).isTrue();
  }

  @Test
  void whoIsGoneByTheMapIsForgotten() {
    confirmed(A);
    confirmed(B);
    sources.retain(B::equals);
    assertThat(sources.isUnknown(A)).isTrue();
    assertThat(sources.isConfirmed(B)).isTrue();
  }
}
