package io.pando.fuse.protocol.codec;

import static io.pando.fuse.protocol.codec.Wire.NODE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.fuse.protocol.AttributeChange;
import io.pando.fuse.protocol.FileFlags;
import io.pando.fuse.protocol.FileLock;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseContext;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.fuse.protocol.KernelMessage.Forgotten;
import io.pando.fuse.protocol.NameRequest;
import io.pando.fuse.protocol.NameRequest.NewMode;
import io.pando.fuse.protocol.NodeRequest;
import io.pando.fuse.protocol.Opcode;
import io.pando.random.Random64;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages written field by field, as {@code linux/fuse.h} defines the structures. */
class MessageDecoderTest {
  private static final FuseName A = FuseName.of("a");
  private static final FuseName NEW = FuseName.of("new name");
  private static final OptionalLong NONE = OptionalLong.empty();
  private static final long HANDLE = 77;
  private static final long OWNER = 0xabcdef0123456789L;

  static Stream<Arguments> messages() {
    List<Arguments> all = new ArrayList<>(names());
    all.addAll(nodes());
    all.addAll(files());
    all.addAll(session());
    return all.stream();
  }

  private static List<Arguments> names() {
    return List.of(
        message(1, Wire.of().text("a\0"), new NameRequest.Lookup(NODE, A)),
        message(
            6,
            Wire.of().text("a\0../target\0"),
            new NameRequest.MakeSymbolicLink(NODE, A, FuseName.of("../target"))),
        message(
            8,
            Wire.of().u32(0x2180, 0x0103, 022, 0).text("a\0"),
            new NameRequest.MakeNode(NODE, A, new NewMode(0x2180, 022), 0x0103)),
        message(
            9,
            Wire.of().u32(0755, 022).text("a\0"),
            new NameRequest.MakeDirectory(NODE, A, new NewMode(0755, 022))),
        message(10, Wire.of().text("a\0"), new NameRequest.Unlink(NODE, A)),
        message(11, Wire.of().text("a\0"), new NameRequest.RemoveDirectory(NODE, A)),
        message(
            12, Wire.of().u64(9).text("a\0new name\0"), new NameRequest.Rename(NODE, A, 9, NEW, 0)),
        message(
            45,
            Wire.of().u64(9).u32(2, 0).text("a\0new name\0"),
            new NameRequest.Rename(NODE, A, 9, NEW, NameRequest.Rename.EXCHANGE)),
        message(13, Wire.of().u64(9).text("a\0"), new NameRequest.Link(NODE, A, 9)),
        message(
            35,
            Wire.of().u32(0x8241, 0x81a4, 022, 1).text("a\0"),
            new NameRequest.Create(NODE, A, new FileFlags(0x8241), new NewMode(0x81a4, 022), true)),
        message(
            51,
            Wire.of().u32(0x410002, 0x8180, 077, 0).text("#1\0"),
            new NameRequest.CreateUnnamed(
                NODE, new FileFlags(0x410002), new NewMode(0x8180, 077))));
  }

