package io.pando.fs.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import org.junit.jupiter.api.Test;

class CachesTest {
  private static final CapabilitySet WRITTEN =
      CapabilitySet.of(
          Capability.READ,
          Capability.CACHE,
          Capability.WRITE,
          Capability.BUFFER,
          Capability.ATTRIBUTES_SHARED);

  private static final CapabilitySet CHANGES =
      CapabilitySet.of(Capability.WRITE, Capability.BUFFER);

  @Test
  void inodeStaysTrueWhileOthersCannotWrite() {
    assertThat(Caches.lost(WRITTEN, CHANGES)).isEqualTo(new Caches(true, false, false));
    assertThat(Caches.lost(WRITTEN, CapabilitySet.of(Capability.CACHE)))
        .isEqualTo(new Caches(true, false, false));
  }

  @Test
  void inodeIsLostOnceOthersMayWrite() {
    CapabilitySet both = CapabilitySet.of(Capability.CACHE, Capability.BUFFER);
    assertThat(Caches.lost(WRITTEN, both)).isEqualTo(new Caches(true, true, false));
    CapabilitySet alone = CHANGES.union(CapabilitySet.of(Capability.ATTRIBUTES_SHARED));
    assertThat(Caches.lost(alone, CHANGES)).isEqualTo(new Caches(true, true, false));
  }

  @Test
  void otherGroundsOfAnInodeCountForThemselves() {
    CapabilitySet attributes = CapabilitySet.of(Capability.BUFFER, Capability.ATTRIBUTES_SHARED);
    assertThat(Caches.lost(WRITTEN, attributes).attributes()).isTrue();
    assertThat(Caches.lost(WRITTEN, CapabilitySet.ALL)).isEqualTo(new Caches(true, true, false));
  }

  @Test
  void onlyWhatWasHeldIsLost() {
    CapabilitySet none = CapabilitySet.of(Capability.READ);
    assertThat(Caches.lost(none, CHANGES).isEmpty()).isTrue();
  }
}
