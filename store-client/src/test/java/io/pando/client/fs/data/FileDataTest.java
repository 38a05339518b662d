package io.pando.client.fs.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.request.FsError;
import io.pando.id.PoolId;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bytes of one file, with capabilities and errors. */
class FileDataTest {
  private static final Ino INO = new Ino(0x10000000005L);
  private static final FileLayout LAYOUT = new FileLayout(4096, 2, 8192, new PoolId(3));
  private static final CapabilitySet ALONE =
      CapabilitySet.of(Capability.READ, Capability.CACHE, Capability.WRITE, Capability.BUFFER);

  private final FileData data =
      new FileData(new FileDataConfig(100_000, 50_000, 0, 0, 1_000, 10_000));
  private final FakeObjects objects = new FakeObjects();
  private final List<DataEffect> effects = new ArrayList<>();

  @BeforeEach
  void open() {
    step(new DataInput.Opened(INO, LAYOUT, 0, ALONE, 1 << 20));
  }

  private void step(DataInput input) {
    effects.clear();
    data.step(0, input, effects::add);
  }

  private DataEffect.Call onlyCall() {
    assertThat(effects).hasSize(1);
    return (DataEffect.Call) effects.getFirst();
  }

  private void answer(DataEffect.Call call) {
    step(new DataInput.Answered(call.call(), objects.execute(call)));
  }

  private void write(long token) {
    step(new DataInput.Write(token, INO, 0, Payload.wrap(new byte[] {1, 2, 3})));
  }

  @Test
  void bufferedWritesAreAnsweredAtOnceAndReadBackWithoutACall() {
    write(1);
    assertThat(effects).containsExactly(new DataEffect.Done(1));
    step(new DataInput.Read(2, INO, new ByteRange(1, 100)));
    assertThat(effects).containsExactly(new DataEffect.Bytes(2, Payload.wrap(new byte[] {2, 3})));
  }

  @Test
  void writesWithoutBufferingAreAnsweredWhenTheyAreDurable() {
    step(new DataInput.Revoked(1, INO, CapabilitySet.of(Capability.READ, Capability.WRITE)));
    assertThat(effects).containsExactly(new DataEffect.Done(1));
    write(2);
    DataEffect.Call call = onlyCall();
    assertThat(call.object()).isEqualTo("10000000005.00000000");
    assertThat(call.pool()).isEqualTo(new PoolId(3));
    answer(call);
    assertThat(effects).containsExactly(new DataEffect.Done(2));
    assertThat(data.cachedBytes()).isZero();
  }

  @Test
  void aReadWithoutACacheShowsNoBytesThatOtherClientsDoNotSee() {
    step(new DataInput.Revoked(1, INO, CapabilitySet.of(Capability.READ, Capability.WRITE)));
    write(2);
    DataEffect.Call first = onlyCall();
    step(new DataInput.Read(3, INO, new ByteRange(0, 3)));
    assertThat(effects).as("it waits for the write").isEmpty();
    step(new DataInput.Write(4, INO, 1, Payload.wrap(new byte[] {9})));
    assertThat(effects).as("so does the next write").isEmpty();
    answer(first);
    assertThat(effects).hasSize(3).contains(new DataEffect.Done(2));
    answer((DataEffect.Call) effects.getLast());
    assertThat(effects)
        .as("the object has no other bytes yet")
        .containsExactly(new DataEffect.Bytes(3, Payload.wrap(new byte[] {1, 2, 3})));
  }

  @Test
  void smallWritesOneAfterTheOtherAreOneOperation() {
    for (int i = 0; i < 150; i++) {
      step(new DataInput.Write(i, INO, 4L * i, Payload.wrap(new byte[] {(byte) i, 1, 2, 3})));
    }
    step(new DataInput.Write(200, INO, 900, Payload.wrap(new byte[] {7})));
    step(new DataInput.Sync(201, INO));
    DataEffect.Call call = onlyCall();
    assertThat(call.ops()).hasSize(2);
    step(new DataInput.Write(202, INO, 8, Payload.wrap(new byte[] {9})));
    step(new DataInput.Sync(203, INO));
    assertThat(effects).as("bytes that are being written are not sent").isEmpty();
    answer(call);
    assertThat(effects).hasSize(2).contains(new DataEffect.Done(201));
    answer((DataEffect.Call) effects.getFirst());
    assertThat(effects).containsExactly(new DataEffect.Done(203));
    byte[] stored = objects.bytes(INO, LAYOUT, 901);
    assertThat(stored).startsWith(0, 1, 2, 3, 1, 1, 2, 3, 9, 1, 2, 3);
    assertThat(stored[4 * 149]).isEqualTo((byte) 149);
    assertThat(stored[900]).isEqualTo((byte) 7);
  }

  @Test
  void anErrorOfWriteBehindIsToldOnce() {
    write(1);
    step(new DataInput.Sync(2, INO));
    step(new DataInput.Answered(onlyCall().call(), new OpOutcome.Failed(OpError.NO_SPACE, 0, "")));
    assertThat(effects).containsExactly(new DataEffect.Failed(2, FsError.ENOSPC));
    step(new DataInput.Sync(3, INO));
    assertThat(effects).containsExactly(new DataEffect.Done(3));
  }

