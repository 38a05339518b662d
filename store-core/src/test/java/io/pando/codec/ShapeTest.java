package io.pando.codec;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.format.Ids;
import io.pando.format.RecordFormat;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.proto.FormatException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Components of every kind, written and read by the generated code of a shape. */
class ShapeTest {
  /** A record with components of each kind. */
  public record Mixed(
      Numbers numbers,
      String text,
      @Nullable String perhaps,
      OsdId osd,
      Payload bytes,
      Versions versions) {}

  /** Numbers of each encoding. */
  public record Numbers(long wide, int narrow, boolean flag, int hash, long random, int signed) {}

  /** Messages that must be there, that may be there, and any number of them. */
  public record Versions(Version version, @Nullable Version older, List<Version> all) {}

  private static final Shape<Mixed> MIXED =
      Shape.of(
          Mixed.class,
          group(
              Numbers.class,
              uint64(1),
              uint32(2),
              bool(3),
              one(4, Scalar.FIXED32),
              fixed64(5),
              one(6, Scalar.SINT32)),
          string(7),
          optional(8, Scalar.STRING),
          one(9, Ids.OSD),
          one(10, PayloadType.PAYLOAD),
          group(
              Versions.class,
              one(11, Ids.VERSION),
              optional(12, Ids.VERSION),
              list(13, Ids.VERSION)));

  private static final RecordFormat<Mixed> FORMAT = RecordFormat.of(1, MIXED);
  private static final Version VERSION = new Version(3, 4);
  private static final Mixed FULL =
      new Mixed(
          new Numbers(-1L, -2, true, -3, -4L, -5),
          "text",
          "",
          new OsdId(6),
          Payload.utf8("bytes"),
          new Versions(VERSION, VERSION, List.of(VERSION, Version.ZERO)));
  private static final Mixed EMPTY =
      new Mixed(
          new Numbers(0, 0, false, 0, 0, 0),
          "",
          null,
          new OsdId(0),
          Payload.EMPTY,
          new Versions(Version.ZERO, null, List.of()));

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
    assertThat(FORMAT.decode(twice).numbers().wide()).isEqualTo(9);
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

  /** The record {@link Flat} with its components in groups. */
  public record Grouped(OsdId osd, Middle middle, @Nullable String last) {}

  /** A group with a group in it. */
  public record Middle(long wide, Version version, Inner inner) {}

  /** A group that refuses some values. */
  public record Inner(boolean flag, List<Version> versions) {
    public Inner {
      if (flag && versions.isEmpty()) {
        throw new IllegalArgumentException("a flag without versions");
      }
    }
  }

  /** The same components without groups. */
  public record Flat(
      OsdId osd,
      long wide,
      Version version,
      boolean flag,
      List<Version> versions,
      @Nullable String last) {}

  private static final RecordFormat<Flat> FLAT =
      RecordFormat.of(
          1,
          Shape.of(
              "Grouped",
              Flat.class,
              one(1, Ids.OSD),
              uint64(2),
              one(3, Ids.VERSION),
              bool(4),
              list(5, Ids.VERSION),
              optional(6, Scalar.STRING)));

  private static Shape<Grouped> grouped(int wide, int last) {
    return Shape.of(
        Grouped.class,
        one(1, Ids.OSD),
        group(
            Middle.class,
            one(wide, Scalar.UINT64),
            one(3, Ids.VERSION),
            group(Inner.class, bool(4), list(5, Ids.VERSION))),
        optional(last, Scalar.STRING));
  }

  @Test
  void aGroupIsEncodedAsItsComponents() {
    RecordFormat<Grouped> format = RecordFormat.of(1, grouped(2, 6));
    Inner inner = new Inner(true, List.of(VERSION));
    Grouped grouped = new Grouped(new OsdId(6), new Middle(7, VERSION, inner), "last");
    Flat flat = new Flat(new OsdId(6), 7, VERSION, true, List.of(VERSION), "last");
    assertThat(format.toBytes(grouped)).isEqualTo(FLAT.toBytes(flat));
    assertThat(format.decode(FLAT.encode(flat))).isEqualTo(grouped);
  }

  @Test
  void aGroupHasNoPlaceInTheSchema() {
    assertThat(grouped(2, 6).definition())
        .isEqualTo(
            """
            message Grouped {
              uint32 osd = 1;
              uint64 wide = 2;
              Version version = 3;
              bool flag = 4;
              repeated Version versions = 5;
              optional string last = 6;
            }
            """);
  }

  @Test
  void fieldsOfAGroupCanBeApartInTheMessage() {
    Shape<Grouped> apart = grouped(6, 2).inOrderOfNumbers();
    Grouped value =
        new Grouped(new OsdId(6), new Middle(7, VERSION, new Inner(true, List.of(VERSION))), "a");
    RecordFormat<Grouped> format = RecordFormat.of(1, apart);
    byte[] bytes = format.toBytes(value);
    assertThat(format.decode(bytes)).isEqualTo(value);
    assertThat(bytes).startsWith(1, 1 << 3, 6, 2 << 3 | 2, 1, 'a').endsWith(6 << 3, 7);
    assertThat(apart.definition()).contains("osd = 1;\n  optional string last = 2;\n  Version");
  }

  @Test
  void anErrorInAGroupNamesItsField() {
    RecordFormat<Grouped> format = RecordFormat.of(1, grouped(2, 6));
    assertThatThrownBy(() -> format.decode(new byte[] {1, 4 << 3 | 2, 0}))
        .hasMessageContaining("Grouped.flag: wire type 2 where bool is expected");
    assertThatThrownBy(() -> format.decode(new byte[] {1, 3 << 3 | 2, 0, 4 << 3, 1}))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("Grouped: a flag without versions");
    assertThatThrownBy(() -> grouped(1, 6)).hasMessage("Grouped has two fields of number 1");
  }
}
