package io.pando.disk.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.ModelStore;
import io.pando.disk.StoreConformance;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.log.LogConfig;
import io.pando.disk.serve.CheckReport;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.port.ObjectStore;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

final class FileStoreTest extends StoreConformance {
  private static final StoreIdentity IDENTITY =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);

  @TempDir Path directory = Path.of("set by JUnit");

  private FileStoreConfig config = FileStoreConfig.DEFAULT;
  private @Nullable FileStore store;

  @Override
  protected ObjectStore format(long capacityBytes) {
    config =
        new FileStoreConfig(
            capacityBytes,
            new FileStoreConfig.Log(true, new LogConfig(4 << 20, 1 << 16)),
            new CheckpointLimits(200_000, Long.MAX_VALUE),
            config.limits(),
            config.memory());
    try {
      FileStore.format(directory.resolve("store"), config, IDENTITY);
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
    FileStore open = Objects.requireNonNull(store);
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

  private FileStore open() throws StoreException {
    FileStore opened = FileStore.open(directory.resolve("store"), config, IDENTITY, loop);
    store = opened;
    return opened;
  }
}
