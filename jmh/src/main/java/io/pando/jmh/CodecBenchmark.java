package io.pando.jmh;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.wire.Frame;
import io.pando.wire.FrameCodec;
import io.pando.wire.FrameHeader;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Messages and stored records, from values to bytes and back: a write of 4 KiB, a log entry, and
 * all messages of a replicated write and a read in turn, since code that is fast for one kind need
 * not be so for many.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
  private final Payload data = Payload.wrap(new byte[4096]);
  private final ObjectId object =
      new ObjectId(0x12345678, "rbd_data.10226b8b4567.00000000000001f3");
  private final Message write =
      new ObjectMessage.Operate(
          new RequestId(0x123456789abcdefL, 4711),
          1234,
          new PgId(new PoolId(3), 77),
          object,
          List.of(new ObjectOp.Write(1 << 20, data)),
          ObjectMessage.Sending.FIRST);
  private final LogEntry entry =
      new LogEntry(
          new Version(1234, 567_890),
          new Version(1200, 560_000),
          object,
          LogEntry.Kind.MODIFY,
          new RequestId(0x123456789abcdefL, 4711),
          List.of(new OpResult.Done()));
  private final List<Message> messages = messages();
  private final List<Frame> frames =
      messages.stream().map(it -> FrameCodec.MESSAGES.encode(it, 0)).toList();
  private final List<FrameHeader> headers =
      frames.stream().map(it -> FrameHeader.parse(it.head().array())).toList();
  private final List<byte[]> bodies =
      frames.stream()
          .map(it -> Arrays.copyOfRange(it.head().array(), FrameHeader.BYTES, it.head().limit()))
          .toList();
  private final byte[] entryBytes = GroupRecords.LOG_ENTRY.toBytes(entry);
  private final byte[] message;
  private final FrameHeader header;

  /** Prepares the bytes of the message. */
  public CodecBenchmark() {
    Frame frame = FrameCodec.MESSAGES.encode(write, 0);
    byte[] head = new byte[frame.head().remaining()];
    frame.head().duplicate().get(head);
    header = FrameHeader.parse(head);
    message = Arrays.copyOfRange(head, FrameHeader.BYTES, head.length);
  }

  /** With both checksums. */
  @Benchmark
  public Frame encodeWriteOf4KiB() {
    return FrameCodec.MESSAGES.encode(write, 0);
  }

  /** With both checksums. */
  @Benchmark
  public Message decodeWriteOf4KiB() {
    return FrameCodec.MESSAGES.decode(header, message, data);
  }

  private List<Message> messages() {
    PgId group = new PgId(new PoolId(3), 77);
    CollectionId collection = CollectionId.of(group);
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put(
        ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(new ObjectInfo(entry.version(), 1 << 20)));
    List<StoreOp.OnObject> steps =
        List.of(
            new StoreOp.Write(collection, object, 1 << 20, data),
            new StoreOp.PutAttributes(collection, object, attributes));
    return List.of(
        write,
        new ReplicationMessage.Replicate(
            group,
            1234,
            new ReplicationMessage.Update(entry, steps, 1000, 4_096_000),
            new ReplicationMessage.Replicate.Progress(entry.prior(), Version.ZERO),
            List.of(),
            false),
        new ReplicationMessage.Replicated(
            group, 1234, entry.version(), new Digest(0x123456789abcdefL, 100)),
        reply(new OpResult.Done()),
        new ObjectMessage.Operate(
            entry.request(),
            1234,
            group,
            object,
            List.of(new ObjectOp.Read(new ByteRange(0, 4096))),
            ObjectMessage.Sending.FIRST),
        reply(new OpResult.Data(data)));
  }

  private Message reply(OpResult result) {
    return new ObjectMessage.OperateReply(
        entry.request(), 1234, 0, new OpOutcome.Succeeded(entry.version(), List.of(result)));
  }

  /** Six of them, with all checksums. */
  @Benchmark
  public void encodeMessages(Blackhole sink) {
    for (Message each : messages) {
      sink.consume(FrameCodec.MESSAGES.encode(each, 0));
    }
  }

  /** Six of them, with all checksums. */
  @Benchmark
  public void decodeMessages(Blackhole sink) {
    for (int i = 0; i < bodies.size(); i++) {
      List<Payload> segment = frames.get(i).data();
      Payload bytes = segment.isEmpty() ? Payload.EMPTY : segment.getFirst();
      sink.consume(FrameCodec.MESSAGES.decode(headers.get(i), bodies.get(i), bytes));
    }
  }

  @Benchmark
  public byte[] encodeLogEntry() {
    return GroupRecords.LOG_ENTRY.toBytes(entry);
  }

  @Benchmark
  public LogEntry decodeLogEntry() {
    return GroupRecords.LOG_ENTRY.decode(entryBytes);
  }
}
