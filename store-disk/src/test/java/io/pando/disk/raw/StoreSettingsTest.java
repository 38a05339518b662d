package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.disk.StoreMemory;
import io.pando.disk.device.DataIo;
import io.pando.disk.log.LogConfig;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.serve.BatchLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Valid sizes of a store, and the share of each of several stores. */
class StoreSettingsTest {
  private static final int MIB = 1 << 20;
  private static final LogConfig LOG = new LogConfig(8 * BLOCK_BYTES, BLOCK_BYTES);
  private static final List<String> LOG_NAMES =
      List.of("segmentBytes", "batchBytes", "leastUnitBytes");
  private static final List<String> PIPELINE_NAMES =
      List.of(
          "maxLogBytes",
          "placeFromBytes",
          "applyOps",
          "applyBytes",
          "applyNanos",
          "maxPendingBytes",
          "allotmentBlocks",
          "readCacheBytes");
  private static final List<String> STORE_NAMES =
      List.of(
          "capacityBytes",
          "batchOps",
          "batchBytes",
          "objectCacheBytes",
          "blockCacheBytes",
          "writeBufferBytes");

  private static LogConfig log(long... it) {
    return new LogConfig(it[0], (int) it[1], (int) it[2]);
  }

  private static PipelineConfig pipeline(long... it) {
    return new PipelineConfig(
        LOG,
        it[0],
        (int) it[1],
        new PipelineConfig.ApplyLimits((int) it[2], it[3], it[4], it[5]),
        (int) it[6],
        it[7]);
  }

  private static RawStoreConfig store(long... it) {
    return new RawStoreConfig(
        new RawStoreConfig.Data(null, it[0], false, DataIo.AUTO),
        new BatchLimits((int) it[1], (int) it[2]),
        new StoreMemory(it[3], it[4], it[5]),
        null,
        RawStoreConfig.DEFAULT.pipeline());
  }

