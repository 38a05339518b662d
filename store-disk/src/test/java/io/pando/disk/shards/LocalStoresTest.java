package io.pando.disk.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.bytes.Payload;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.StoreKind;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.port.ObjectStore;
import io.pando.report.DeviceWrites;
import io.pando.report.Durations;
import io.pando.report.StorePerformance;
import io.pando.store.StoreOp;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LocalStoresTest extends StoreConversation {
  private static final ClusterId CLUSTER = ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff");

  @TempDir Path directory = Path.of("set by JUnit");

  private LocalStores open(StoreKind kind, int shards) throws StoreException {
    return LocalStores.open(
        directory.resolve("store"),
        KilledHistory.settings(kind),
        CLUSTER,
        new OsdId(1),
        Collections.nCopies(shards, loop));
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void whatIsStoredIsThereAgain(StoreKind kind) throws StoreException {
    ObjectId id = new ObjectId(1, "x");
    try (LocalStores stores = open(kind, 2)) {
      assertThat(stores.stores()).hasSize(2);
      stores.bind(new SimpleMeterRegistry());
      ObjectStore second = stores.stores().getLast();
      commit(
          second,
          new StoreOp.CreateCollection(GROUP),
          new StoreOp.Write(GROUP, id, 0, Payload.utf8("kept")));
      assertThat(second.usage().capacityBytes()).isEqualTo(128 << 20);
      DeviceWrites written = second.performance().written();
      assertThat(written.data() + written.log() + written.tables().metadataLog()).isPositive();
      StorePerformance performance = second.performance();
      assertThat(performance.stages().getOrDefault("store.wait", Durations.NONE).count())
          .isPositive();
      if (kind == StoreKind.RAW) {
        assertThat(performance.traits())
            .containsKey("data_io")
            .containsKey("log_io")
            .containsEntry("place_from", "4096 bytes");
      }
    }
    try (LocalStores stores = open(kind, 2)) {
      assertThat(bytes(stores.stores().getLast(), id, 0, 10)).isEqualTo(Payload.utf8("kept"));
    }
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void aDirectoryKeepsItsKind(StoreKind kind) throws StoreException {
    open(kind, 1).close();
    for (StoreKind other : StoreKind.values()) {
      if (other != kind) {
        assertThatThrownBy(() -> open(other, 1))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("belongs to a " + kind + " store")
            .hasMessageContaining("osd.store: " + kind);
      }
    }
    open(kind, 1).close();
  }

  @Test
  void anotherNumberOfShardsIsRefused() throws StoreException {
    open(StoreKind.KV, 2).close();
    for (int shards : List.of(1, 3)) {
      assertThatThrownBy(() -> open(StoreKind.KV, shards))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("shards");
    }
  }
}
