package io.pando.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.fuse.protocol.InitFlag;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MountOptionsTest {
  private static final MountOptions USUAL = MountOptions.usual("files");

  static Stream<Arguments> wrong() {
    return Stream.of(
        wrong(() -> MountOptions.usual("a,b"), "without blank, comma"),
        wrong(() -> MountOptions.usual(""), "1 to 200 printable characters"),
        wrong(() -> withSubtype("pando.x"), "letters, digits and hyphens, is 'pando.x'"),
        wrong(() -> USUAL.withReaders(0), "1 to 64 reading threads, has 0"),
        wrong(() -> limits(1000, 0, 1, 1, 1 << 20), "multiple of 4096 bytes"),
        wrong(() -> limits(2 << 20, 0, 1, 1, 1 << 20), "at most 1048576, is 2097152"),
        wrong(() -> limits(4096, -1, 1, 1, 1 << 20), "read-ahead must be 0 bytes or more, is -1"),
        wrong(() -> limits(4096, 0, 0, 1, 1 << 20), "must be 1 to 65535, are 0"),
        wrong(() -> limits(4096, 0, 5, 6, 1 << 20), "must be 1 to 5, the most background"),
        wrong(() -> limits(4096, 0, 5, 5, 1000), "must be 1048576 bytes or more, is 1000"));
  }

  private static Arguments wrong(ThrowingCallable call, String sentence) {
    return Arguments.of(call, sentence);
  }

  private static MountOptions withSubtype(String subtype) {
    return new MountOptions(
        "files", subtype, MountAccess.usual(), MountLimits.usual(), InitFlag.usual(), 1);
  }

  private static MountLimits limits(
      int write, int readahead, int background, int threshold, long requests) {
    return new MountLimits(write, readahead, background, threshold, requests);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("wrong")
  void wrongValueIsNamed(ThrowingCallable call, String sentence) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void flagsAreCopied() {
    EnumSet<InitFlag> flags = EnumSet.of(InitFlag.MAX_PAGES);
    MountOptions options = USUAL.withFlags(flags).withLimits(MountLimits.usual());
    flags.add(InitFlag.WRITEBACK_CACHE);
    assertThat(options.flags()).containsExactly(InitFlag.MAX_PAGES);
    assertThat(options.wishes().maxWriteBytes()).isEqualTo(1 << 20);
  }
}