  /** Checks one setting with the last valid and the first invalid value. */
  private static void check(
      Function<long[], Record> settings, long[] values, int changed, long[] trials, String why) {
    values[changed] = trials[0];
    assertThatCode(() -> settings.apply(values)).doesNotThrowAnyException();
    values[changed] = trials[1];
    assertThatThrownBy(() -> settings.apply(values))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @ParameterizedTest
  @CsvSource({
    "maxLogBytes, 131072, 131071, maxLogBytes is below four segments: 131071",
    "placeFromBytes, 4096, 4095, placeFromBytes is below a block: 4095",
    "applyOps, 1, 0, apply.ops must be positive: 0",
    "applyBytes, 1, 0, apply.bytes must be positive: 0",
    "applyBytes, 50, 51, maxPendingBytes is below apply.bytes: 50",
    "applyNanos, 0, -1, apply.nanos must not be negative: -1",
    "maxPendingBytes, 40, 39, maxPendingBytes is below apply.bytes: 39",
    "allotmentBlocks, 1, 0, allotmentBlocks must be positive: 0",
    "readCacheBytes, 0, -1, readCacheBytes must not be negative: -1"
  })
  void ofTheWayThroughAStore(String name, long allowed, long refused, String why) {
    check(
        StoreSettingsTest::pipeline,
        new long[] {140_000, 5_000, 30, 40, 45, 50, 60, 70},
        PIPELINE_NAMES.indexOf(name),
        new long[] {allowed, refused},
        why);
  }

  @ParameterizedTest
  @CsvSource({
    "capacityBytes, 0, -1, capacityBytes must not be negative: -1",
    "batchOps, 1, 0, a batch of 0 ops and 70000 bytes",
    "batchBytes, 65536, 65535, 'limits must be at least 65536 bytes: BatchLimits[ops=20, bytes=65535]'",
    "objectCacheBytes, 0, -1, objectCacheBytes must not be negative: -1",
    "blockCacheBytes, 1048576, 1048575, blockCacheBytes must be at least 1048576: 1048575",
    "writeBufferBytes, 1048576, 1048575, writeBufferBytes must be at least 1048576: 1048575"
  })
  void ofAStore(String name, long allowed, long refused, String why) {
    check(
        StoreSettingsTest::store,
        new long[] {10, 20, 70_000, 30, 2 * MIB, 3 * MIB},
        STORE_NAMES.indexOf(name),
        new long[] {allowed, refused},
        why);
  }

  @ParameterizedTest
  @CsvSource({
    "segmentBytes, 12288, 12289, 'not whole blocks: segment 12289, batch 4096'",
    "segmentBytes, 8192, 4096, a segment has two blocks at least: 4096",
    "batchBytes, 8192, 8193, 'not whole blocks: segment 16384, batch 8193'",
    "batchBytes, 4096, 0, 'not whole blocks: segment 16384, batch 0'",
    "batchBytes, 12288, 16384, a batch of 16384 bytes does not fit a segment of 16384",
    "leastUnitBytes, 512, 256, 'a unit is a power of two from 512 to 4096 bytes, not 256'",
    "leastUnitBytes, 4096, 8192, 'a unit is a power of two from 512 to 4096 bytes, not 8192'",
    "leastUnitBytes, 1024, 1536, 'a unit is a power of two from 512 to 4096 bytes, not 1536'"
  })
  void ofALog(String name, long allowed, long refused, String why) {
    check(
        StoreSettingsTest::log,
        new long[] {4 * BLOCK_BYTES, BLOCK_BYTES, 1024},
        LOG_NAMES.indexOf(name),
        new long[] {allowed, refused},
        why);
  }

  @Test
  void memoryIsSharedAndSizesAreKept() {
    PipelineConfig whole = pipeline(140_000, 5_000, 30, 40, 45, 200, 60, 70);
    assertThat(whole.part(4)).isEqualTo(pipeline(140_000, 5_000, 30, 40, 45, 50, 60, 17));
    assertThat(whole.part(6))
        .as("never less than what is applied at once")
        .isEqualTo(pipeline(140_000, 5_000, 30, 40, 45, 40, 60, 11));
    RawStoreConfig store =
        store(0, 20, 8 * MIB, 40, 32 * MIB, 24 * MIB).withPipeline(whole).withLog(Path.of("/l"));
    assertThat(store.part(100, 4))
        .isEqualTo(
            store(25, 20, 2 * MIB, 10, 8 * MIB, 6 * MIB)
                .withPipeline(whole.part(4))
                .withLog(Path.of("/l")));
    assertThat(store.part(100, 16))
        .as("least shares")
        .isEqualTo(
            store(6, 20, MIB, 2, 4 * MIB, 4 * MIB)
                .withPipeline(whole.part(16))
                .withLog(Path.of("/l")));
    assertThat(store(0, 20, MIB / 2, 40, 32 * MIB, 24 * MIB).part(100, 2).limits().bytes())
        .as("no more than was given")
        .isEqualTo(MIB / 2);
  }

  @Test
  void onlyWhatIsChangedIsAnother() {
    RawStoreConfig store = store(1, 20, 70_000, 30, 2 * MIB, 3 * MIB).withLog(Path.of("/l"));
    onlyChanges(store, store.withCapacityBytes(77), "data.capacityBytes");
    onlyChanges(store, store.withDirect(true), "data.direct");
    onlyChanges(store, store.withIo(DataIo.PLAIN), "data.io");
    onlyChanges(store, store.withLog(Path.of("/m")), "log");
    onlyChanges(store, store.withLog(null), "log");
    onlyChanges(
        store, store.withPipeline(pipeline(140_000, 5_000, 30, 40, 45, 200, 60, 70)), "pipeline");
    onlyChanges(store, store.withMemory(new StoreMemory(7, 7 * MIB, 8 * MIB)), "memory");
    assertThat(store.withMemory(new StoreMemory(7, 7 * MIB, 8 * MIB)))
        .isEqualTo(store(1, 20, 70_000, 7, 7 * MIB, 8 * MIB).withLog(Path.of("/l")));
    PipelineConfig pipeline = pipeline(140_000, 5_000, 30, 40, 45, 200, 60, 70);
    LogConfig smaller = LOG.withLeastUnitBytes(1024);
    assertThat(pipeline.withLog(smaller).log()).isEqualTo(smaller);
    assertThat(pipeline.withLog(smaller).withLog(LOG)).isEqualTo(pipeline);
    assertThat(smaller).isEqualTo(new LogConfig(8 * BLOCK_BYTES, BLOCK_BYTES, 1024));
  }

  private static void onlyChanges(RawStoreConfig from, RawStoreConfig to, String... names) {
    assertThat(to).usingRecursiveComparison().ignoringFields(names).isEqualTo(from);
    for (String name : names) {
      assertThat(to)
          .usingRecursiveComparison()
          .comparingOnlyFields(name)
          .as(name)
          .isNotEqualTo(from);
    }
  }
}
