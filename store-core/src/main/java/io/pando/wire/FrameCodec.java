package io.pando.wire;

import io.pando.bytes.Payload;
import io.pando.codec.Shape;
import io.pando.message.Message;
import io.pando.proto.FormatException;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Encodes records as frames and decodes them. Large payloads are not copied: a frame refers to
 * them, and a decoded record holds slices of the data segment. Safe for use by any thread.
 *
 * @param <T> type of the records
 */
public final class FrameCodec<T> {
  /** The codec of messages between nodes. */
  public static final FrameCodec<Message> MESSAGES =
      new FrameCodec<>(
          Message.class,
          Stream.of(
                  MonitorKinds.KINDS,
                  ObjectKinds.KINDS,
                  PeeringKinds.KINDS,
                  RecoveryKinds.KINDS,
                  ScrubKinds.KINDS,
                  DaemonKinds.KINDS,
                  FragmentKinds.KINDS,
                  MdsKinds.KINDS,
                  FileKinds.KINDS)
              .flatMap(List::stream)
              .toList());

  /** The codec of the greetings that open a stream. */
  public static final FrameCodec<Greeting> GREETINGS =
      new FrameCodec<>(Greeting.class, GreetingKinds.KINDS);

  private final Class<T> type;
  private final List<Kind> kinds;
  private final Map<Class<?>, Kind> byClass = new LinkedHashMap<>();
  private final @Nullable Kind[] byNumber;

  private FrameCodec(Class<T> type, List<Kind> kinds) {
    this.type = type;
    this.kinds = kinds;
    this.byNumber = new Kind[1 + kinds.stream().mapToInt(Kind::number).max().orElse(0)];
    for (Kind kind : kinds) {
      if (byNumber[kind.number()] != null || byClass.put(kind.shape().record(), kind) != null) {
        throw new IllegalStateException("kind " + kind.number() + " is defined twice");
      }
      byNumber[kind.number()] = kind;
    }
  }

  /**
   * Loads the code of all kinds. Otherwise this happens at the first use of each kind, while a
   * request waits.
   */
  public void prepare() {
    kinds.forEach(kind -> kind.shape().prepare());
  }

  /** The kinds, in the order of declaration. */
  List<Kind> kinds() {
    return kinds;
  }

  /**
   * Encodes a record as a frame.
   *
   * @param sequence number of the frame on its stream
   * @throws FormatException if the record exceeds the maximum size of a frame
   */
  public Frame encode(T record, long sequence) {
    Kind kind = byClass.get(record.getClass());
    if (kind == null) {
      throw new IllegalArgumentException("no kind is given to " + record.getClass().getName());
    }
    ProtoWriter out = ProtoWriter.withSegments(FrameHeader.BYTES);
    kind.shape().writeBodyOf(out, record);
    int messageBytes = out.size() - FrameHeader.BYTES;
    FrameHeader.checkSize("message", messageBytes, FrameHeader.MAX_MESSAGE_BYTES);
    FrameHeader.checkSize("data", out.segmentBytes(), FrameHeader.MAX_DATA_BYTES);
    int dataBytes = (int) out.segmentBytes();
    new FrameHeader(
            kind.number(),
            messageBytes,
            dataBytes,
            out.epoch(),
            sequence,
            new FrameHeader.Checksums(
                FrameHeader.crc(out.array(), FrameHeader.BYTES, messageBytes), crc(out.segments())))
        .write(out.array());
    return new Frame(
        ByteBuffer.wrap(out.array(), 0, out.size()), out.segments(), out.size() + dataBytes);
  }

  /**
   * Copies a frame for another stream.
   *
   * @param sequence number of the frame on that stream
   */
  public static Frame again(Frame frame, long sequence) {
    byte[] head = Arrays.copyOf(frame.head().array(), frame.head().limit());
    FrameHeader.renumber(head, sequence);
    return new Frame(ByteBuffer.wrap(head), frame.data(), frame.sizeBytes());
  }

  /**
   * Decodes a frame.
   *
   * @param message the message part, of exactly the size announced
   * @param data the data segment, of exactly the size announced; the record keeps slices of it
   * @throws FormatException if the bytes do not match their checksums, or are not a valid record
   */
  public T decode(FrameHeader header, byte[] message, Payload data) {
    if (FrameHeader.crc(message, 0, message.length) != header.checksums().messageCrc()) {
      throw new FormatException("frame: the message does not match its checksum");
    }
    if (data.crc32c() != header.checksums().dataCrc()) {
      throw new FormatException("frame: the data does not match its checksum");
    }
    int number = header.kind();
    Kind kind = number < byNumber.length ? byNumber[number] : null;
    if (kind == null) {
      throw new FormatException(
          "frame: kind %d is no %s"
              .formatted(number, type.getSimpleName().toLowerCase(Locale.ROOT)));
    }
    return type.cast(read(kind.shape(), header, message, data));
  }

  private static <R extends Record> R read(
      Shape<R> shape, FrameHeader header, byte[] message, Payload data) {
    return shape.readBody(new ProtoReader(message, 0, message.length, data, header.epoch()));
  }

  private static int crc(List<Payload> segments) {
    if (segments.size() == 1) {
      return segments.getFirst().crc32c();
    }
    CRC32C crc = new CRC32C();
    segments.forEach(segment -> segment.addTo(crc));
    return (int) crc.getValue();
  }
}
