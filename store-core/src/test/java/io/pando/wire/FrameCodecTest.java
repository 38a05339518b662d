package io.pando.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.format.Golden;
import io.pando.format.RandomRecords;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.message.FileMessage;
import io.pando.message.MdsMessage;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.proto.FormatException;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameCodecTest {
  static List<Class<?>> messages() {
    return RandomRecords.permitted(Message.class);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void everyMessageIsReadAsItWasWritten(Class<? extends Message> type) {
    RandomRecords records = new RandomRecords(new Random64(type.getSimpleName().hashCode()));
    for (int i = 0; i < 60; i++) {
      Message message = records.any(type);
      Frame frame = FrameCodec.MESSAGES.encode(message, i);
      assertThat(Bytes.read(FrameCodec.MESSAGES, Bytes.of(frame))).isEqualTo(message);
      frame.head().position(frame.head().limit());
      assertThat(Bytes.of(FrameCodec.again(frame, 7 + i)))
          .isEqualTo(Bytes.of(FrameCodec.MESSAGES.encode(message, 7 + i)));
    }
  }

  @Test
  void greetingsAreReadAsTheyWereWritten() {
    RandomRecords records = new RandomRecords(new Random64(5));
    for (int i = 0; i < 200; i++) {
      Greeting greeting = records.any(Greeting.class);
      Frame frame = FrameCodec.GREETINGS.encode(greeting, 0);
      assertThat(Bytes.read(FrameCodec.GREETINGS, Bytes.of(frame))).isEqualTo(greeting);
    }
  }

  @Test
  void noKindIsForgotten() {
    List<Class<?>> known = new ArrayList<>();
    FrameCodec.MESSAGES.kinds().forEach(kind -> known.add(kind.shape().record()));
    assertThat(known).containsExactlyInAnyOrderElementsOf(messages());
  }

  static Stream<String> goldenFiles() {
    return Stream.of("messages-1.txt", "messages-of-files-1.txt", "greetings-1.txt");
  }

  @ParameterizedTest
  @MethodSource("goldenFiles")
  void examplesAreUnderstoodForEver(String file) {
    if (file.startsWith("messages-of-files")) {
      List<Class<?>> types = new ArrayList<>(RandomRecords.permitted(MdsMessage.class));
      types.addAll(RandomRecords.permitted(FileMessage.class));
      checkExamples(file, FrameCodec.MESSAGES, types);
    } else if (file.startsWith("messages")) {
      checkExamples(file, FrameCodec.MESSAGES, messages());
    } else {
      checkExamples(file, FrameCodec.GREETINGS, RandomRecords.permitted(Greeting.class));
    }
  }

  private static <T> void checkExamples(String file, FrameCodec<T> codec, List<Class<?>> types) {
    RandomRecords records = new RandomRecords(new Random64(11)).withSmallPayloads();
    List<Golden.Example> examples = new ArrayList<>();
    for (Class<?> type : types) {
      @SuppressWarnings("unchecked") // the codec is for records of this type
      T record = (T) records.any(type);
      String hex = HexFormat.of().formatHex(Bytes.of(codec.encode(record, 3)));
      examples.add(new Golden.Example(type.getSimpleName(), hex, Golden.meaning(record)));
    }
    Golden.write(file, examples);
    for (Golden.Example example : Golden.read(file)) {
      T record = Bytes.read(codec, HexFormat.of().parseHex(example.hex()));
      Golden.retell(file, example, record);
      assertThat(record).matches(example::means, example.meaning());
      assertThat(HexFormat.of().formatHex(Bytes.of(codec.encode(record, 3))))
          .isEqualTo(example.hex());
    }
  }

  @Test
  void damagedFramesGiveAMessageOrAFormatException() {
    Random64 random = new Random64(17);
    RandomRecords records = new RandomRecords(random);
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      byte[] bytes = Bytes.of(FrameCodec.MESSAGES.encode(records.any(Message.class), i));
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        Bytes.read(FrameCodec.MESSAGES, bytes);
      } catch (FormatException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(2990);
  }

  /** Random bytes with valid checksums, as a hostile or faulty peer could send them. */
  @Test
  void nonsenseWithGoodChecksumsGivesAMessageOrAFormatException() {
    Random64 random = new Random64(19);
    RandomRecords records = new RandomRecords(random);
    int refused = 0;
    for (int i = 0; i < 6_000; i++) {
      byte[] bytes = Bytes.of(FrameCodec.MESSAGES.encode(records.any(Message.class), i));
      FrameHeader header = FrameHeader.parse(bytes);
      byte[] part = new byte[header.messageBytes()];
      System.arraycopy(bytes, FrameHeader.BYTES, part, 0, part.length);
      for (int flips = 1 + random.nextInt(4); flips > 0 && part.length > 0; flips--) {
        part[random.nextInt(part.length)] ^= (byte) (1 << random.nextInt(8));
      }
      FrameHeader fits =
          new FrameHeader(
              header.kind(),
              part.length,
              0,
              header.epoch(),
              header.sequence(),
              new FrameHeader.Checksums(FrameHeader.crc(part, 0, part.length), 0));
      try {
        FrameCodec.MESSAGES.decode(fits, part, Payload.EMPTY);
      } catch (FormatException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void largePayloadsAreNeitherCopiedOnTheWayOutNorOnTheWayIn() {
    Payload large = Payload.wrap(new byte[4096]);
    Payload small = Payload.utf8("few bytes");
    Message message = operate(List.of(new ObjectOp.Append(small), new ObjectOp.WriteFull(large)));
    Frame frame = FrameCodec.MESSAGES.encode(message, 0);
    assertThat(frame.data()).hasSize(1).first().isSameAs(large);
    byte[] bytes = Bytes.of(frame);
    FrameHeader header = FrameHeader.parse(bytes);
    byte[] part = new byte[header.messageBytes()];
    System.arraycopy(bytes, FrameHeader.BYTES, part, 0, part.length);
    byte[] segment = new byte[4096];
    ObjectMessage.Operate read =
        (ObjectMessage.Operate) FrameCodec.MESSAGES.decode(header, part, Payload.wrap(segment));
    segment[7] = 77;
    assertThat(((ObjectOp.WriteFull) read.ops().get(1)).data().asByteBuffer().get(7))
        .isEqualTo((byte) 77);
  }

  @Test
  void aMessageBeyondTheLimitIsRefusedByName() {
    Payload large = Payload.wrap(new byte[40 << 20]);
    Message message = operate(List.of(new ObjectOp.Append(large), new ObjectOp.Append(large)));
    assertThatThrownBy(() -> FrameCodec.MESSAGES.encode(message, 0))
        .isInstanceOf(FormatException.class)
        .hasMessage("frame: 83886080 bytes of data are beyond the limit of 67108864");
  }

  @Test
  void aHeaderSaysWhatIsWrongWithIt() {
    byte[] bytes = Bytes.of(FrameCodec.MESSAGES.encode(operate(List.of()), 0));
    byte[] other = bytes.clone();
    other[4] = 2;
    assertThatThrownBy(() -> FrameHeader.parse(other))
        .hasMessage("frame: it is of version 2, this release speaks version 1");
    bytes[0] = 'H';
    assertThatThrownBy(() -> FrameHeader.parse(bytes))
        .hasMessage("frame: it does not begin with PNDO");
  }

  private static ObjectMessage.Operate operate(List<ObjectOp> ops) {
    return new ObjectMessage.Operate(
        new RequestId(1, 2),
        3,
        new PgId(new PoolId(4), 5),
        new ObjectId(6, "seven"),
        ops,
        ObjectMessage.Sending.FIRST);
  }
}