  private static List<Arguments> nodes() {
    AttributeChange truncation =
        new AttributeChange(
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.of(4096),
            AttributeChange.Times.KEPT,
            true);
    AttributeChange others =
        new AttributeChange(
            OptionalInt.of(0100644),
            OptionalInt.of(1),
            OptionalInt.of(2),
            OptionalLong.empty(),
            new AttributeChange.Times(
                new AttributeChange.Now(),
                new AttributeChange.At(Instant.ofEpochSecond(-1, 999_999_999)),
                new AttributeChange.At(Instant.ofEpochSecond(1L << 33, 7))),
            false);
    return List.of(
        message(3, Wire.of().u32(0, 0).u64(0), new NodeRequest.GetAttributes(NODE, NONE)),
        message(
            3,
            Wire.of().u32(1, 0).u64(HANDLE),
            new NodeRequest.GetAttributes(NODE, OptionalLong.of(HANDLE))),
        message(
            52,
            Wire.of().u32(1, 0).u64(HANDLE).u32(0x100, 0xfff),
            new NodeRequest.GetExtendedAttributes(NODE, OptionalLong.of(HANDLE), 0x100, 0xfff)),
        message(
            4,
            Wire.of()
                .u32(1 << 3 | 1 << 6 | 1 << 9 | 1 << 11, 0)
                .u64(HANDLE, 4096, OWNER, 1, 2, 3)
                .u32(4, 5, 6, 7, 0, 8, 9, 0),
            new NodeRequest.SetAttributes(
                NODE, OptionalLong.of(HANDLE), truncation, OptionalLong.of(OWNER))),
        message(
            4,
            Wire.of()
                .u32(1 | 1 << 1 | 1 << 2 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 10, 0)
                .u64(HANDLE, 4096, OWNER, 1, -1, 1L << 33)
                .u32(4, 999_999_999, 7, 0100644, 0, 1, 2, 0),
            new NodeRequest.SetAttributes(NODE, NONE, others, NONE)),
        message(5, Wire.of(), new NodeRequest.ReadLink(NODE)),
        message(34, Wire.of().u32(6, 0), new NodeRequest.Access(NODE, 6)),
        message(
            21,
            Wire.of().u32(3, 1, 1, 0).text("user.x\0abc"),
            new NodeRequest.SetXattr(NODE, FuseName.of("user.x"), Payload.utf8("abc"), 1, true)),
        message(
            22,
            Wire.of().u32(256, 0).text("user.x\0"),
            new NodeRequest.GetXattr(NODE, FuseName.of("user.x"), 256)),
        message(23, Wire.of().u32(0, 0), new NodeRequest.ListXattr(NODE, 0)),
        message(
            24,
            Wire.of().text("user.x\0"),
            new NodeRequest.RemoveXattr(NODE, FuseName.of("user.x"))),
        message(
            14, Wire.of().u32(0x8001, 1), new NodeRequest.Open(NODE, new FileFlags(0x8001), true)),
        message(
            27,
            Wire.of().u32(0x18800, 0),
            new NodeRequest.OpenDirectory(NODE, new FileFlags(0x18800))),
        message(37, Wire.of().u64(12).u32(4096, 0), new NodeRequest.MapBlock(NODE, 12, 4096)),
        message(17, Wire.of(), new NodeRequest.GetStatistics(NODE)),
        message(50, Wire.of().u64(0), new NodeRequest.SyncFileSystem(NODE)));
  }

  private static List<Arguments> files() {
    FileFlags flags = new FileFlags(0x8002);
    Wire lock = Wire.of().u64(HANDLE, OWNER, 10, Long.MAX_VALUE).u32(1, 4711, 0, 0);
    Wire flock = Wire.of().u64(HANDLE, OWNER, 0, Long.MAX_VALUE).u32(0, 4711, 1, 0);
    FileLock range = new FileLock(10, Long.MAX_VALUE, FileLock.Kind.WRITE, 4711);
    FileLock whole = new FileLock(0, Long.MAX_VALUE, FileLock.Kind.READ, 4711);
    return List.of(
        message(
            15,
            Wire.of().u64(HANDLE, 8192).u32(4096, 2).u64(OWNER).u32(0x8002, 0),
            new FileRequest.Read(NODE, HANDLE, 8192, 4096, flags, OptionalLong.of(OWNER))),
        message(
            16,
            Wire.of().u64(HANDLE, 8192).u32(3, 5).u64(OWNER).u32(0x8002, 0).text("xyz"),
            new FileRequest.Write(
                NODE,
                HANDLE,
                8192,
                Payload.utf8("xyz"),
                new FileRequest.WriteMode(flags, true, true, NONE))),
        message(
            25,
            Wire.of().u64(HANDLE).u32(0, 0).u64(OWNER),
            new FileRequest.Flush(NODE, HANDLE, OWNER)),
        message(
            18,
            Wire.of().u64(HANDLE).u32(0x8002, 2).u64(OWNER),
            new FileRequest.Release(NODE, HANDLE, flags, OptionalLong.of(OWNER))),
        message(20, Wire.of().u64(HANDLE).u32(1, 0), new FileRequest.Sync(NODE, HANDLE, true)),
        message(
            28,
            Wire.of().u64(HANDLE, 3).u32(4096, 0).u64(0).u32(0, 0),
            new FileRequest.ReadDirectory(NODE, HANDLE, 3, 4096, false)),
        message(
            44,
            Wire.of().u64(HANDLE, 3).u32(4096, 0).u64(0).u32(0, 0),
            new FileRequest.ReadDirectory(NODE, HANDLE, 3, 4096, true)),
        message(
            29,
            Wire.of().u64(HANDLE).u32(0x8002, 0).u64(0),
            new FileRequest.ReleaseDirectory(NODE, HANDLE, flags)),
        message(
            30,
            Wire.of().u64(HANDLE).u32(0, 0),
            new FileRequest.SyncDirectory(NODE, HANDLE, false)),
        message(31, lock, new FileRequest.GetLock(NODE, HANDLE, OWNER, range, false)),
        message(32, lock, new FileRequest.SetLock(NODE, HANDLE, OWNER, range, false, false)),
        message(33, flock, new FileRequest.SetLock(NODE, HANDLE, OWNER, whole, true, true)),
        message(
            43,
            Wire.of().u64(HANDLE, 4096, 8192).u32(3, 0),
            new FileRequest.Allocate(NODE, HANDLE, 4096, 8192, 3)),
        message(
            46,
            Wire.of().u64(HANDLE, 100).u32(4, 0),
            new FileRequest.Seek(NODE, HANDLE, 100, FileRequest.Seek.HOLE)),
        message(
            47,
            Wire.of().u64(HANDLE, 1, 9, 78, 2, 3, 0),
            new FileRequest.CopyRange(NODE, HANDLE, 1, new FileRequest.Target(9, 78, 2), 3)),
        message(
            39,
            Wire.of().u64(HANDLE).u32(0x10, 0x5401).u64(0x7fff0000).u32(2, 60).text("in"),
            new FileRequest.Ioctl(NODE, HANDLE, 0x5401, true, Payload.utf8("in"), 60)),
        message(
            40,
            Wire.of().u64(HANDLE, 6).u32(1, 0x41),
            new FileRequest.Poll(NODE, HANDLE, 6, 0x41, true)));
  }

