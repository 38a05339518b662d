package io.pando.fuse.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.fuse.protocol.DirectoryEntry;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileLock;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.FuseStatistics;
import io.pando.fuse.protocol.NodeAttributes;
import io.pando.fuse.protocol.Opcode;
import io.pando.fuse.protocol.OpenFlag;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers compared with structures written field by field. */
class AnswerEncoderTest {
  private static final long UNIQUE = 0x1234;
  private static final long NANOS = 2_500_000_000L;
  private static final NodeAttributes ATTRIBUTES =
      new NodeAttributes(
          11,
          new NodeAttributes.Kind(0100640, 2, 0x12345),
          new NodeAttributes.Owner(1000, 100),
          new NodeAttributes.Size(5000, 16, 4096),
          new NodeAttributes.Times(
              Instant.ofEpochSecond(1, 2),
              Instant.ofEpochSecond(-3, 4),
              Instant.ofEpochSecond(5, 6)),
          Instant.ofEpochSecond(7, 8));
  private static final FuseAnswer.Entry ENTRY = new FuseAnswer.Entry(11, 3, ATTRIBUTES, NANOS, 1);

  private static Wire header(int bytes) {
    return Wire.of().u32(16 + bytes, 0).u64(UNIQUE);
  }

  /** {@code fuse_attr}, 88 bytes. */
  private static Wire attributes(Wire wire) {
    return wire.u64(11, 5000, 16, 1, -3, 5).u32(2, 4, 6, 0100640, 2, 1000, 100, 0x12345, 4096, 0);
  }