  @Test
  void aFenceDropsDirtyBytes() {
    write(1);
    step(new DataInput.Flush(2, INO, Ranges.ALL));
    step(new DataInput.Answered(onlyCall().call(), new OpOutcome.Failed(OpError.FENCED, 0, "")));
    assertThat(effects).containsExactly(new DataEffect.Failed(2, FsError.EIO));
    assertThat(data.cachedBytes()).isZero();
    step(new DataInput.Read(3, INO, new ByteRange(0, 3)));
    assertThat(effects).containsExactly(new DataEffect.Failed(3, FsError.EIO));
    step(new DataInput.Opened(INO, LAYOUT, 0, ALONE, 1 << 20));
    step(new DataInput.Sync(4, INO));
    assertThat(effects).containsExactly(new DataEffect.Failed(4, FsError.EIO));
    step(new DataInput.Sync(5, INO));
    assertThat(effects).containsExactly(new DataEffect.Done(5));
  }

  @Test
  void aWriteWaitsForPermissionToWriteThatFar() {
    step(new DataInput.Write(1, INO, (1 << 20) - 1, Payload.wrap(new byte[2])));
    assertThat(effects).containsExactly(new DataEffect.AskWritable(INO, (1 << 20) + 1));
    step(new DataInput.Granted(INO, ALONE, 1 << 21));
    assertThat(effects).containsExactly(new DataEffect.Done(1));
    assertThat(data.sizeOf(INO)).isEqualTo((1 << 20) + 1);
  }

  @Test
  void aWriteThatWaitsIsReturnedWhenCapabilitiesAreLost() {
    step(new DataInput.Write(1, INO, 1 << 20, Payload.wrap(new byte[2])));
    step(new DataInput.Revoked(2, INO, CapabilitySet.of(Capability.READ, Capability.WRITE)));
    assertThat(effects).containsExactly(new DataEffect.Returned(1), new DataEffect.Done(2));
  }

  @Test
  void aCacheIsGivenUpAfterTheReadsThatBeganUnderIt() {
    step(new DataInput.Resized(INO, 6_000));
    step(new DataInput.Read(1, INO, new ByteRange(0, 10)));
    DataEffect.Call first = onlyCall();
    step(new DataInput.Revoked(2, INO, CapabilitySet.of(Capability.READ, Capability.WRITE)));
    assertThat(effects).isEmpty();
    step(new DataInput.Read(3, INO, new ByteRange(0, 10)));
    assertThat(effects).hasSize(1);
    answer(first);
    assertThat(effects)
        .containsExactly(
            new DataEffect.Bytes(1, Payload.wrap(new byte[10])), new DataEffect.Done(2));
  }

  @Test
  void bytesAreSentAfterTheReadsThatBeganBeforeThem() {
    step(new DataInput.Resized(INO, 6_000));
    step(new DataInput.Read(1, INO, new ByteRange(0, 6_000)));
    List<DataEffect> reads = List.copyOf(effects);
    assertThat(reads).hasSize(2);
    write(2);
    step(new DataInput.Sync(3, INO));
    assertThat(effects).isEmpty();
    answer((DataEffect.Call) reads.getLast());
    assertThat(effects).isEmpty();
    answer((DataEffect.Call) reads.getFirst());
    assertThat(effects).contains(new DataEffect.Bytes(1, Payload.wrap(new byte[6_000])));
    answer((DataEffect.Call) effects.getLast());
    assertThat(effects).containsExactly(new DataEffect.Done(3));
  }

  @Test
  void oneCallIsOnePieceOfOneObject() {
    assertThat(data.isOneCall(INO, new ByteRange(100, 0))).isTrue();
    assertThat(data.isOneCall(INO, new ByteRange(4_096, 4_096))).isTrue();
    assertThat(data.isOneCall(INO, new ByteRange(4_095, 2))).isFalse();
    assertThat(data.isOneCall(INO, new ByteRange(4_095, 4_098))).isFalse();
    assertThat(data.isOneCall(INO, Ranges.ALL)).isFalse();
    Ino large = new Ino(77);
    FileLayout one = new FileLayout(4096, 1, 40_960, new PoolId(3));
    step(new DataInput.Opened(large, one, 0, ALONE, 1 << 20));
    assertThat(data.isOneCall(large, new ByteRange(4_095, 4_098))).isTrue();
    assertThat(data.isOneCall(large, new ByteRange(9_999, 2))).isFalse();
    assertThat(data.isOneCall(large, new ByteRange(40_959, 2))).isFalse();
  }

  @Test
  void holesReadAsZeros() {
    step(new DataInput.Resized(INO, 6_000));
    step(new DataInput.Read(1, INO, new ByteRange(5_000, 5_000)));
    answer(onlyCall());
    assertThat(effects).containsExactly(new DataEffect.Bytes(1, Payload.wrap(new byte[1_000])));
  }
}
