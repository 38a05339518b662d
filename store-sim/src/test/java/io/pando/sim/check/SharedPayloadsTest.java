package io.pando.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A history keeps written bytes once, however often they are read. */
class SharedPayloadsTest {
  private static Payload bytes(int size, int value) {
    byte[] bytes = new byte[size];
    bytes[0] = (byte) value;
    return Payload.wrap(ByteBuffer.wrap(bytes));
  }

  private static Payload read(History history, Payload data) {
    CallOutcome ending = new CallOutcome.Succeeded(null, List.of(new OpResult.Data(data)));
    history
        .called("client.2", "o", 2, List.of(new ObjectOp.Read(new ByteRange(0, 1 << 16))))
        .ended(3, ending);
    ClientCall last = history.operations().getLast();
    return ((OpResult.Data) ((CallOutcome.Succeeded) last.ending()).results().getFirst()).data();
  }

  @Test
  void whatIsReadSharesTheBytesThatWereWritten() {
    History history = new History();
    Payload written = bytes(SharedPayloads.MIN_BYTES, 1);
    history.called("client.1", "o", 1, List.of(new ObjectOp.WriteFull(written)));
    assertThat(read(history, bytes(SharedPayloads.MIN_BYTES, 1))).isSameAs(written);
  }

  @Test
  void readsOfTheSameBytesShareThem() {
    History history = new History();
    Payload first = read(history, bytes(SharedPayloads.MIN_BYTES, 1));
    assertThat(read(history, bytes(SharedPayloads.MIN_BYTES, 1))).isSameAs(first);
  }

  @Test
  void otherBytesStayAsTheyAre() {
    History history = new History();
    Payload first = read(history, bytes(SharedPayloads.MIN_BYTES, 1));
    Payload other = bytes(SharedPayloads.MIN_BYTES, 2);
    assertThat(read(history, other)).isSameAs(other).isNotEqualTo(first);
  }
}
