package io.pando.disk.shards;

import io.pando.disk.CrashConformance;
import io.pando.disk.StoreGenerator;
import io.pando.disk.StoreKind;
import io.pando.disk.device.DataIo;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;

/** The transactions of processes that are killed, in order; the same in every process. */
final class KilledHistory {
  static final ClusterId CLUSTER = ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff");
  static final OsdId OSD = new OsdId(3);

  private final StoreGenerator generator;
  private int drawn;

  KilledHistory(long seed) {
    this.generator = new StoreGenerator(new Random64(seed), 300_000);
  }

  static StoreSettings settings(StoreKind kind) {
    return new StoreSettings(
        kind,
        256 << 20,
        new StoreSettings.Memory(16 << 20, 8 << 20),
        1 << 16,
        new StoreSettings.Raw(StoreSettings.LOG_UNIT_BYTES, DataIo.AUTO, null, null));
  }

  Transaction next() {
    return ++drawn == 1
        ? Transaction.of(new StoreOp.CreateCollection(CrashConformance.COUNTER))
        : CrashConformance.numbered(generator.transaction(), drawn);
  }
}
