package io.pando.disk.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.ModelStore;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.serve.CheckReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process on a real file, killed without warning. */
final class RawStoreKillTest extends StoreConversation {
  private static final int KILL_AFTER = 300;

  @TempDir Path directory = Path.of("set by JUnit");

  @Test
  @Timeout(120)
  void whatWasReportedOutlivesTheProcess() throws IOException, StoreException {
    RawStoreConfig config = RawStoreConfig.DEFAULT.withCapacityBytes(256 << 20);
    Path store = directory.resolve("s");
    RawStore.format(store, config, RawStoreCrashTest.IDENTITY);
    ProcessBuilder command =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                RawStoreVictim.class.getName(),
                store.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    // RocksDB unpacks its library there; a process that is killed leaves it behind.
    command.environment().put("ROCKSDB_SHAREDLIB_DIR", directory.toString());
    Process victim = command.start();
    int reported = 0;
    try (BufferedReader lines = victim.inputReader(StandardCharsets.UTF_8)) {
      while (reported < KILL_AFTER) {
        assertThat(lines.readLine()).isEqualTo("ok");
        reported++;
      }
      assertThatThrownBy(() -> RawStore.open(store, config, RawStoreCrashTest.IDENTITY, loop))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("in use");
      victim.toHandle().destroyForcibly();
      while (lines.readLine() != null) {
        reported++;
      }
    } finally {
      victim.destroyForcibly().onExit().join();
    }
    verify(store, config, reported);
  }

  private void verify(Path path, RawStoreConfig config, int reported) throws StoreException {
    try (RawStore store = RawStore.open(path, config, RawStoreCrashTest.IDENTITY, loop)) {
      SortedMap<String, Payload> meta =
          await(done -> store.readMeta(RawStoreCrashTest.COUNTER, "count", null, done));
      int count = Integer.parseInt(meta.sequencedValues().getFirst().toUtf8());
      assertThat(count).isGreaterThanOrEqualTo(reported);
      ModelStore model = new ModelStore();
      RawStoreVictim.Source source = new RawStoreVictim.Source();
      for (int i = 0; i < count; i++) {
        model.apply(source.next());
      }
      compareAll(store, model);
      CheckReport report = await(done -> store.check(true, done));
      assertThat(report.faults()).isEmpty();
    }
  }
}