  /** {@code fuse_entry_out}, 128 bytes. */
  private static Wire entry(Wire wire) {
    return attributes(wire.u64(11, 3, 2, 0).u32(500_000_000, 1));
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        answer(Opcode.UNLINK, 0, new FuseAnswer.Done(), header(0)),
        answer(Opcode.LOOKUP, 0, ENTRY, entry(header(128))),
        answer(
            Opcode.LOOKUP,
            0,
            new FuseAnswer.NoEntry(NANOS),
            header(128).u64(0, 0, 2, 0).u32(500_000_000, 0).zeros(88)),
        answer(
            Opcode.GETATTR,
            0,
            new FuseAnswer.Attributes(ATTRIBUTES, NANOS),
            attributes(header(104).u64(2).u32(500_000_000, 0))),
        answer(Opcode.STATX, 0, new FuseAnswer.ExtendedAttributes(ATTRIBUTES, NANOS), extended()),
        answer(
            Opcode.OPEN,
            0,
            FuseAnswer.Opened.of(77, OpenFlag.KEEP_CACHE, OpenFlag.NO_FLUSH),
            header(16).u64(77).u32(0x22, 0)),
        answer(
            Opcode.CREATE,
            0,
            new FuseAnswer.Created(ENTRY, FuseAnswer.Opened.of(77, OpenFlag.DIRECT_IO)),
            entry(header(144)).u64(77).u32(1, 0)),
        answer(Opcode.READ, 3, new FuseAnswer.Data(Payload.utf8("abc")), header(3).text("abc")),
        answer(Opcode.READ, 3, new FuseAnswer.Data(Payload.EMPTY), header(0)),
        answer(
            Opcode.READLINK, 4095, new FuseAnswer.Data(Payload.utf8("to")), header(2).text("to")),
        answer(Opcode.WRITE, 512, new FuseAnswer.Written(512), header(8).u32(512, 0)),
        answer(
            Opcode.STATFS,
            0,
            new FuseAnswer.Statistics(new FuseStatistics(1, 2, 3, 4, 5, 4096)),
            header(80).u64(1, 2, 3, 4, 5).u32(4096, 255, 4096, 0, 0, 0, 0, 0, 0, 0)),
        answer(
            Opcode.GETLK,
            0,
            new FuseAnswer.Lock(new FileLock(10, 19, FileLock.Kind.WRITE, 42)),
            header(24).u64(10, 19).u32(1, 42)),
        answer(Opcode.BMAP, 0, new FuseAnswer.Block(9), header(8).u64(9)),
        answer(Opcode.LSEEK, 0, new FuseAnswer.Offset(1L << 40), header(8).u64(1L << 40)),
        answer(
            Opcode.IOCTL,
            4,
            new FuseAnswer.IoctlResult(-1, Payload.utf8("out")),
            header(19).u32(-1, 0, 0, 0).text("out")),
        answer(Opcode.POLL, 0, new FuseAnswer.Polled(5), header(8).u32(5, 0)));
  }

  /** {@code fuse_statx_out}, 288 bytes. */
  private static Wire extended() {
    Wire wire = header(288).u64(2).u32(500_000_000, 0).u64(0, 0);
    wire.u32(0xfff, 4096).u64(0).u32(2, 1000, 100).u16(0100640).u16(0).u64(11, 5000, 16, 0);
    wire.u64(1).u32(2, 0).u64(7).u32(8, 0).u64(5).u32(6, 0).u64(-3).u32(4, 0);
    return wire.u32(0x123, 0x45, 0, 0).zeros(112);
  }

  private static Arguments answer(Opcode opcode, int most, FuseAnswer answer, Wire expected) {
    return Arguments.of(new AnswerRule(opcode, most), answer, expected.hex());
  }

  @ParameterizedTest
  @MethodSource("answers")
  void answerIsEncoded(AnswerRule rule, FuseAnswer answer, String expected) {
    ByteBuffer buffer = Wire.buffer();
    AnswerEncoder.answer(UNIQUE, rule, answer, buffer);
    assertThat(Wire.hex(buffer)).isEqualTo(expected);
    assertThat(buffer.limit()).isLessThanOrEqualTo(AnswerEncoder.bytes(answer));
  }

  @Test
  void errorIsEncoded() {
    ByteBuffer buffer = Wire.buffer();
    AnswerEncoder.error(UNIQUE, Errno.ENOENT, buffer);
    assertThat(Wire.hex(buffer)).isEqualTo(Wire.of().u32(16, -2).u64(UNIQUE).hex());
    assertThatThrownBy(() -> AnswerEncoder.error(UNIQUE, 0, buffer))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AnswerEncoder.error(UNIQUE, 512, buffer))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void valuesOfExtendedAttributesFitWhatWasAsked() {
    FuseAnswer value = new FuseAnswer.Data(Payload.utf8("value"));
    assertThat(xattr(0, value)).isEqualTo(header(8).u32(5, 0).hex());
    assertThat(xattr(5, value)).isEqualTo(header(5).text("value").hex());
    assertThat(xattr(4, value)).isEqualTo(Wire.of().u32(16, -34).u64(UNIQUE).hex());
    assertThat(xattr(0, new FuseAnswer.Length(5))).isEqualTo(header(8).u32(5, 0).hex());
    assertThat(xattr(4, new FuseAnswer.Length(5)))
        .isEqualTo(Wire.of().u32(16, -34).u64(UNIQUE).hex());
    assertThatThrownBy(() -> xattr(9, new FuseAnswer.Length(5)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(xattr(9, new FuseAnswer.Data(Payload.EMPTY))).isEqualTo(header(0).hex());
  }

  private static String xattr(int most, FuseAnswer answer) {
    ByteBuffer buffer = Wire.buffer();
    AnswerEncoder.answer(UNIQUE, new AnswerRule(Opcode.GETXATTR, most), answer, buffer);
    return Wire.hex(buffer);
  }

  @Test
  void answersThatDoNotFitAreRefused() {
    FuseAnswer four = new FuseAnswer.Data(Payload.utf8("four"));
    assertThatThrownBy(() -> encode(Opcode.READ, 3, four)).hasMessageContaining("3 bytes");
    assertThatThrownBy(() -> encode(Opcode.READDIR, 3, four)).hasMessageContaining("3 bytes");
    assertThatThrownBy(
            () -> encode(Opcode.IOCTL, 3, new FuseAnswer.IoctlResult(0, Payload.utf8("four"))))
        .hasMessageContaining("3 bytes");
    assertThatThrownBy(() -> encode(Opcode.WRITE, 3, new FuseAnswer.Written(4)))
        .hasMessageContaining("3 bytes");
    assertThatThrownBy(() -> encode(Opcode.UNLINK, 0, four))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("UNLINK is not answered by");
  }

  private static void encode(Opcode opcode, int most, FuseAnswer answer) {
    AnswerEncoder.answer(UNIQUE, new AnswerRule(opcode, most), answer, Wire.buffer());
  }

  @Test
  void listingIsPaddedAndEndsWhereThereIsNoRoom() {
    DirectoryPage page = new DirectoryPage(new FileRequest.ReadDirectory(1, 2, 0, 71, false));
    assertThat(page.withLookup()).isFalse();
    assertThat(page.add(new DirectoryEntry(1, 11, 0x4000, FuseName.of("abc")))).isTrue();
    assertThat(page.add(new DirectoryEntry(2, 12, 0x8000, FuseName.of("12345678")))).isTrue();
    assertThat(page.add(new DirectoryEntry(3, 13, 0x8000, FuseName.of("x")))).isFalse();
    assertThat(page.answer())
        .isEqualTo(
            new FuseAnswer.Data(
                Payload.wrap(
                    Wire.of()
                        .u64(11, 1)
                        .u32(3, 4)
                        .text("abc")
                        .zeros(5)
                        .u64(12, 2)
                        .u32(8, 8)
                        .text("12345678")
                        .toBytes())));
  }

  @Test
  void listingWithLookupsHasEntries() {
    DirectoryPage page = new DirectoryPage(new FileRequest.ReadDirectory(1, 2, 0, 400, true));
    assertThat(page.add(new DirectoryEntry(1, 1, 0x4000, FuseName.of(".")))).isTrue();
    assertThat(page.add(new DirectoryEntry(2, 11, 0x8000, FuseName.of("abc")), ENTRY)).isTrue();
    assertThat(page.add(new DirectoryEntry(3, 12, 0x8000, FuseName.of("abd")), ENTRY)).isFalse();
    Wire expected = Wire.of().zeros(128).u64(1, 1).u32(1, 4).text(".").zeros(7);
    entry(expected).u64(11, 2).u32(3, 8).text("abc").zeros(5);
    assertThat(page.answer()).isEqualTo(new FuseAnswer.Data(Payload.wrap(expected.toBytes())));
  }
}
