package io.pando.codec;

import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.format.Ids;
import io.pando.id.OsdId;
import io.pando.id.Version;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Components of every kind, written and read by the generated code of a shape. */
class ShapeTest {
  /** A record with one component of each kind. */
  public record Mixed(
      long wide,
      int narrow,
      boolean flag,
      int hash,
      long random,
      int signed,
      String text,
      @Nullable String perhaps,
      OsdId osd,
      Payload bytes,
      Version version,
      @Nullable Version older,
      List<Version> versions) {}

  private static final Shape<Mixed> MIXED =
      Shape.of(
          Mixed.class,
          one(1, Scalar.UINT64),
          one(2, Scalar.UINT32),
          one(3, Scalar.BOOL),
          one(4, Scalar.FIXED32),
          one(5, Scalar.FIXED64),
          one(6, Scalar.SINT32),
          one(7, Scalar.STRING),
          optional(8, Scalar.STRING),
          one(9, Ids.OSD),
          one(10, PayloadType.PAYLOAD),
          one(11, Ids.VERSION),
          optional(12, Ids.VERSION),
          list(13, Ids.VERSION));

  private static final RecordFormat<Mixed> FORMAT = RecordFormat.of(1, MIXED);
  private static final Version VERSION = new Version(3, 4);
  private static final Mixed FULL =
      new Mixed(
          -1L,
          -2,
          true,
          -3,
          -4L,
          -5,
          "text",
          "",
          new OsdId(6),
          Payload.utf8("bytes"),
          VERSION,
          VERSION,
          List.of(VERSION, Version.ZERO));
  private static final Mixed EMPTY =
      new Mixed(
          0,
          0,
          false,
          0,
          0,
          0,
          "",
          null,
          new OsdId(0),
          Payload.EMPTY,
          Version.ZERO,
          null,
          List.of());

  @Test
  void everyKindOfComponentComesBack() {
    assertThat(FORMAT.decode(FORMAT.encode(FULL))).isEqualTo(FULL);
    assertThat(FORMAT.decode(FORMAT.encode(EMPTY))).isEqualTo(EMPTY);
  }

  @Test
  void whatIsZeroIsNotWritten() {
    // The format's version, then payload and version, which are messages and must be present.
    assertThat(FORMAT.toBytes(EMPTY)).containsExactly(1, 10 << 3 | 2, 0, 11 << 3 | 2, 0);
  }

  @Test
  void ofTwoOccurrencesTheLaterCounts() {
    byte[] bytes = FORMAT.toBytes(EMPTY);
    byte[] twice = Arrays.copyOf(bytes, bytes.length + 4);
    twice[bytes.length] = 1 << 3;
    twice[bytes.length + 1] = 7;
    twice[bytes.length + 2] = 1 << 3;
    twice[bytes.length + 3] = 9;
    assertThat(FORMAT.decode(twice).wide()).isEqualTo(9);
  }

  @Test
  void aFieldOfAnotherWireTypeIsRefused() {
    refused(1, "Mixed.wide: wire type 2 where uint64 is expected");
    refused(2, "Mixed.narrow: wire type 2 where uint32 is expected");
    refused(3, "Mixed.flag: wire type 2 where bool is expected");
    refused(4, "Mixed.hash: wire type 2 where fixed32 is expected");
    refused(5, "Mixed.random: wire type 2 where fixed64 is expected");
    refused(9, "Mixed.osd: wire type 2 where uint32 is expected");
    assertThatThrownBy(() -> FORMAT.decode(new byte[] {1, 11 << 3, 0}))
        .hasMessageContaining("Mixed.version: wire type 0 where Version is expected");
    assertThatThrownBy(() -> FORMAT.decode(new byte[] {1, 10 << 3, 0}))
        .hasMessageContaining("Mixed.bytes: wire type 0 where Payload is expected");
    assertThatThrownBy(() -> FORMAT.decode(new byte[] {1, 7 << 3, 0}))
        .hasMessageContaining("Mixed.text: wire type 0 where string is expected");
  }

  private static void refused(int number, String why) {
    assertThatThrownBy(() -> FORMAT.decode(new byte[] {1, (byte) (number << 3 | 2), 0}))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(why);
  }

  @Test
  void whatMustBeThereIsMissed() {
    assertThatThrownBy(() -> FORMAT.decode(new byte[] {1, 10 << 3 | 2, 0}))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("Mixed.version: it is missing");
    assertThatThrownBy(() -> FORMAT.decode(new byte[] {1, 11 << 3 | 2, 0}))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("Mixed.bytes: it is missing");
  }

  @Test
  void aNumberThatIsNoIdentityIsRefused() {
    byte[] bytes = {1, 9 << 3, -1, -1, -1, -1, 15};
    assertThatThrownBy(() -> FORMAT.decode(bytes))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("Mixed.osd: OSD number must not be negative");
  }
}
