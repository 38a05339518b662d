package io.pando.disk.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.disk.GoldenBytes;
import io.pando.disk.SealedRecord;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreKind;
import io.pando.format.DamagedRecordException;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The superblocks of stores with a catalog. */
class StoreSuperblockTest {
  private static final StoreSuperblock SUPERBLOCK =
      new StoreSuperblock(
          new StoreIdentity(
              ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(5), 1),
          262_144,
          0,
          "");

  @ParameterizedTest
  @EnumSource(names = {"KV", "FILE"})
  void goldenBytes(StoreKind kind) throws IOException, DamagedRecordException {
    byte[] golden = GoldenBytes.of("superblock-" + kind + "-1");
    byte[] record = SealedRecord.open(kind, kind.magic(), golden);
    assertThat(CatalogRecords.SUPERBLOCK.decode(record)).isEqualTo(SUPERBLOCK);
    assertThat(SealedRecord.seal(kind.magic(), CatalogRecords.SUPERBLOCK.toBytes(SUPERBLOCK)))
        .isEqualTo(golden);
  }

  @Test
  void aFlippedBitIsNoticed() throws IOException {
    byte[] golden = GoldenBytes.of("superblock-kv-1");
    for (int bit = 0; bit < golden.length * 8; bit++) {
      byte[] bad = golden.clone();
      bad[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> SealedRecord.open(StoreKind.KV, StoreKind.KV.magic(), bad))
          .isInstanceOf(DamagedRecordException.class);
    }
  }
}
