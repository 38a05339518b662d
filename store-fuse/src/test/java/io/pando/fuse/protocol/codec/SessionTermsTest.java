package io.pando.fuse.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fuse.protocol.InitFlag;
import io.pando.fuse.protocol.KernelMessage;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class SessionTermsTest {
  private static final SessionWishes WISHES =
      new SessionWishes(
          EnumSet.of(
              InitFlag.ASYNC_READ,
              InitFlag.MAX_PAGES,
              InitFlag.INIT_EXT,
              InitFlag.POSIX_ACL,
              InitFlag.HAS_EXPIRE_ONLY),
          1 << 20,
          131072,
          64,
          48);

  @Test
  void flagsAreThoseOfBoth() {
    long offered =
        InitFlag.bits(
                EnumSet.of(
                    InitFlag.ASYNC_READ,
                    InitFlag.MAX_PAGES,
                    InitFlag.WRITEBACK_CACHE,
                    InitFlag.INIT_EXT,
                    InitFlag.HAS_EXPIRE_ONLY))
            | 1L << 26
            | 1L << 63;
    SessionTerms terms =
        SessionTerms.agree(new KernelMessage.Init(7, 45, 65536, offered), WISHES).orElseThrow();
    assertThat(terms.minor()).isEqualTo(39);
    assertThat(terms.flags())
        .containsExactly(
            InitFlag.ASYNC_READ, InitFlag.MAX_PAGES, InitFlag.INIT_EXT, InitFlag.HAS_EXPIRE_ONLY);
    ByteBuffer buffer = Wire.buffer();
    terms.encode(2, buffer);
    assertThat(Wire.hex(buffer))
        .isEqualTo(
            Wire.of()
                .u32(80, 0)
                .u64(2)
                .u32(7, 39, 65536, 1 | 1 << 22 | 1 << 30)
                .u16(64)
                .u16(48)
                .u32(1 << 20, 1)
                .u16(256)
                .u16(0)
                .u32(1 << 3)
                .zeros(28)
                .hex());
  }

  @Test
  void oldKernelsAreRefused() {
    assertThat(SessionTerms.agree(new KernelMessage.Init(7, 30, 0, 0), WISHES)).isEmpty();
    assertThat(SessionTerms.agree(new KernelMessage.Init(6, 40, 0, 0), WISHES)).isEmpty();
    assertThat(SessionTerms.agree(new KernelMessage.Init(7, 31, 0, 0), WISHES))
        .hasValueSatisfying(terms -> assertThat(terms.minor()).isEqualTo(31));
  }

  @Test
  void newerMajorIsAnsweredWithOurs() {
    ByteBuffer buffer = Wire.buffer();
    SessionTerms.encodeMajor(2, buffer);
    assertThat(Wire.hex(buffer)).isEqualTo(Wire.of().u32(24, 0).u64(2).u32(7, 39).hex());
  }

  @Test
  void usualFlagsWriteThrough() {
    assertThat(InitFlag.usual())
        .contains(InitFlag.EXPLICIT_INVAL_DATA, InitFlag.PARALLEL_DIROPS)
        .doesNotContain(InitFlag.WRITEBACK_CACHE, InitFlag.AUTO_INVAL_DATA);
  }
}