  private static List<Arguments> session() {
    return List.of(
        message(
            26,
            Wire.of().u32(7, 31, 131072, 0x3fffffff),
            new KernelMessage.Init(7, 31, 131072, 0x3fffffffL)),
        message(
            26,
            Wire.of().u32(7, 45, 131072, 0x7fffffff, 0x15).zeros(44),
            new KernelMessage.Init(7, 45, 131072, 0x15_7fffffffL)),
        message(2, Wire.of().u64(3), new KernelMessage.Forget(List.of(new Forgotten(NODE, 3)))),
        message(
            42,
            Wire.of().u32(2, 0).u64(8, 1, 9, 2),
            new KernelMessage.Forget(List.of(new Forgotten(8, 1), new Forgotten(9, 2)))),
        message(36, Wire.of().u64(0xf), new KernelMessage.Interrupt(0xf)),
        message(
            41,
            Wire.of().u64(0, 4096).u32(2, 0).u64(0, 0).text("pg"),
            new KernelMessage.Retrieved(Wire.UNIQUE, NODE, 4096, Payload.utf8("pg"))),
        message(38, Wire.of(), new KernelMessage.Destroy()),
        message(48, Wire.of().u64(1, 2, 3, 4, 5), new KernelMessage.Unknown(48)),
        message(1 << 20, Wire.of(), new KernelMessage.Unknown(1 << 20)),
        message(-1, Wire.of(), new KernelMessage.Unknown(-1)));
  }

