package io.pando.disk.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.CrashConformance;
import io.pando.disk.ModelStore;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.StoreKind;
import io.pando.disk.raw.RawStore;
import io.pando.disk.serve.CheckReport;
import io.pando.disk.serve.ThreadedStore;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real processes on real files, killed without warning, again and again; {@code
 * -Dpando.kill.rounds=N} sets the number of rounds.
 */
final class KilledStoreTest extends StoreConversation {
  private static final int ROUNDS = Integer.getInteger("pando.kill.rounds", 2);

  /**
   * Rounds after which a new store begins, since each round draws all transactions of its store
   * again.
   */
  private static final int ROUNDS_OF_A_STORE = 10;

  @TempDir Path directory = Path.of("set by JUnit");

  private StoreKind kind = StoreKind.RAW;

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void whatWasReportedOutlivesTheProcess(StoreKind killed) throws IOException, StoreException {
    kind = killed;
    Random64 random = new Random64(killed.label().length());
    int count = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int store = round / ROUNDS_OF_A_STORE;
      count = round % ROUNDS_OF_A_STORE == 0 ? 0 : count;
      Path place = directory.resolve("store-" + store);
      int reported = killAfter(place, store, count, 1 + random.nextInt(300));
      count = verify(place, store, count + reported);
    }
  }

  /**
   * Starts a process that continues behind {@code count} transactions; returns how many it
   * reported.
   */
  private int killAfter(Path place, long seed, int count, int most)
      throws IOException, StoreException {
    ProcessBuilder command =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KilledVictim.class.getName(),
                place.toString(),
                kind.name(),
                Long.toString(seed),
                Integer.toString(count))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    Process victim = command.start();
    int reported = 0;
    try (BufferedReader lines = victim.inputReader(StandardCharsets.UTF_8)) {
      while (reported < most) {
        assertThat(lines.readLine()).isEqualTo("ok");
        reported++;
      }
      if (count == 0) {
        assertThatThrownBy(() -> open(place))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("in use");
      }
      victim.toHandle().destroyForcibly();
      while (lines.readLine() != null) {
        reported++;
      }
    } finally {
      victim.destroyForcibly().onExit().join();
    }
    return reported;
  }

  private LocalStores open(Path place) throws StoreException {
    return LocalStores.open(
        place,
        KilledHistory.settings(kind),
        KilledHistory.CLUSTER,
        KilledHistory.OSD,
        List.of(loop));
  }

  /** Compares the contents with the history; returns how many of its transactions are included. */
  private int verify(Path place, long seed, int reported) throws StoreException {
    try (LocalStores stores = open(place)) {
      ObjectStore store = stores.stores().getFirst();
      int count = count(store);
      assertThat(count).isGreaterThanOrEqualTo(reported);
      ModelStore model = new ModelStore();
      KilledHistory history = new KilledHistory(seed);
      for (int i = 0; i < count; i++) {
        model.apply(history.next());
      }
      compareAll(store, model);
      assertThat(this.<CheckReport>await(done -> check(store, done)).faults()).isEmpty();
      return count;
    }
  }

  private int count(ObjectStore store) {
    List<CollectionId> collections = await(store::collections);
    if (!collections.contains(CrashConformance.COUNTER)) {
      return 0;
    }
    SortedMap<String, Payload> meta =
        await(done -> store.readMeta(CrashConformance.COUNTER, "count", null, done));
    return meta.isEmpty() ? 1 : Integer.parseInt(meta.sequencedValues().getFirst().toUtf8());
  }

  private static void check(ObjectStore store, Consumer<CheckReport> done) {
    switch (store) {
      case RawStore raw -> raw.check(true, done);
      case ThreadedStore threaded -> threaded.check(true, done);
      default -> throw new AssertionError("a store of no known kind: " + store);
    }
  }

  @Override
  protected long usedBytes(ModelStore model) {
    return kind == StoreKind.RAW ? super.usedBytes(model) : model.unsharedBytes();
  }
}
