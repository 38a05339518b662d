package io.pando.disk.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.GoldenBytes;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.proto.FormatException;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records of transactions that are too long for one. */
final class LogFragmentsTest {
  private static final Payload LONG = Payload.utf8("0123456789".repeat(3));

  private final LogFragments taken = new LogFragments();

  @Test
  void whatFitsIsARecordAsItIs() {
    assertThat(LogFragments.of(LONG, LONG.size())).containsExactly(LONG);
    assertThat(taken.take(LONG.asByteBuffer())).isEqualTo(LONG);
  }

  /** Golden bytes: existing logs contain them. */
  @Test
  void partsAreNumberedAndJoinedAgain() {
    List<Payload> parts = LogFragments.of(LONG, 29);
    assertThat(parts).hasSize(2);
    assertThat(parts.getFirst().toByteArray())
        .startsWith(0, 0, 0, 0, 0, 0, 0, 0, 2, '0', '1')
        .hasSize(29);
    assertThat(parts.getLast().toByteArray())
        .startsWith(0, 0, 0, 0, 1, 0, 0, 0, 2, '0', '1')
        .hasSize(19);
    assertThat(taken.take(parts.getFirst().asByteBuffer())).isNull();
    assertThat(taken.take(parts.getLast().asByteBuffer())).isEqualTo(LONG);
  }

  @Test
  void partsWithoutTheirLastArePassedOver() {
    List<Payload> parts = LogFragments.of(LONG, 19);
    assertThat(taken.take(parts.getFirst().asByteBuffer())).isNull();
    assertThat(taken.take(LONG.asByteBuffer())).isEqualTo(LONG);
    assertThat(taken.take(parts.getFirst().asByteBuffer())).isNull();
    assertThat(taken.take(parts.getFirst().asByteBuffer())).isNull();
    assertThat(taken.take(parts.get(1).asByteBuffer())).isNull();
    assertThat(taken.take(parts.get(2).asByteBuffer())).isEqualTo(LONG);
    assertThatThrownBy(() -> taken.take(parts.get(1).asByteBuffer()))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("expected part 0");
  }

  @Test
  void noTransactionBeginsAsAPartDoes() {
    CollectionId collection = CollectionId.of(new PgId(new PoolId(1), 3));
    Transaction transaction =
        new Transaction(List.of(new StoreOp.CreateCollection(collection)), true);
    assertThat(FileRecords.TRANSACTION.encode(FileTransaction.of(transaction)).toByteArray()[0])
        .isPositive();
  }

  @Test
  void goldenBytes() throws IOException {
    Payload whole = Payload.utf8("abcdefghijklmn");
    List<byte[]> golden = GoldenBytes.parts("transaction-parts");
    // A header of 9 bytes, and 4 of the transaction.
    List<Payload> parts = LogFragments.of(whole, 13);
    assertThat(parts.stream().map(Payload::toByteArray).toList())
        .usingElementComparator(Arrays::compare)
        .isEqualTo(golden);
    LogFragments read = new LogFragments();
    Payload last = null;
    for (byte[] part : golden) {
      assertThat(last).isNull();
      last = read.take(ByteBuffer.wrap(part));
    }
    assertThat(last).isEqualTo(whole);
  }
}