  private static Arguments message(int opcode, Wire body, KernelMessage expected) {
    return Arguments.of(Wire.message(opcode, body), expected);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void messageIsDecoded(byte[] bytes, KernelMessage expected) throws MalformedMessageException {
    assertThat(Wire.decode(bytes)).isEqualTo(expected);
  }

  @Test
  void everyOperationIsCovered() {
    Set<Opcode> covered = EnumSet.noneOf(Opcode.class);
    messages()
        .forEach(each -> {
          ByteBuffer bytes = ByteBuffer.wrap((byte[]) each.get()[0]).order(ByteOrder.LITTLE_ENDIAN);
          Opcode.of(bytes.getInt(4)).ifPresent(covered::add);
        });
    assertThat(covered).containsExactly(Opcode.values());
  }

  @Test
  void headerNamesTheCaller() throws MalformedMessageException {
    byte[] message = Wire.message(1, Wire.of().text("a\0"));
    ByteBuffer buffer = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(MessageHeader.read(buffer))
        .isEqualTo(
            new MessageHeader(
                1, NODE, 2, new FuseContext(Wire.UNIQUE, Wire.UID, Wire.GID, Wire.PID)));
  }

  @Test
  void extensionsAreCutOff() throws MalformedMessageException {
    byte[] message =
        Wire.of()
            .u32(40 + 2 + 8, 1)
            .u64(Wire.UNIQUE, NODE)
            .u32(0, 0, 0)
            .u16(1)
            .u16(0)
            .text("a\0")
            .u32(8, 32)
            .toBytes();
    assertThat(Wire.decode(message)).isEqualTo(new NameRequest.Lookup(NODE, A));
    message[36] = 7;
    assertThatThrownBy(() -> Wire.decode(message)).isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void setXattrIsShortUnlessAgreedOtherwise() throws MalformedMessageException {
    byte[] message = Wire.message(21, Wire.of().u32(3, 2).text("user.x\0abc"));
    assertThat(Wire.decode(message, Set.of()))
        .isEqualTo(
            new NodeRequest.SetXattr(NODE, FuseName.of("user.x"), Payload.utf8("abc"), 2, false));
  }

  @Test
  void longerStructuresAreAccepted() throws MalformedMessageException {
    byte[] message = Wire.message(50, Wire.of().u64(0, 0, 0));
    assertThat(Wire.decode(message)).isEqualTo(new NodeRequest.SyncFileSystem(NODE));
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of("name without zero", Wire.message(1, Wire.of().text("abc"))),
        Arguments.of("second name is missing", Wire.message(12, Wire.of().u64(9).text("a\0"))),
        Arguments.of(
            "less data than announced",
            Wire.message(16, Wire.of().u64(1, 0).u32(9, 0).u64(0).u32(0, 0).text("12345678"))),
        Arguments.of(
            "negative offset", Wire.message(15, Wire.of().u64(1, -1).u32(9, 0).u64(0).u32(0, 0))),
        Arguments.of(
            "negative size", Wire.message(15, Wire.of().u64(1, 0).u32(-1, 0).u64(0).u32(0, 0))),
        Arguments.of(
            "more forgotten than fit", Wire.message(42, Wire.of().u32(1 << 30, 0).u64(1, 1))),
        Arguments.of(
            "unknown kind of lock", Wire.message(32, Wire.of().u64(1, 1, 0, 9).u32(3, 0, 0, 0))),
        Arguments.of(
            "a second of more than 10^9 ns",
            Wire.message(
                4,
                Wire.of().u32(1 << 5, 0).u64(0, 0, 0, 0, 0, 0).u32(0, 1_000_000_000).zeros(24))));
  }

  @Test
  void aTimeBeyondAllCalendarsIsTheLastOne() throws MalformedMessageException {
    Wire times = Wire.of().u32(1 << 5, 0).u64(0, 0, 0, 0, Long.MAX_VALUE, 0).zeros(32);
    assertThat(Wire.decode(Wire.message(4, times)).toString())
        .contains("modified=At[time=" + Instant.ofEpochSecond(Instant.MAX.getEpochSecond()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void malformedMessageIsRefused(String what, byte[] message) {
    assertThatThrownBy(() -> Wire.decode(message))
        .as(what)
        .isInstanceOf(MalformedMessageException.class);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void cutMessageIsDecodedOrRefused(byte[] message, KernelMessage expected) {
    for (int length = 0; length < message.length; length++) {
      byte[] cut = Arrays.copyOf(message, length);
      if (length >= 4) {
        ByteBuffer.wrap(cut).order(ByteOrder.LITTLE_ENDIAN).putInt(0, length);
      }
      boolean decoded = isDecoded(cut);
      assertThat(decoded && length < MessageHeader.BYTES).as("%s, %d", expected, length).isFalse();
    }
  }

  @Test
  void noBytesCrashTheDecoder() {
    Random64 random = new Random64(20260817);
    Opcode[] opcodes = Opcode.values();
    int decoded = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] message = new byte[40 + random.nextInt(160)];
      random.nextBytes(message);
      ByteBuffer fields = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
      fields.putInt(0, message.length);
      if (!random.oneIn(8)) {
        fields.putInt(4, opcodes[random.nextInt(opcodes.length)].number());
        fields.putShort(36, (short) 0);
      }
      if (random.nextBoolean()) {
        // Small numbers get further into the structures.
        for (int at = 40; at < message.length; at++) {
          message[at] = random.oneIn(8) ? message[at] : 0;
        }
      }
      decoded += isDecoded(message) ? 1 : 0;
    }
    assertThat(decoded).isPositive();
  }

  private static boolean isDecoded(byte[] message) {
    try {
      return Wire.decode(message) != null;
    } catch (MalformedMessageException e) {
      assertThat(e).hasMessageMatching(".{5,}");
      return false;
    }
  }
}
