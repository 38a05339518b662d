package io.pando.disk.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.ModelStore;
import io.pando.disk.StoreConformance;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.serve.CheckReport;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.port.ObjectStore;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

final class KvStoreTest extends StoreConformance {
  private static final StoreIdentity IDENTITY =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);

  @TempDir Path directory = Path.of("set by JUnit");

  private KvStoreConfig config = KvStoreConfig.DEFAULT;
  private @Nullable KvStore store;

  @Override
  protected ObjectStore format(long capacityBytes) {
    config = new KvStoreConfig(capacityBytes, 8192, config.limits(), config.memory());
    try {
      KvStore.format(directory.resolve("store"), config, IDENTITY);
      return open();
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected ObjectStore reopen() {
    try {
      close();
      return open();
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected void onQuiet() {
    KvStore open = Objects.requireNonNull(store);
    CheckReport report = await(done -> open.check(true, done));
    assertThat(report.faults()).isEmpty();
  }

  @Override
  protected long usedBytes(ModelStore model) {
    return model.unsharedBytes();
  }

  @AfterEach
  void close() throws StoreException {
    if (store != null) {
      store.close();
      store = null;
    }
  }

  private KvStore open() throws StoreException {
    KvStore opened = KvStore.open(directory.resolve("store"), config, IDENTITY, loop);
    store = opened;
    return opened;
  }
}
