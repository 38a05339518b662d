package io.pando.osd.pg.op;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What an operation may ask unless a daemon is set up otherwise: users are told of that. */
final class OpLimitsTest {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private final OpLimits limits = OpLimits.defaults();

  @Test
  void whatOneVectorMayAsk() {
    assertThat(limits.maxOps()).isEqualTo(256);
    assertThat(limits.transfer().maxReadBytes()).isEqualTo(64 * MIB);
    assertThat(limits.transfer().maxWriteBytes()).isEqualTo(64 * MIB);
    assertThat(limits.maxResultBytes()).isEqualTo(64 * KIB);
    assertThat(limits.maxObjectBytes()).isEqualTo(1024L * 1024 * MIB);
  }

  @Test
  void whatAttributesAnObjectMayHave() {
    assertThat(limits.attributes()).isEqualTo(new AttributeLimits(1024, 255, 64 * KIB, 256 * KIB));
  }

  @Test
  void whatEntriesAMapMayHave() {
    assertThat(limits.entries().maxKeyBytes()).isEqualTo(4 * KIB);
    assertThat(limits.entries().maxEntryBytes()).isEqualTo(MIB);
    assertThat(limits.entries().maxKeys()).isEqualTo(20_000);
    assertThat(limits.entries().maxPageEntries()).isEqualTo(10_000);
    assertThat(limits.entries().maxPageBytes()).isEqualTo(4 * MIB);
  }
}
