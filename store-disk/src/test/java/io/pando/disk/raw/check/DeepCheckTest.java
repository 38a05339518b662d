package io.pando.disk.raw.check;

import static io.pando.disk.raw.check.StoreRecords.at;
import static io.pando.disk.raw.check.StoreRecords.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.id.ObjectId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Findings and progress of a check that reads all data. */
class DeepCheckTest {
  private static final ObjectId A = new ObjectId(0, "a");
  private static final ObjectId B = new ObjectId(0, "b");

  private final StoreRecords store = new StoreRecords();
  private final List<String> faults = new ArrayList<>();
  private final List<List<Long>> progress = new ArrayList<>();

  private void check() throws MetadataException {
    CheckListener listener =
        new CheckListener() {
          @Override
          public void onFault(StoreFault fault) {
            faults.add(fault.what());
          }

          @Override
          public void onProgress(long objects, long bytesRead) {
            progress.add(List.of(objects, bytesRead));
          }
        };
    StoreCheck.run(store.metadata, store.device, true, listener);
  }

  private static String mismatch(RawBlocks blocks, int slot) {
    return "has checksum %08x where %08x was written"
        .formatted(StoreRecords.checksum(9, 0), blocks.checksum(slot));
  }

  /** For a block behind the end one byte is named, since a range cannot be empty. */
  @Test
  void blocksAreNamedByTheBytesThatTheObjectHasThere() throws Exception {
    RawBlocks head = at(20, 21, 22);
    store.put(A, object(1, 4096 + 100, head));
    check();
    assertThat(faults)
        .containsExactlyInAnyOrder(
            "it has a block from byte 8192 on, behind its end",
            "bytes 0 to 4095, block 20 of the device, " + mismatch(head, 0),
            "bytes 4096 to 4195, block 21 of the device, " + mismatch(head, 1),
            "bytes 8192 to 8192, block 22 of the device, " + mismatch(head, 2));
  }

  /** Blocks are read when the next one does not follow them on the device. */
  @Test
  void progressCountsTheBytesThatWereRead() throws Exception {
    store.put(A, object(1, 4096, at(20)));
    store.put(B, object(2, 4096, at(30)));
    for (int i = 3; i <= 1000; i++) {
      store.put(new ObjectId(i, "many"), object(i, 0, at()));
    }
    check();
    assertThat(progress).containsExactly(List.of(1000L, 4096L), List.of(1000L, 2 * 4096L));
  }

  @Test
  void aKeyOfAMapIsTheNumberOfAnObjectAtLeast() throws Exception {
    store.metadata.put(Family.MAP, new byte[7], new byte[0]);
    check();
    assertThat(faults).containsExactly("a record of family MAP: its key has 7 bytes");
  }
}
